import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, createServer, request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openApp } from '../../../server/app.ts'
import { readConfig } from '../../../server/config.ts'
import { checkStore } from '../../../server/domain/transfer/check/check.ts'
import { createMigratedDatabase } from '../stores/postgres.ts'
import { type Ended, initialize, runCommand, type ServerProcess, startProcess } from './process.ts'

export type First = Awaited<ReturnType<typeof initialize>>

export type Cluster = {
  nodes: ServerProcess[]
  /** Sends each request to the next node that listens. */
  address: string
  first: First
  dataFolder: string
  environment: { DATABASE_URL: string }
  quire: (...words: string[]) => Promise<Ended>
  /** Everything `quire check` finds wrong. */
  faults: () => Promise<string[]>
  close: () => Promise<void>
}

/** Several server processes on one PostgreSQL, with one folder of files, behind a round-robin proxy. */
export type ClusterOptions = {
  /** Milliseconds by which the clock of each node is ahead. */
  clocks?: readonly number[]
}

export async function startCluster(
  count: number,
  given?: { url: string },
  more: Record<string, string> = {},
  { clocks = clocksOfRun() }: ClusterOptions = {},
): Promise<Cluster> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'quire-cluster-'))
  const database =
    given === undefined ? await createMigratedDatabase() : { ...given, drop: undefined }
  const environment = { DATABASE_URL: database.url, ...more }
  const settings = { dataFolder, environment }
  const first = await initialize(settings)
  const nodes = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      startProcess({ ...settings, clockMs: clocks[index] }),
    ),
  )
  const proxy = await startProxy(nodes)
  const port = portOf(proxy)
  return {
    nodes,
    address: `http://127.0.0.1:${port}`,
    first,
    dataFolder,
    environment,
    quire: (...words) => runCommand(words, settings),
    faults: async () => {
      const app = await openApp(readConfig({ QUIRE_DATA: dataFolder, ...environment }))
      const { store, files } = app.contextFor(anonymousCaller)
      const report = await checkStore({ store, files }).finally(app.close)
      return report.faults.map(({ part, message }) => `${part}: ${message}`)
    },
    close: async () => {
      proxy.closeAllConnections()
      proxy.close()
      await Promise.all(nodes.map((node) => node.stop()))
      await database.drop?.()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

/** Set by test/faults/long, where the nodes of every cluster disagree about the time. */
function clocksOfRun(): number[] {
  const given = process.env['QUIRE_NODE_CLOCKS']
  return given === undefined ? [] : given.split(',').map(Number)
}

const anonymousCaller = {
  userId: '',
  keyId: undefined,
  via: 'cli',
  readOnly: true,
  workspaceIds: undefined,
} as const

/** A load balancer that knows nothing but who is up; a request that was under way is never sent twice. */
async function startProxy(nodes: readonly ServerProcess[]): Promise<Server> {
  const agent = new Agent({ keepAlive: true })
  const down = new Set<ServerProcess>()
  for (const node of nodes) void node.ended.then(() => down.add(node))
  let turn = 0
  const next = () => {
    const up = nodes.filter((node) => !down.has(node))
    return up[(turn += 1) % up.length]
  }
  const server = createServer((received, reply) => {
    const node = next()
    if (node === undefined) {
      reply.writeHead(502).end()
      return
    }
    const { method, headers } = received
    const forwarded = request(node.address + (received.url ?? ''), { method, headers, agent })
    forwarded.on('response', (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    forwarded.on('error', () => reply.destroy())
    received.pipe(forwarded)
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return server
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
