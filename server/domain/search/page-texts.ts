import { LRUCache } from 'lru-cache'
import { type TimeSlice } from '../../lib/time-slices.ts'
import { joinPageText, type PageText } from '../../search/ranking/page-text.ts'
import { pages, type Reader, searchHits } from '../../store/index.ts'
import { readBlocks } from '../document/stored-body.ts'
import { blockSteps } from './block-texts.ts'
import { inSteps } from './steps.ts'

/** Ids that one statement of the store takes. */
const statementLimit = 128
/** A longer body is read alone: 128 of the longest in one statement take SQLite a third of a second. */
const longBodyBytes = 16 * 1024
/** Part of the memory that one page may take. */
const maxShare = 1 / 16

type Version = { version: number; text: PageText }

/** The plain texts of the pages found last. A text counts as long as its page has the version it was read from. */
export class PageTexts {
  readonly #texts: LRUCache<string, Version>

  constructor(bytes: number) {
    this.#texts = new LRUCache({
      maxSize: bytes,
      maxEntrySize: bytes * maxShare,
      sizeCalculation: ({ text }) => text.byteSize,
    })
  }

  /**
   * Reads pages that are asked for in the order of `pages`: the first `count` with one statement, twice as many
   * with the next. Gives undefined for a page that is gone.
   */
  readAhead(
    reader: Reader,
    workspaceId: string,
    ranked: Iterable<{ pageId: string }>,
    { count, timeSlice }: { count: number; timeSlice: TimeSlice },
  ): (id: string) => Promise<PageText | undefined> {
    const rest = ranked[Symbol.iterator]()
    const seen = new Set<string>()
    let ahead = new Map<string, PageText | 'long'>()
    let atOnce = count
    let isAhead = new Set<string>()
    return async (id) => {
      if (!isAhead.has(id)) {
        const ids = seen.has(id) ? [id] : takeNew(rest, seen, atOnce)
        if (ids.length === 0) return undefined
        ahead = await this.#read(reader, workspaceId, ids)
        isAhead = new Set(ids)
        atOnce = Math.min(2 * atOnce, statementLimit)
      }
      const text = ahead.get(id)
      return text === 'long' ? this.#readLong(reader, { workspaceId, id }, timeSlice) : text
    }
  }

  /** The texts of pages, without an entry where one is gone. */
  async #read(
    reader: Reader,
    workspaceId: string,
    ids: readonly string[],
  ): Promise<Map<string, PageText | 'long'>> {
    const isKnown = (id: string) => this.#texts.has(keyOf(workspaceId, id))
    const known = ids.filter(isKnown)
    const [versions, read] = await Promise.all([
      known.length === 0 ? [] : searchHits.versions(reader, workspaceId, known),
      this.#fetch(
        reader,
        workspaceId,
        ids.filter((id) => !isKnown(id)),
      ),
    ])
    const stale: string[] = []
    for (const { id, version } of versions) {
      const known = this.#texts.get(keyOf(workspaceId, id))
      if (known?.version === version) read.set(id, known.text)
      else stale.push(id)
    }
    for (const [id, text] of await this.#fetch(reader, workspaceId, stale)) read.set(id, text)
    return read
  }

  async #fetch(
    reader: Reader,
    workspaceId: string,
    ids: readonly string[],
  ): Promise<Map<string, PageText | 'long'>> {
    const read = new Map<string, PageText | 'long'>()
    if (ids.length === 0) return read
    const rows = await searchHits.texts(reader, { workspaceId, ids, maxBytes: longBodyBytes })
    for (const { id, version, title, blocks } of rows) {
      read.set(
        id,
        blocks === null
          ? 'long'
          : this.#keep(workspaceId, id, {
              version,
              text: joinPageText(title, readBlocks(blocks, id)),
            }),
      )
    }
    return read
  }

  async #readLong(
    reader: Reader,
    { workspaceId, id }: { workspaceId: string; id: string },
    timeSlice: TimeSlice,
  ): Promise<PageText | undefined> {
    const [row] = await pages.texts(reader, workspaceId, [id])
    if (timeSlice.isOver()) await timeSlice.pause()
    if (row === undefined) return undefined
    const blocks = await inSteps(blockSteps(row.blocks, id), timeSlice)
    const { version, title } = row
    return this.#keep(workspaceId, id, { version, text: joinPageText(title, blocks) })
  }

  #keep(workspaceId: string, id: string, read: Version): PageText {
    this.#texts.set(keyOf(workspaceId, id), read)
    return read.text
  }
}

function keyOf(workspaceId: string, id: string): string {
  return `${workspaceId} ${id}`
}

/** The next ids that were not taken before. */
function takeNew(from: Iterator<{ pageId: string }>, seen: Set<string>, count: number): string[] {
  const ids: string[] = []
  while (ids.length < count) {
    const next = from.next()
    if (next.done === true) break
    const { pageId } = next.value
    if (seen.has(pageId)) continue
    seen.add(pageId)
    ids.push(pageId)
  }
  return ids
}
