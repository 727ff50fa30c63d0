import { pageId } from '../../search/index/documents.ts'
import { checksumOf } from '../../search/index/entry.ts'
import { segmentSource } from '../../search/index/merge.ts'
import { DamagedChunk } from '../../search/index/packed-chunks.ts'
import { loadSegment, type Segment } from '../../search/index/segment.ts'
import { WorkspaceIndex } from '../../search/index/workspace-index.ts'
import { type Reader, search } from '../../store/index.ts'
import { readChunk, StaleIndex } from './index-cache.ts'

export type SearchCheck = {
  /** What each page was indexed from, as `packEntry` and `readStats` give it. */
  checksums: Map<string, number>
  faults: string[]
}

/** Reads the whole index of a workspace: which pages it holds, and whether its parts are sound in themselves. */
export async function checkSearch(reader: Reader, workspaceId: string): Promise<SearchCheck> {
  const checksums = new Map<string, number>()
  const faults: string[] = []
  const segments: Segment[] = []
  for (const row of await search.segments(reader, workspaceId)) {
    try {
      const segment = await loadSegment(row, async (kind, number, decode) =>
        decode(await readChunk(reader, workspaceId, { segment: row.segment, kind, number })),
      )
      segments.push(segment)
      faults.push(...(await faultsOf(segment, workspaceId)))
    } catch (error) {
      if (error instanceof DamagedChunk) faults.push(damaged(row.segment, workspaceId))
      else if (error instanceof StaleIndex) {
        faults.push(
          `the search index of workspace ${workspaceId} lacks a part of segment ${row.segment}`,
        )
      } else throw error
    }
  }
  const index = await WorkspaceIndex.open(segments)
  await applyChanges(reader, workspaceId, index)
  for (const { part, size, live } of index.snapshot().views) {
    for (let number = 0; number < size; number += 1) {
      if (live !== undefined && live[number] !== 1) continue
      checksums.set(pageId(part.documents.key(number)), part.documents.stats(number).checksum)
    }
  }
  return { checksums, faults }
}

async function applyChanges(
  reader: Reader,
  workspaceId: string,
  index: WorkspaceIndex,
): Promise<void> {
  let { mergedSequence: after } = await search.state(reader, workspaceId)
  for (;;) {
    const { changes } = await search.changes(reader, workspaceId, after, 256)
    await index.apply(changes)
    const last = changes.at(-1)
    if (last === undefined) return
    after = last.sequence
  }
}

/** The terms must be in order, and those of each page must add up to its checksum. */
async function faultsOf(segment: Segment, workspaceId: string): Promise<string[]> {
  const { documents } = segment
  const sums = new Uint32Array(documents.count)
  const { terms } = segmentSource(segment, undefined)
  let isSound = true
  let last = ''
  for (let term = terms.next(); term !== undefined; term = terms.next()) {
    isSound &&= last < term
    last = term
    const current = term
    await terms.visit((number, title, body) => {
      sums[number] = (sums[number] ?? 0) + checksumOf(current, title, body)
    })
  }
  isSound &&= sums.every((sum, number) => sum === documents.checksums[number])
  return isSound ? [] : [damaged(segment.info.segment, workspaceId)]
}

function damaged(segment: number, workspaceId: string): string {
  return `segment ${segment} of the search index of workspace ${workspaceId} is damaged`
}
