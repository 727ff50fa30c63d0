import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { putPage } from '../../server/domain/semantic/pages.ts'
import { type BuildAt, toBytes } from '../../server/domain/semantic/vector-cache.ts'
import { newId } from '../../server/lib/ids.ts'
import { embeddings, type Store, vectors, workspaces } from '../../server/store/index.ts'
import {
  openVectorIndex,
  searchSettings,
  vectorTables,
} from '../../server/store/postgres/vector-index.ts'
import type { VectorIndex } from '../../server/store/semantic/vector-index.ts'

export const dimensions = 32

/** A direction of its own for every page, so that each is nearest to itself. */
export function vectorOf(page: number, turn = 0): Float32Array {
  const vector = new Float32Array(dimensions)
  vector[page % dimensions] = 0.9
  vector[(page * 7 + 3 + turn) % dimensions] = 0.3 + (page % 11) / 50
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

export async function addBuild(store: Store): Promise<embeddings.Build> {
  const build = { workspaceId: newId(), modelId: newId() }
  const { workspaceId: id } = build
  await store.transact(async (transaction) => {
    await workspaces.insert(transaction, { id, name: 'W', slug: id, createdAt: 1 })
    await embeddings.insertBuild(transaction, build)
  })
  return build
}

/** Puts vectors in the place of those a page had. */
export async function putVectors(
  store: Store,
  build: embeddings.Build,
  pageId: string,
  ...found: Float32Array[]
): Promise<void> {
  const chunks = found.map((vector, index) => ({
    block: index + 1,
    hash: '',
    vector: toBytes(vector),
  }))
  await store.transact(async (transaction) => {
    await vectors.mark(transaction, build, pageId)
    await putPage(transaction, build, { pageId, chunks, isRefused: false })
  })
}

/** A build as far as it has come. */
export async function buildAt(store: Store, build: embeddings.Build): Promise<BuildAt> {
  const [row] = await embeddings.builds(store, build.workspaceId)
  return { ...build, sequence: row?.sequence ?? 0, dimensions }
}

/** pgvector itself, in a PostgreSQL that runs in this process: the server for tests comes without it. */
export async function startVectorIndex(): Promise<{
  index: VectorIndex
  /** The way PostgreSQL goes for a question. */
  explain: (sql: string) => Promise<string>
  run: (sql: string) => Promise<unknown>
  close: () => Promise<void>
}> {
  const database = await PGlite.create({ extensions: { vector } })
  await database.exec(`create extension vector; ${vectorTables} ${searchSettings}`)
  const index = openVectorIndex({
    query: async <Row>(sql: string, values: readonly unknown[]) =>
      (await database.query<Row>(sql, [...values])).rows,
    run: (sql) => database.exec(sql),
  })
  return {
    index,
    explain: async (sql) => JSON.stringify((await database.query(`explain ${sql}`)).rows),
    run: (sql) => database.exec(sql),
    close: () => database.close(),
  }
}
