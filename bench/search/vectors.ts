import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { nearestPages, type NearSources } from '../../server/domain/semantic/nearest-pages.ts'
import { putPage } from '../../server/domain/semantic/pages.ts'
import { type BuildAt, toBytes, VectorMemory } from '../../server/domain/semantic/vector-cache.ts'
import { indexVectors } from '../../server/domain/semantic/vector-indexing.ts'
import { newId } from '../../server/lib/ids.ts'
import {
  connectStore,
  embeddings,
  type Store,
  workspaces,
  systemViewer,
} from '../../server/store/index.ts'
import { describeMachine } from '../support/machine.ts'
import { digits, formatTable } from '../support/table.ts'

/**
 * Nearest chunks among many, through the store and the worker as a search finds them. Vectors stand around
 * 2,000 centres, as texts do around subjects. `node bench/search/vectors.ts [chunks …]`; with DATABASE_URL, an
 * empty database that pgvector was installed in, by the index that it keeps.
 */
const databaseUrl = process.env['DATABASE_URL']

const dimensions = 384
const centres = 2000
const queryCount = 20
const rounds = 15
const candidateLimit = 10
const limits: Record<number, number> = { 100_000: 3, 1_000_000: 40 }

type Query = { vector: Float32Array; best: { page: string; score: number }[] }

function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const next = random(1)

function gauss(): number {
  return Math.sqrt(-2 * Math.log(next() + 1e-12)) * Math.cos(2 * Math.PI * next())
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

const middles = Array.from({ length: centres }, () =>
  unit(Float32Array.from({ length: dimensions }, gauss)),
)
// Noise from a table: a million vectors of fresh noise would take longer than all the rest.
const noise = Float32Array.from({ length: 1 << 20 }, () => (gauss() / Math.sqrt(dimensions)) * 0.9)

function vectorNear(subject: number): Float32Array {
  const middle = middles[subject % centres] ?? new Float32Array(dimensions)
  const offset = Math.floor(next() * (noise.length - dimensions))
  return unit(middle.map((value, index) => value + (noise[offset + index] ?? 0)))
}

async function fill(store: Store, build: embeddings.Build, count: number, queries: Query[]) {
  const atOnce = 1000
  for (let start = 0; start < count; start += atOnce) {
    const size = Math.min(atOnce, count - start)
    const rows = Array.from({ length: size }, (_, index) => ({
      pageId: `p${start + index}`,
      vector: vectorNear(Math.floor(next() * centres)),
    }))
    for (const { pageId, vector } of rows) {
      for (const query of queries) offer(query, pageId, vector)
    }
    await store.transact(async (transaction) => {
      for (const { pageId, vector } of rows) {
        const chunks = [{ block: 1, hash: '', vector: toBytes(vector) }]
        await putPage(transaction, build, { pageId, chunks, isRefused: false })
      }
    })
  }
}

function offer({ vector: query, best }: Query, page: string, vector: Float32Array): void {
  let score = 0
  for (let index = 0; index < dimensions; index += 1) {
    score += (query[index] ?? 0) * (vector[index] ?? 0)
  }
  if (best.length === candidateLimit && score <= (best.at(-1)?.score ?? 0)) return
  best.push({ page, score })
  best.sort((a, b) => b.score - a.score)
  best.length = Math.min(best.length, candidateLimit)
}

function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}

async function measure(sources: NearSources, at: BuildAt, queries: Query[]) {
  const startLoad = performance.now()
  if (databaseUrl !== undefined) await indexVectors(sources, at, new AbortController().signal)
  await nearestPages(
    sources,
    at,
    queries[0]?.vector ?? new Float32Array(dimensions),
    candidateLimit,
  )
  const load = performance.now() - startLoad
  const times: number[] = []
  let found = 0
  for (let round = 0; round < rounds; round += 1) {
    for (const { vector, best } of queries) {
      const start = performance.now()
      const near = await nearestPages(sources, at, vector, candidateLimit)
      // The first rounds run while the kernel is still being compiled for speed.
      if (round >= 5) times.push(performance.now() - start)
      if (round > 0) continue
      const pages = new Set(near.map(({ pageId }) => pageId))
      found += best.filter(({ page }) => pages.has(page)).length
    }
  }
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const { vector } of queries) {
        await nearestPages(sources, at, vector, candidateLimit)
        // The next request comes by the network, which the loop looks at once in a round.
        await new Promise(setImmediate)
      }
    }),
  )
  delay.disable()
  return {
    load,
    times,
    recall: found / (queries.length * candidateLimit),
    delay: delay.percentile(99) / 1e6,
  }
}

async function run(count: number): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-bench-vectors-'))
  const store = await connectStore({ dataFolder: folder, databaseUrl })
  const workspaceId = newId()
  const build = { workspaceId, modelId: newId() }
  const memory = new VectorMemory(store, databaseUrl === undefined ? 2 ** 31 : 1)
  try {
    await store.transact(async (transaction) => {
      const row = { id: workspaceId, name: 'Bench', slug: workspaceId, createdAt: 1 }
      await workspaces.insert(transaction, row)
      await embeddings.insertBuild(transaction, build)
    })
    const queries = Array.from({ length: queryCount }, (_, index) => ({
      vector: vectorNear(index * 97),
      best: [],
    }))
    await fill(store, build, count, queries)
    const [row] = await embeddings.builds(store, workspaceId)
    const at = { ...build, sequence: row?.sequence ?? 0, dimensions }
    const { load, times, recall, delay } = await measure(
      { store, memory, viewer: systemViewer(workspaceId) },
      at,
      queries,
    )
    const limit = databaseUrl === undefined ? limits[count] : undefined
    return [
      count.toLocaleString('en'),
      digits(quantile(times, 0.5)),
      digits(quantile(times, 0.95)),
      digits(Math.min(...times)),
      limit === undefined ? '' : `under ${limit}`,
      recall.toFixed(3),
      digits(delay),
      digits(load / 1000),
    ]
  } finally {
    await memory.close()
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
}

const counts = process.argv.slice(2).map(Number)
const rows: string[][] = []
process.stdout.write(`${describeMachine()}\n\n`)
for (const count of counts.length > 0 ? counts : [10_000, 100_000, 1_000_000]) {
  rows.push(await run(count))
}
const headings = [
  'chunks',
  'p50 ms',
  'p95 ms',
  'least ms',
  'wanted',
  `recall@${candidateLimit}`,
  'loop p99 ms, 8 at once',
  'load s',
]
process.stdout.write(
  `${formatTable(
    headings.map((heading) => ({ heading })),
    rows,
  )}\n`,
)
