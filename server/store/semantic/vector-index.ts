/** What was made of a workspace with one model. */
export type Build = { workspaceId: string; modelId: string }

/** A chunk as an index holds it; the exact vector stays in its row. */
export type IndexedChunk = { chunk: number; pageId: string; vector: Float32Array }

/** `score` is the inner product with the query, about as exact as the index is. */
export type NearChunk = { chunk: number; pageId: string; score: number }

/**
 * An index of vectors kept by a database that can. It follows the rows by their sequence, a step behind, and
 * is there only for builds that were begun.
 */
export type VectorIndex = {
  /** Vectors longer than this are not taken. */
  maxDimensions: number
  /** The sequence up to which it can be asked; undefined while it cannot. */
  readyTo: (build: Build) => Promise<number | undefined>
  /** The sequence up to which it is filled. */
  begin: (build: Build) => Promise<number>
  /**
   * Leaves out all chunks of pages that are gone or written anew, takes in others, and moves on. False when
   * another process has moved it on meanwhile: then nothing was done.
   */
  put: (
    build: Build,
    change: { from: number; to: number; gone: readonly string[]; chunks: readonly IndexedChunk[] },
  ) => Promise<boolean>
  /** Lets it be asked, once it is filled. */
  finish: (build: Build, dimensions: number) => Promise<void>
  nearest: (
    build: Build & { dimensions: number },
    query: Float32Array,
    limit: number,
  ) => Promise<NearChunk[]>
  drop: (build: Build) => Promise<void>
}
