import type { Found } from './matrix.ts'

/** What the worker is asked, for one matrix. */
export type Task =
  | { do: 'open'; matrix: number; dimensions: number }
  | {
      do: 'append'
      matrix: number
      vectors: Float32Array
      chunks: Float64Array
      pages: Uint32Array
    }
  | { do: 'remove'; matrix: number; pages: Uint32Array }
  | {
      do: 'search'
      matrix: number
      query: Float32Array
      limit: number
      /** By page; shared memory. */
      marks: Uint8Array | undefined
    }
  | { do: 'close'; matrix: number }

export type Question = { id: number; task: Task }

export type Reply = {
  id: number
  found: Found | undefined
  /** How many rows the matrix has now. */
  rows: number
  fault: string | undefined
}
