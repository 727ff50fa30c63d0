import pg from 'pg'
import { readableCondition } from '../rights/viewer.ts'
import type { Build, IndexViewer, VectorIndex } from '../semantic/vector-index.ts'
import { type Address, clientConfig, unlimited } from './connection.ts'

/** A database with pgvector, through a driver. */
export type VectorDatabase = {
  query: <Row>(sql: string, values: readonly unknown[]) => Promise<Row[]>
  /** Statements without parameters, as one transaction. */
  run: (sql: string) => Promise<unknown>
}

/**
 * The maximum number of dimensions of an HNSW index with half precision.
 * https://github.com/pgvector/pgvector#half-precision-indexing
 */
const maxDimensions = 4000
/** Building an index of a million vectors takes minutes, and much longer if its graph does not fit in memory. */
const buildMemory = '512MB'

const tablesLock = 7_853_914_203

/**
 * The graph is searched for at least the requested number of candidates. It returns them in order: a plan that sorts
 * would read all vectors. From pgvector 0.8 on, the search goes on until enough candidates pass a condition.
 */
export const searchSettings = `set hnsw.ef_search = 200; set enable_sort = off;
  do $$ begin
    perform set_config('hnsw.iterative_scan', 'strict_order', false);
  exception when others then null;
  end $$`

/** No migration creates these tables: they exist only with the extension, and their content is derived. */
export const vectorTables = `
  create table if not exists embedding_index (
    workspace_id text collate "C" not null,
    model_id text collate "C" not null,
    sequence bigint not null,
    is_ready boolean not null,
    primary key (workspace_id, model_id)
  );
  create table if not exists embedding_index_chunks (
    workspace_id text collate "C" not null,
    model_id text collate "C" not null,
    chunk bigint not null,
    page_id text collate "C" not null,
    vector halfvec not null,
    primary key (workspace_id, model_id, chunk)
  );
  create index if not exists embedding_index_chunks_page
    on embedding_index_chunks (workspace_id, model_id, page_id);
`

const put = `
  with moved as (
    update embedding_index set sequence = $4 where workspace_id = $1 and model_id = $2 and sequence = $3
    returning 1
  ), gone as (
    delete from embedding_index_chunks
    where workspace_id = $1 and model_id = $2 and page_id = any($5::text[]) and exists (select from moved)
  ), taken as (
    insert into embedding_index_chunks (workspace_id, model_id, chunk, page_id, vector)
    select $1, $2, chunk, page_id, vector::halfvec
    from unnest($6::bigint[], $7::text[], $8::text[]) as given (chunk, page_id, vector)
    where exists (select from moved)
  )
  select 1 from moved`

/**
 * Approximate search with pgvector: https://github.com/pgvector/pgvector. Each build has its own graph (HNSW) over
 * its own rows, so that workspaces do not slow each other down or displace each other's results.
 */
export function openVectorIndex({ query, run }: VectorDatabase): VectorIndex {
  const sequenceOf = async ({ workspaceId, modelId }: Build) => {
    const [row] = await query<{ sequence: string | number; isReady: boolean }>(
      `select sequence, is_ready as "isReady" from embedding_index where workspace_id = $1 and model_id = $2`,
      [workspaceId, modelId],
    )
    return row === undefined ? undefined : { ...row, sequence: Number(row.sequence) }
  }
  return {
    maxDimensions,
    readyTo: async (build) => {
      const found = await sequenceOf(build)
      return found?.isReady === true ? found.sequence : undefined
    },
    begin: async (build) => {
      await query(
        'insert into embedding_index values ($1, $2, 0, false) on conflict (workspace_id, model_id) do nothing',
        [build.workspaceId, build.modelId],
      )
      return (await sequenceOf(build))?.sequence ?? 0
    },
    put: async ({ workspaceId, modelId }, { from, to, gone, chunks }) => {
      const rows = await query(put, [
        workspaceId,
        modelId,
        from,
        to,
        gone,
        chunks.map(({ chunk }) => chunk),
        chunks.map(({ pageId }) => pageId),
        chunks.map(({ vector }) => toText(vector)),
      ])
      return rows.length > 0
    },
    finish: async (build, dimensions) => {
      if ((await sequenceOf(build))?.isReady !== false) return
      await run(`
        set local maintenance_work_mem = '${buildMemory}';
        create index if not exists ${graphOf(build)} on embedding_index_chunks
          using hnsw ((vector::halfvec(${dimensions})) halfvec_ip_ops) where ${belongsTo(build)};
        update embedding_index set is_ready = true where ${belongsTo(build)};
        analyze embedding_index_chunks;
      `)
    },
    nearest: async (build, vector, { viewer, limit }) => {
      const values = [toText(vector), limit]
      const rows = viewer.seesEverything
        ? await query<NearRow>(nearestOf(build, 'true'), values)
        : await query<NearRow>(readableOf(build, viewer), [...values, ...viewerList(viewer)])
      return rows.map((row) => ({ ...row, chunk: Number(row.chunk) }))
    },
    drop: async (build) => {
      if ((await sequenceOf(build)) === undefined) return
      await run(`
        drop index if exists ${graphOf(build)};
        delete from embedding_index_chunks where ${belongsTo(build)};
        delete from embedding_index where ${belongsTo(build)};
      `)
    },
  }
}

type NearRow = { chunk: string | number; pageId: string; score: number }

/** The IDs are literals, because only then does the planner use the graph of this build. */
function nearestOf(
  build: Build & { dimensions: number },
  condition: string,
  order: 'by the graph' | 'exact' = 'by the graph',
): string {
  const { dimensions } = build
  const distance = `vector::halfvec(${dimensions}) <#> $1::halfvec(${dimensions})`
  const score = `-(${distance})`
  return `select chunk, page_id as "pageId", ${score} as score from embedding_index_chunks e
    where ${belongsTo(build)} and ${condition}
    order by ${order === 'exact' ? `${score} desc` : distance} limit $2`
}

/**
 * Of pages that the viewer can read: filtered while the graph is searched, or every vector of the few pages of a viewer
 * who sees only what was shared.
 */
function readableOf(build: Build & { dimensions: number }, { everyoneId }: IndexViewer): string {
  const condition = readableCondition('p', {
    workspaceId: '$3::text',
    viewerId: '$4::text',
    everyoneId: '$5::text',
  })
  if (everyoneId === '') {
    const ids = `select p.id from pages p where p.workspace_id = $3::text and ${condition}`
    return nearestOf(build, `e.page_id in (${ids})`, 'exact')
  }
  return nearestOf(
    build,
    `exists (select 1 from pages p
      where p.workspace_id = $3::text and p.id = e.page_id and ${condition})`,
  )
}

const viewerList = ({ workspaceId, viewerId, everyoneId }: IndexViewer) => [
  workspaceId,
  viewerId,
  everyoneId,
]

const belongsTo = ({ workspaceId, modelId }: Build) =>
  `workspace_id = ${pg.escapeLiteral(workspaceId)} and model_id = ${pg.escapeLiteral(modelId)}`

const graphOf = ({ modelId }: Build) =>
  pg.escapeIdentifier(`embedding_index_${modelId.replaceAll('-', '')}`)

/** Half precision keeps three digits. */
const toText = (vector: Float32Array) =>
  `[${Array.from(vector, (value) => value.toPrecision(5)).join()}]`

/** Whether pgvector is installed in a version with half precision. */
export async function prepareVectorIndex(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from pg_extension where extname = 'vector'
     and string_to_array(extversion, '.')::int[] >= '{0,7,0}'`,
  )
  if (rows.length === 0) return false
  // All nodes may start at once.
  await client.query(`select pg_advisory_xact_lock(${tablesLock}); ${vectorTables}`)
  return true
}

/** Separate connections: building a graph takes longer than the statement timeout. */
export function connectVectorIndex(address: Address): {
  index: VectorIndex
  close: () => Promise<void>
} {
  const config = {
    ...clientConfig(address),
    pipeline: false,
    ...unlimited,
    lock_timeout: 0,
  }
  const onConnect = async (client: pg.ClientBase) => void (await client.query(searchSettings))
  const pool = new pg.Pool({ ...config, max: 2, idleTimeoutMillis: 60_000, onConnect })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const index = openVectorIndex({
    // SAFETY: each statement above is asked for with the type of its rows.
    query: async <Row>(sql: string, values: readonly unknown[]) =>
      (await pool.query(sql, [...values])).rows as Row[],
    run: (sql) => pool.query(sql),
  })
  return { index, close: () => pool.end() }
}
