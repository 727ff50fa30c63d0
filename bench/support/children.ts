import assert from 'node:assert/strict'
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { serverArguments, serverEnvironment } from '../../server/lib/start-command.ts'
import type { Job, Outcome } from './load.ts'

const children = new Set<ChildProcess>()
const folders = new Set<string>()
const maxStartMs = 30_000

/** However the bench ends, nothing of it stays behind. */
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quire-bench-'))
  folders.add(folder)
  return folder
}

export type Quire = {
  pid: number
  port: number
  /** Milliseconds from the start of the process until it said that it listens. */
  stop: () => Promise<void>
  /** As a power cut does. */
  kill: () => Promise<void>
}

/** Starts the program itself, as a person would, on a data folder. */
export async function startQuire(
  dataFolder: string,
  nodeOptions: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<Quire> {
  const child = keep(
    spawn(process.execPath, [...nodeOptions, ...serverArguments], {
      env: { ...process.env, ...settings, QUIRE_DATA: dataFolder, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  )
  assert(child.stdout !== null && child.pid !== undefined)
  const port = await portOf(child.stdout)
  child.stdout.resume()
  const { pid } = child
  return { pid, port, stop: () => stop(child), kill: () => stop(child, 'SIGKILL') }
}

/** Unlimited and quiet, on a free port. */
const settings = {
  HOST: '127.0.0.1',
  PORT: '0',
  RATE_LIMIT: '0',
  LOG_LEVEL: 'error',
  PUBLIC_URL: '',
  DATABASE_URL: '',
  ...serverEnvironment,
}

export type Bare = { pid: number; port: number; answerWith: (answer: unknown) => Promise<void> }

export async function startBare(): Promise<Bare> {
  const child = keep(fork(pathOf('./bare.ts')))
  const port: unknown = await reply(child)
  assert(typeof port === 'number' && child.pid !== undefined)
  const answerWith = async (answer: unknown) => {
    child.send(JSON.parse(JSON.stringify(answer)))
    await reply(child)
  }
  return { pid: child.pid, port, answerWith }
}

/** Sends what it receives to all that are connected. */
export async function startEcho(): Promise<Pick<Bare, 'pid' | 'port'>> {
  const child = keep(fork(pathOf('../live/echo.ts')))
  const port: unknown = await reply(child)
  assert(typeof port === 'number' && child.pid !== undefined)
  return { pid: child.pid, port }
}

export type Load = { run: (job: Job) => Promise<Outcome> }

/** The load generator; a job that had an answer other than 200 ends the bench. */
export function startLoad(): Load {
  const child = keep(fork(pathOf('./load.ts'), { serialization: 'advanced' }))
  return {
    run: async (job) => {
      child.send(job)
      // SAFETY: load.ts answers a job with its outcome.
      const outcome = (await reply(child)) as Outcome
      assert.equal(
        outcome.refusals,
        0,
        `${outcome.refusals} of ${outcome.answers} answers of ${job.path} were not 200: ${outcome.fault}`,
      )
      return outcome
    },
  }
}

async function portOf(output: NodeJS.ReadableStream): Promise<number> {
  const lines = createInterface({ input: output })
  const timer = setTimeout(() => lines.close(), maxStartMs)
  for await (const line of lines) {
    const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1]
    if (port === undefined) continue
    clearTimeout(timer)
    return Number(port)
  }
  return assert.fail('The server did not start.')
}

async function reply(child: ChildProcess): Promise<unknown> {
  const ended = new AbortController()
  const end = () => ended.abort()
  child.once('exit', end)
  try {
    const [message]: unknown[] = await once(child, 'message', { signal: ended.signal })
    return message
  } finally {
    child.off('exit', end)
  }
}

/** The way an operator stops it: requests in flight finish, the store is closed. */
async function stop(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') {
  if (child.exitCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
  children.delete(child)
}

function keep<Child extends ChildProcess>(child: Child): Child {
  children.add(child)
  return child
}

function pathOf(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url))
}
