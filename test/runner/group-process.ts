import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, loadavg } from 'node:os'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Message } from './messages.ts'
import type { Group } from './plan.ts'

export type Failure = { file: string; name: string; location: string; error: string }

export type GroupResult = {
  passed: number
  skipped: string[]
  /** Failed tests, and files that failed outside a test. */
  failures: Failure[]
  /** Processor time of each file that has ended, in seconds. */
  used: Map<string, number>
}

export type GroupOptions = {
  /** Runs only the tests whose names match. */
  testName?: string
  /** Runs none of the tests whose names match. */
  skipped?: readonly RegExp[]
  /** Time in which a file has to end, instead of the usual. */
  seconds?: number
  /** Called with each failure as it happens. */
  onFailure: (failure: Failure) => void
}

/** Time in which a file has to end, in seconds on a machine with a free core. */
const defaultLimit = 60
/** Files with many whole processes, or with hundreds of cases that each go through every interface. */
const limits: Readonly<Record<string, number>> = {
  'test/browser/languages.test.ts': 600,
  'test/api/merges/pairs.test.ts': 180,
  'test/api/rights/matrix.test.ts': 300,
}
const longLimit = 3600
/** Time from the last test to the end of the process. */
const endSeconds = 20

const groupFile = fileURLToPath(new URL('./group.ts', import.meta.url))
const flags = [
  '--import',
  new URL('../support/processes/loopback-only.ts', import.meta.url).href,
  `--test-reporter=${new URL('./reporter.ts', import.meta.url).href}`,
  '--test-reporter-destination=stdout',
]

const running = new Set<ChildProcess>()

/** Ends the processes of all groups, with everything that they started. */
export function killGroups(): void {
  for (const child of running) kill(child)
}

/**
 * Runs the files of a group in a process. When a file ends the process or does not end in time, this file fails, and
 * the files after it run in another process.
 */
export async function runGroup(group: Group, options: GroupOptions): Promise<GroupResult> {
  const result: GroupResult = { passed: 0, skipped: [], failures: [], used: new Map() }
  const batches = [group.files]
  for (let files = batches.shift(); files !== undefined; files = batches.shift()) {
    const left = await runFiles({ ...group, files }, options, result)
    // The process ended before its first test, and nothing says which file ended it.
    if (left.length === files.length) batches.unshift(...left.map((file) => [file]))
    else if (left.length > 0) batches.unshift(left)
  }
  return result
}

/** Runs files in one process and gives those that did not run. */
async function runFiles(
  group: Group,
  options: GroupOptions,
  result: GroupResult,
): Promise<readonly string[]> {
  const child = startGroup(group, options)
  const output = collectOutput(child)
  const failed = new Set<string>()
  let current: string | undefined
  const fail = (file: string, failure: Omit<Failure, 'file'>) => {
    failed.add(file)
    result.failures.push({ file, ...failure })
    options.onFailure({ file, ...failure })
  }
  const failFile = (error: string) => {
    const file = current ?? group.files[0] ?? ''
    fail(file, { name: 'the file', location: file, error })
  }
  const watch = new Watch(() => {
    const isOver = result.used.has(group.files.at(-1) ?? '') && failed.size > 0
    if (!isOver) failFile('It did not end in time.')
    kill(child)
  })
  watch.start(limitOf('', options))
  const lines = createInterface({ input: pipeOf(child) })
  lines.on('line', (line) => {
    // SAFETY: only `send` writes to the pipe.
    const message = JSON.parse(line) as Message
    if (message.kind === 'start') {
      current = message.file
      watch.start(limitOf(current, options))
    } else if (message.kind === 'end') {
      result.used.set(message.file, message.seconds)
      // A resource that was left open keeps the process from ending.
      const isLast = message.file === group.files.at(-1)
      watch.start(isLast && message.hasLeftovers ? 1 : endSeconds)
    } else if (message.kind === 'passed') result.passed += 1
    else if (message.kind === 'skipped') result.skipped.push(`${current}: ${message.name}`)
    else fail(current ?? message.file, message)
  })
  const [[code, signal]] = await Promise.all([once(child, 'close'), once(lines, 'close')])
  watch.stop()
  running.delete(child)
  // Ends what the tests left running.
  kill(child)

  const left = group.files.filter((file) => !result.used.has(file) && !failed.has(file))
  const isLost = current !== undefined && left.includes(current)
  if (isLost || (code !== 0 && failed.size === 0 && (current !== undefined || left.length === 1))) {
    failFile(`The process ended with ${signal ?? code}.`)
  }
  if (failed.size > 0) process.stdout.write(output())
  return left.filter((file) => !failed.has(file))
}

function limitOf(file: string, { seconds = defaultLimit }: GroupOptions): number {
  return file.endsWith('.long.ts') ? longLimit : (limits[file] ?? seconds)
}

function startGroup(group: Group, { testName, skipped = [] }: GroupOptions): ChildProcess {
  const names = [
    ...(testName === undefined ? [] : [`--test-name-pattern=${testName}`]),
    ...skipped.map((pattern) => `--test-skip-pattern=${pattern}`),
  ]
  const child = spawn(process.execPath, [...flags, ...names, groupFile, ...group.files], {
    env: { ...process.env, ...group.environment },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    // A group of processes of its own, so that it can be ended with everything that it started.
    detached: true,
  })
  running.add(child)
  return child
}

/** Ends a process and those that it started. */
function kill({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // None of them is left.
  }
}

/** Collects what a process writes; it is shown only if a test fails. */
function collectOutput({ stdout, stderr }: ChildProcess): () => string {
  const chunks: Buffer[] = []
  for (const stream of [stdout, stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk))
  return () => Buffer.concat(chunks).toString()
}

function pipeOf({ stdio }: ChildProcess): Readable {
  const pipe = stdio[3]
  if (!(pipe instanceof Readable)) throw new Error('the process has no pipe to the runner')
  return pipe
}

/** Calls a function when a time has passed. The time is longer in proportion to the load of the machine. */
class Watch {
  #timer: NodeJS.Timeout | undefined
  readonly #onLate: () => void

  constructor(onLate: () => void) {
    this.#onLate = onLate
  }

  start(seconds: number): void {
    this.stop()
    const started = performance.now()
    this.#timer = setInterval(() => {
      const load = Math.max(1, (loadavg()[0] ?? 1) / availableParallelism())
      if (performance.now() - started < seconds * load * 1000) return
      this.stop()
      this.#onLate()
    }, 1000)
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
