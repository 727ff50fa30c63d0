import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdir, mkdtemp } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { buildClientPackages } from '../../packages/client-packages.ts'
import { root } from '../../packages/compile.ts'
import { digits, formatTable } from '../support/table.ts'

const runs = 21
const limitMs = 150
const checkout = join(root, 'client/cli/main.ts')
const list = ['skills', 'list']
/** Node with one request, to see how busy the machine is. */
const bare = ['--eval', 'fetch(process.env.QUIRE_URL)']

/** How long a program takes from its start to its first request. */
async function measure(program: readonly string[]): Promise<number[]> {
  const times: number[] = []
  for (let number = 0; number < runs; number += 1) times.push(await startOnce(program))
  // The first start fills the caches of the file system.
  return times.slice(1).toSorted((a, b) => a - b)
}

async function startOnce(program: readonly string[]): Promise<number> {
  const { promise: requested, resolve: arrived } = Promise.withResolvers<number>()
  const server = createServer((_request, response) => {
    arrived(performance.now())
    response.end()
  })
  const url = await listen(server)
  const environment = { PATH: process.env['PATH'], QUIRE_URL: url, QUIRE_KEY: 'svc_start' }
  const start = performance.now()
  const child = spawn(process.execPath, program, {
    env: environment,
    stdio: 'ignore',
  })
  const time = (await requested) - start
  child.kill('SIGKILL')
  server.closeAllConnections()
  server.close()
  return time
}

function listen(server: Server): Promise<string> {
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      done(`http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`)
    })
  })
}

/** The program as its package contains it. */
async function buildCommand(): Promise<string> {
  // tsc finds the types of Node from here.
  const cache = join(root, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const work = await mkdtemp(join(cache, 'quire-bench-'))
  process.once('exit', () => rmSync(work, { recursive: true, force: true }))
  const command = join(work, 'command')
  await buildClientPackages(join(work, 'stage'), { client: join(work, 'client'), command })
  return join(command, 'client/cli/main.js')
}

const rows: string[][] = []
for (const [name, program] of [
  ['Node alone', bare],
  ['package', [await buildCommand(), ...list]],
  ['checkout', [checkout, ...list]],
] as const) {
  const times = await measure(program)
  const median = times[Math.floor(times.length / 2)] ?? Number.NaN
  rows.push([
    name,
    digits(times[0] ?? Number.NaN),
    digits(median),
    name === 'package' ? String(limitMs) : '',
  ])
  // The package is what people install.
  if (name === 'package' && median > limitMs) process.exitCode = 1
}
const headings = ['fastest ms', 'median ms', 'limit ms'].map((heading) => ({ heading }))
console.log(formatTable([{ heading: 'program', left: true }, ...headings], rows))
