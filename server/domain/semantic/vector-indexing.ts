import { type Store, vectors } from '../../store/index.ts'
import { type BuildAt, toFloats, type VectorMemory } from './vector-cache.ts'

/** Vectors handed over in one step. */
const atOnce = 1000

/** Brings the index of the database in step, for a build that memory cannot hold and for no other. */
export async function indexVectors(
  { store, memory }: { store: Store; memory: VectorMemory },
  build: BuildAt,
  signal: AbortSignal,
): Promise<void> {
  const { vectorIndex } = store
  if (vectorIndex === undefined) return
  const { chunks } = await vectors.counts(store, build)
  const { dimensions } = build
  if (memory.fits({ chunks, dimensions }) || dimensions > vectorIndex.maxDimensions) {
    await vectorIndex.drop(build)
    return
  }
  let from = await vectorIndex.begin(build)
  while (from < build.sequence) {
    if (signal.aborted) return
    const range = { after: from, upTo: build.sequence }
    const rows = await vectors.range(store, build, { ...range, limit: atOnce })
    const to = (rows.length < atOnce ? undefined : rows.at(-1)?.chunk) ?? build.sequence
    const gone = from === 0 ? [] : await vectors.changed(store, build, { after: from, upTo: to })
    const taken = rows.map(({ chunk, pageId, vector }) => {
      return { chunk, pageId, vector: toFloats(vector) }
    })
    const isMoved = await vectorIndex.put(build, { from, to, gone, chunks: taken })
    from = isMoved ? to : await vectorIndex.begin(build)
  }
  await vectorIndex.finish(build, dimensions)
}
