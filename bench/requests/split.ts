import { parseArgs } from 'node:util'
import pg from 'pg'
import { newId } from '../../server/lib/ids.ts'
import {
  connectStore,
  contents,
  events,
  keys,
  members,
  pages,
  reindexing,
  search,
  type Store,
  systemViewer,
} from '../../server/store/index.ts'
import { statement } from '../../server/store/statement.ts'
import { startPostgres } from '../../test/support/stores/postgres.ts'
import { describeMachine } from '../support/machine.ts'
import { median } from '../support/measure.ts'
import { digits, formatTable } from '../support/table.ts'

const usage = `npm run bench:split -- [--pages 10000,100000,1000000] [--per-workspace 100]
  The hot tables and the log of the index at sizes that no bench could write page by page: what grows.
`
const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '10000,100000,1000000' },
    'per-workspace': { type: 'string', default: '100' },
    help: { type: 'boolean', default: false },
  },
})
const perWorkspace = Number(values['per-workspace'])
const asked = 300

if (values.help) process.stdout.write(usage)
else await run()
process.exit()

async function run(): Promise<void> {
  process.stdout.write(`${describeMachine()}\n\n`)
  const postgres = await startPostgres('durable')
  const store = await connectStore({ dataFolder: '', databaseUrl: postgres.url, connections: 4 })
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  const sizes = values.pages.split(',').map(Number)
  const columns: Map<string, string[]> = new Map()
  let from = 0
  for (const to of sizes) {
    const seconds = await grow(client, from / perWorkspace, to / perWorkspace)
    process.stderr.write(`${to} pages after ${digits(seconds)} s …\n`)
    for (const [name, value] of [
      ...(await measureStatements(store, to)),
      ...(await measureSizes(client, to)),
    ]) {
      columns.set(name, [...(columns.get(name) ?? []), value])
    }
    from = to
  }
  const headings = sizes.map((size) => ({ heading: `${digits(size)} pages` }))
  process.stdout.write(
    `${formatTable(
      [{ heading: `ms, median of ${asked}`, left: true }, ...headings],
      [...columns].map(([name, row]) => [name, ...row]),
    )}\n\n${perWorkspace} pages to a workspace.\n`,
  )
  await client.end()
  await store.close()
  await postgres.stop()
}

/** Ids as the program makes them would differ in nothing that an index can see. */
function idOf(kind: string, number: string): string {
  return `'0${kind}' || lpad(to_hex(${number}), 6, '0') || '-0000-7000-8000-' || lpad(to_hex(${number} % 1000003), 12, '0')`
}

async function grow(client: pg.Client, from: number, to: number): Promise<number> {
  const start = performance.now()
  const workspace = (number: string) => idOf('1', number)
  const range = `generate_series(${from + 1}, ${to}) w`
  const each = `${range}, generate_series(0, ${perWorkspace - 1}) p`
  const page = idOf('2', `(w * ${perWorkspace} + p)::int`)
  const statements = [
    `insert into users select ${idOf('3', 'w')}, w || '@example.com', 'A', 'B', null, 1 from ${range}`,
    `insert into workspaces (id, name, slug, event_sequence, created_at) select ${workspace('w')}, 'W', 'w-' || w, ${perWorkspace}, 1 from ${range}`,
    `insert into members select ${workspace('w')}, ${idOf('3', 'w')}, 'OWNER', 1 from ${range}`,
    `insert into api_keys (id, user_id, name, hash, first_characters, last_characters, created_at) select ${idOf('4', 'w')}, ${idOf('3', 'w')}, 'k', md5(w::text), 'svc_', 'abcd', 1 from ${range}`,
    `insert into pages (workspace_id, id, parent_id, position, title, ownership, type, created_at, created_by, updated_at, updated_by)
       select ${workspace('w')}, ${page}, ${workspace('w')}, 'a' || lpad(p::text, 4, '0'), 'Page ' || p, 'TEXT', 'TEXT', p, ${idOf('3', 'w')}, p, ${idOf('3', 'w')} from ${each}`,
    `insert into page_contents select ${workspace('w')}, ${page}, '[]', repeat(md5((w * p)::text), 16) from ${each}`,
    `insert into events select ${workspace('w')}, p + 1, ${page}, 'page.created', ${idOf('3', 'w')}, 'api', '{}', p from ${each}`,
    `insert into search_workspaces (workspace_id, sequence, analyser) select ${workspace('w')}, ${perWorkspace}, '1' from ${range}`,
    `insert into search_changes select ${workspace('w')}, p + 1, ${page}, decode(repeat(md5((w * p)::text), 16), 'hex') from ${each}`,
  ]
  for (const sql of statements) await client.query(sql)
  await client.query('vacuum analyze')
  return (performance.now() - start) / 1000
}

async function measureStatements(store: Store, size: number): Promise<[string, string][]> {
  const client = await idsOf(store, size)
  const version = { analyser: '1', segmenter: '' }
  const work: [string, (ids: Ids) => Promise<unknown>][] = [
    ['a key by its hash', ({ hash }) => keys.byHash(store, hash)],
    ['a role', ({ workspaceId, userId }) => members.membership(store, workspaceId, userId)],
    ['a page', ({ workspaceId, pageId }) => pages.info(store, systemViewer(workspaceId), pageId)],
    ['its body', ({ workspaceId, pageId }) => contents.get(store, workspaceId, pageId)],
    [
      `${perWorkspace} pages under one`,
      ({ workspaceId }) => pages.children(store, workspaceId, workspaceId),
    ],
    [
      'the log of the index, 100 entries',
      ({ workspaceId }) => search.changes(store, workspaceId, 0, 256),
    ],
    [
      'an event, committed',
      ({ workspaceId, userId }) =>
        store.transactIn({ workspaceId }, (transaction) =>
          events.append(transaction, {
            workspaceId,
            id: newId(),
            type: 'x',
            actorId: userId,
            via: 'api',
            data: '{}',
            createdAt: 1,
          }),
        ),
    ],
  ]
  const min = { now: 0, minChanges: 1e6, minBytes: 1e9, retiredBefore: 0 }
  const rows: [string, string][] = []
  for (const [name, ask] of work)
    rows.push([name, digits(await timed(asked, (count) => ask(client(count))))])
  rows.push([
    'which workspaces have an index to merge',
    digits(await timed(5, () => search.leases.idle(store, min))),
  ])
  rows.push([
    'which are of an older analyser',
    digits(await timed(5, () => reindexing.outdated(store, version))),
  ])
  return rows
}

type Ids = { workspaceId: string; userId: string; pageId: string; hash: string }

async function idsOf(store: Store, size: number): Promise<(count: number) => Ids> {
  const ids = statement<Ids, { part: number }>(
    'bench.ids',
    `select w.id as "workspaceId", m.user_id as "userId", p.id as "pageId", k.hash
          from workspaces w join members m on m.workspace_id = w.id join api_keys k on k.user_id = m.user_id
          join pages p on p.workspace_id = w.id and p.position = 'a0007'
          where hashtext(w.id) % greatest(1, $part / 300) = 0 limit 300`,
  )
  const found = await store.all(ids, { part: Math.floor(size / perWorkspace) })
  return (count) =>
    found[count % found.length] ?? { workspaceId: '', userId: '', pageId: '', hash: '' }
}

async function timed(times: number, ask: (count: number) => Promise<unknown>): Promise<number> {
  const taken: number[] = []
  for (let count = 0; count < times; count += 1) {
    const start = performance.now()
    await ask(count)
    taken.push(performance.now() - start)
  }
  return median(taken)
}

async function measureSizes(client: pg.Client, size: number): Promise<[string, string][]> {
  const { rows } = await client.query<{ name: string; data: string; index: string }>(
    `select relname as name, pg_table_size(oid) as data, pg_indexes_size(oid) as index from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace
       and relname in ('pages', 'page_contents', 'events', 'search_changes', 'members') order by 1`,
  )
  return rows.map(({ name, data, index }) => [
    `${name}, bytes a page (of them index)`,
    `${digits((Number(data) + Number(index)) / size)} (${digits(Number(index) / size)})`,
  ])
}
