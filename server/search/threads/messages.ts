import type { IndexWrite } from '../index/recent-changes.ts'
import type { SharedSegment } from '../index/segment.ts'
import type { Totals } from '../index/totals.ts'
import type { Query } from '../ranking/query.ts'
import type { TopOfIndex } from '../ranking/rank.ts'

/** A view of the part with this number. */
export type SharedView = { part: number; base: number; size: number; live: Uint8Array | undefined }

export type SharedSnapshot = { views: SharedView[]; size: number; totals: Totals }

/** Messages to the thread, which works on them in their order. */
export type Task =
  | { do: 'open'; part: number; segment: SharedSegment }
  /** Changes of a memtable, which begins empty with the first of them. */
  | { do: 'apply'; part: number; changes: readonly IndexWrite[] }
  | { do: 'close'; part: number }
  | { do: 'rank'; id: number; query: Query; limit: number; snapshot: SharedSnapshot }
  /** The answer to `ChunkRequest`; undefined when it cannot be read. */
  | { do: 'receive'; part: number; chunk: number; bytes: Uint8Array | undefined }

export type ChunkRequest = { type: 'chunk'; part: number; chunk: number }

export type Result = TopOfIndex & { type: 'ranked'; id: number }

export type Failure = { type: 'failed'; id: number; reason: string }

export type Reply = { type: 'ready' } | ChunkRequest | Result | Failure
