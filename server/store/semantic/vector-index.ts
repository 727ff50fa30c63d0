/** The vectors of a workspace for one model. */
export type Build = { workspaceId: string; modelId: string }

/** Who reads, as `Viewer` says. */
export type IndexViewer = {
  readonly workspaceId: string
  readonly viewerId: string
  readonly everyoneId: string
  readonly seesEverything: boolean
}

/** A chunk in an index; the exact vector is in its row. */
export type IndexedChunk = { chunk: number; pageId: string; vector: Float32Array }

/** `score` is the inner product with the query, with the precision of the index. */
export type NearChunk = { chunk: number; pageId: string; score: number }

/**
 * A vector index in the database, if supported. It follows the rows by their sequence numbers with a delay, and
 * exists only for builds that were begun.
 */
export type VectorIndex = {
  /** Longer vectors are not supported. */
  maxDimensions: number
  /** The sequence number up to which it can be queried; undefined when it cannot. */
  readyTo: (build: Build) => Promise<number | undefined>
  /** The sequence number up to which it is filled. */
  begin: (build: Build) => Promise<number>
  /**
   * Removes the chunks of deleted and changed pages, adds others, and advances. False when another process has
   * advanced it meanwhile; then nothing was changed.
   */
  put: (
    build: Build,
    change: { from: number; to: number; gone: readonly string[]; chunks: readonly IndexedChunk[] },
  ) => Promise<boolean>
  /** Enables queries once it is filled. */
  finish: (build: Build, dimensions: number) => Promise<void>
  nearest: (
    build: Build & { dimensions: number },
    query: Float32Array,
    options: { viewer: IndexViewer; limit: number },
  ) => Promise<NearChunk[]>
  drop: (build: Build) => Promise<void>
}
