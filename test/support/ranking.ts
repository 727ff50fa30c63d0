import { analyseBody, analysePage } from '../../server/search/analysis/analyse.ts'
import { packEntry } from '../../server/search/index/entry.ts'
import { Memtable } from '../../server/search/index/memtable.ts'
import { memtableSource } from '../../server/search/index/merge.ts'
import type { IndexWrite } from '../../server/search/index/recent-changes.ts'
import type { Segment } from '../../server/search/index/segment.ts'
import { WorkspaceIndex } from '../../server/search/index/workspace-index.ts'
import type { Ranked } from '../../server/search/ranking/rank.ts'
import { makeNote } from './search-index.ts'
import { writeSegment } from './segments.ts'

/** A change of the page with a number, whose text is another for each revision. */
export function changeOf(number: number, revision = 0): IndexWrite {
  const seed = number + 1000 * revision
  const title = `${makeNote(seed, 2)} ${number}`
  const entry = packEntry(title, analysePage(title, analyseBody(makeNote(seed))))
  const pageId = `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`
  return { sequence: seed, pageId, entry }
}

export function changesOf(from: number, to: number, revision = 0): IndexWrite[] {
  return Array.from({ length: to - from }, (_, index) => changeOf(from + index, revision))
}

export function removalOf(number: number): IndexWrite {
  return { ...changeOf(number), entry: null }
}

export function segmentOf(changes: readonly IndexWrite[]): Promise<Segment> {
  const memtable = new Memtable()
  for (const change of changes) memtable.add(change)
  return writeSegment([memtableSource(memtable)], true)
}

/** Two segments and newer changes, in which pages were replaced and removed. */
export async function makeIndex(): Promise<WorkspaceIndex> {
  const index = await WorkspaceIndex.open([
    await segmentOf(changesOf(0, 300)),
    await segmentOf(changesOf(250, 400, 1)),
  ])
  await index.apply([...changesOf(390, 420, 2), removalOf(7)])
  return index
}

/** Results to compare. */
export function toPlain({ pages, titled, terms }: Ranked) {
  return {
    pages: pages.map(({ pageId, score, languages }) => ({ pageId, score, languages })),
    titled: titled.map(({ pageId, score }) => ({ pageId, score })),
    terms,
  }
}
