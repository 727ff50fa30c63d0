import { LRUCache } from 'lru-cache'
import { type TimeSlice } from '../../lib/time-slices.ts'
import { joinPageText, type PageText } from '../../search/ranking/page-text.ts'
import { pages, type Reader, searchHits, type Viewer } from '../../store/index.ts'
import { readBlocks } from '../document/stored-body.ts'
import { blockSteps } from './block-texts.ts'
import { inSteps } from './steps.ts'

/** Pages that one statement reads at most: a few milliseconds for the longest of these. */
const statementLimit = 32
/** A longer body is read alone. */
const longBodyBytes = 16 * 1024
/** Part of the memory that one page may take. */
const maxShare = 1 / 16
/**
 * When memory is full, one in so many texts is kept. Searches that find more pages than fit would otherwise
 * replace every text before it is found again.
 */
const retainedWhenFull = 4
const fullShare = 0.97

/** Counts the changes of one workspace that its index in memory has received. */
type Followed = { changes: number }
type Known = { followed: Followed; text: PageText }
type Texts = Map<string, PageText | 'long' | undefined>

/** Gives undefined for a page that is gone; a promise only where the text is not in memory. */
export type TextReader = (id: string) => PageText | undefined | Promise<PageText | undefined>

/**
 * The plain texts of the pages found last. A text is kept until the index receives a change of its page: every
 * search brings the index to the state of the store before.
 */
export class PageTexts {
  readonly #texts: LRUCache<string, Known>
  readonly #followed = new Map<string, Followed>()
  #read = 0

  constructor(bytes: number) {
    this.#texts = new LRUCache({
      maxSize: bytes,
      maxEntrySize: bytes * maxShare,
      sizeCalculation: ({ text }) => text.byteSize,
    })
  }

  /** Keeps texts of a workspace, which receives all its changes from now on. Those read before are outdated. */
  follow(workspaceId: string): void {
    this.#followed.set(workspaceId, { changes: 0 })
  }

  unfollow(workspaceId: string): void {
    this.#followed.delete(workspaceId)
  }

  /** Drops the texts of pages that changed. */
  change(workspaceId: string, changes: readonly { pageId: string }[]): void {
    const followed = this.#followed.get(workspaceId)
    if (followed !== undefined) followed.changes += changes.length
    for (const { pageId } of changes) this.#texts.delete(keyOf(workspaceId, pageId))
  }

  /**
   * Reads pages that are asked for in the order of `pages`: the first `count` with one statement, twice as many
   * with the next.
   */
  readAhead(
    reader: Reader,
    viewer: Viewer,
    ranked: Iterable<{ pageId: string }>,
    { count, timeSlice }: { count: number; timeSlice: TimeSlice },
  ): TextReader {
    const { workspaceId } = viewer
    const rest = ranked[Symbol.iterator]()
    const seen: Texts = new Map()
    let atOnce = count
    const give = (id: string) => {
      const text = seen.get(id)
      return text === 'long' ? this.#readLong(reader, { workspaceId, id }, timeSlice) : text
    }
    return (id) => {
      if (seen.has(id)) return give(id)
      const missing = this.#takeNext(workspaceId, rest, atOnce, seen)
      atOnce = Math.min(2 * atOnce, statementLimit)
      if (missing.length === 0) return give(id)
      return this.#fetch(reader, viewer, missing, { into: seen, timeSlice }).then(() => give(id))
    }
  }

  /** Takes the texts of the next pages from memory; gives the ids of those that are not there. */
  #takeNext(
    workspaceId: string,
    from: Iterator<{ pageId: string }>,
    count: number,
    into: Texts,
  ): string[] {
    const missing: string[] = []
    const followed = this.#followed.get(workspaceId)
    for (let left = count; left > 0;) {
      const next = from.next()
      if (next.done === true) break
      const { pageId } = next.value
      if (into.has(pageId)) continue
      left -= 1
      const known = this.#texts.get(keyOf(workspaceId, pageId))
      const isCurrent = known !== undefined && known.followed === followed
      into.set(pageId, isCurrent ? known.text : undefined)
      if (!isCurrent) missing.push(pageId)
    }
    return missing
  }

  async #fetch(
    reader: Reader,
    viewer: Viewer,
    ids: readonly string[],
    { into, timeSlice }: { into: Texts; timeSlice: TimeSlice },
  ): Promise<void> {
    const keep = this.#keeper(viewer.workspaceId)
    const rows = await searchHits.texts(reader, viewer, { ids, maxBytes: longBodyBytes })
    for (const { id, title, blocks } of rows) {
      into.set(id, blocks === null ? 'long' : keep(id, joinPageText(title, readBlocks(blocks, id))))
      if (timeSlice.isOver()) await timeSlice.pause()
    }
  }

  async #readLong(
    reader: Reader,
    { workspaceId, id }: { workspaceId: string; id: string },
    timeSlice: TimeSlice,
  ): Promise<PageText | undefined> {
    const keep = this.#keeper(workspaceId)
    const [row] = await pages.texts(reader, workspaceId, [id])
    if (timeSlice.isOver()) await timeSlice.pause()
    if (row === undefined) return undefined
    const blocks = await inSteps(blockSteps(row.blocks, id), timeSlice)
    return keep(id, joinPageText(row.title, blocks))
  }

  #mayKeep(): boolean {
    this.#read += 1
    const isFull = this.#texts.calculatedSize > this.#texts.maxSize * fullShare
    return !isFull || this.#read % retainedWhenFull === 0
  }

  /** To be made before a text is read: it is kept unless the workspace changes meanwhile. */
  #keeper(workspaceId: string): (id: string, text: PageText) => PageText {
    const followed = this.#followed.get(workspaceId)
    const changes = followed?.changes
    return (id, text) => {
      const isCurrent = this.#followed.get(workspaceId) === followed
      if (followed !== undefined && isCurrent && followed.changes === changes && this.#mayKeep()) {
        this.#texts.set(keyOf(workspaceId, id), { followed, text })
      }
      return text
    }
  }
}

function keyOf(workspaceId: string, id: string): string {
  return `${workspaceId} ${id}`
}
