import type { IndexWrite } from '../index/memtable.ts'
import type { SharedSegment } from '../index/segment.ts'
import type { Totals } from '../index/workspace-index.ts'
import type { DocumentList } from '../ranking/best.ts'
import type { Query } from '../ranking/query.ts'
import type { Ranked } from '../ranking/rank.ts'

/** A view of a part: `segment` is the number it was opened under, undefined for the memtable. */
export type SharedView = {
  segment: number | undefined
  base: number
  size: number
  live: Uint8Array | undefined
}

export type SharedSnapshot = { views: SharedView[]; size: number; totals: Totals }

/** Messages to the thread, which works on them in their order. */
export type Task =
  | { do: 'open'; segment: number; shared: SharedSegment }
  | { do: 'close'; segment: number }
  /** Changes of the index `memtable` since the last message about it. */
  | { do: 'write'; memtable: number; writes: readonly IndexWrite[] }
  | { do: 'clear'; memtable: number }
  | {
      do: 'rank'
      id: number
      memtable: number
      query: Query
      limit: number
      snapshot: SharedSnapshot
    }
  /** The answer to `ChunkRequest`; undefined when it cannot be read. */
  | { do: 'chunk'; segment: number; number: number; bytes: Uint8Array | undefined }

export type ChunkRequest = { say: 'chunk'; segment: number; number: number }

export type Reply =
  | ChunkRequest
  | { say: 'ranked'; id: number; best: DocumentList; titled: DocumentList; terms: Ranked['terms'] }
  | { say: 'failed'; id: number; fault: string }
