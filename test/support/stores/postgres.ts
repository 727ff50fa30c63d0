import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { migrate } from '../../../server/store/postgres/migrate.ts'
import { loadPostgres } from './postgres-package.ts'

/** Where the run of all tests leaves the address of its server for the files it starts. */
const inherited = 'QUIRE_TEST_POSTGRES'
/** And the name of a database that is migrated and empty: a copy costs less than the migrations. */
const inheritedTemplate = 'QUIRE_TEST_TEMPLATE'

/** What a test writes need not survive a power cut. */
const careless = ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'max_wal_size=256MB']

export type PostgresServer = {
  url: string
  stop: () => Promise<void>
  /** Down, until it is started again on the same data. */
  pause: () => Promise<void>
  resume: () => Promise<void>
  /** To the server and all its processes: SIGKILL is a crash, until it is started again; SIGSTOP a hang. */
  signal: (signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT') => Promise<void>
}

/** A real PostgreSQL of its own, from the npm registry, in a temporary folder. */
export async function startPostgres(
  durability: 'fast' | 'durable' = 'fast',
  connections = 300,
): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-postgres-'))
  // The server may run as another user, who has to get through to its own folder.
  await chmod(folder, 0o755)
  const password = randomBytes(8).toString('hex')
  const port = await freePort()
  const { load, remove } = await withoutExitHooks(loadPostgres)
  const server = new load.default({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password,
    // PostgreSQL refuses to run as root; the package then makes the user postgres.
    createPostgresUser: process.getuid?.() === 0,
    // The order of text must not come from the database: one that sorts as a dictionary would show it.
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en'],
    postgresFlags: [
      '-c',
      `max_connections=${connections}`,
      ...(durability === 'fast' ? careless : []),
    ],
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    pause: () => server.stop(),
    resume: () => server.start(),
    signal: async (signal) => {
      const file = await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8')
      for (const pid of await familyOf(Number.parseInt(file, 10))) process.kill(pid, signal)
    },
    stop: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
      await remove()
    },
  }
}

/** A process and those it has started. */
async function familyOf(parent: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid='])
  const rows = stdout.trim().split('\n')
  const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number))
  return [parent, ...pairs.flatMap(([pid = 0, ppid]) => (ppid === parent ? [pid] : []))]
}

let own: Promise<PostgresServer> | undefined

/** The server of this run: the one that was given, the one all files share, or one for this file alone. */
async function serverUrl(): Promise<string> {
  const given = process.env['DATABASE_URL'] ?? process.env[inherited]
  if (given !== undefined) return given
  own ??= startPostgres()
  return (await own).url
}

/** Starts the server that all files of a run share; gives its end. */
export async function sharePostgres(): Promise<() => Promise<void>> {
  process.env[inherited] = await serverUrl()
  const template = await createDatabase()
  const client = new pg.Client({ connectionString: template.url })
  await client.connect()
  await migrate(client)
  await client.end()
  process.env[inheritedTemplate] = new URL(template.url).pathname.slice(1)
  return async () => {
    // The databases of the run's own server go with it, which may be stopping already.
    await (own === undefined ? template.drop() : (await own).stop())
  }
}

export type TestDatabase = { url: string; drop: () => Promise<void> }

/** A new, empty database on the server of this run. */
export async function createDatabase(
  name = `quire_test_${randomBytes(6).toString('hex')}`,
  template = 'template0',
): Promise<TestDatabase> {
  const server = await serverUrl()
  await askDatabase(server, `create database ${name} template ${template}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const drop = async () => {
    await askDatabase(server, `drop database if exists ${name} with (force)`)
  }
  return { url: url.href, drop }
}

/** What a statement gives that no door of the program would run. */
export async function askDatabase<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

/** The same, migrated where the run has a template of it. */
export function createMigratedDatabase(): Promise<TestDatabase> {
  return createDatabase(undefined, process.env[inheritedTemplate])
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        resolve(typeof address === 'object' && address !== null ? address.port : 0),
      )
    })
  })
}

/**
 * The package hooks into the end of the process, where it ends a run with failures with 0. Whoever starts a
 * server here stops it, so nothing is left for the hooks to do.
 */
async function withoutExitHooks<Result>(load: () => Promise<Result>): Promise<Result> {
  const events = ['beforeExit', 'exit'] as const
  const known = new Set(events.flatMap((event) => process.listeners(event)))
  const loaded = await load()
  for (const event of events) {
    for (const listener of process.listeners(event)) {
      if (!known.has(listener)) process.off(event, listener)
    }
  }
  return loaded
}
