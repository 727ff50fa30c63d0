/** What typing on a live page costs, beside a bare echo over WebSockets in the same run: `npm run bench:live`. */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { makeFolder, startEcho, startQuire } from '../support/children.ts'
import { describeMachine } from '../support/machine.ts'
import { processorTimeOf } from '../support/process-usage.ts'
import { addWriters, startWorkspace } from '../support/seed.ts'
import { type Column, digits, formatTable } from '../support/table.ts'
import { liveLimits } from '../support/targets.ts'
import { measureApiWrites } from './api-writes.ts'
import { largePage, positionsIn } from './large-page.ts'
import { memoryOfOpenPage } from './open-memory.ts'
import { openAfterSteps } from './opening.ts'
import { type PageAtServer, Typists } from './typists.ts'

const usage = `npm run bench:live -- [--seconds 20] [--steps 10000]
  --seconds  how long people type in each round
  --steps    steps of the page whose opening is measured
`
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    steps: { type: 'string', default: '10000' },
    help: { type: 'boolean', default: false },
  },
})
const keysPerSecond = 5
const idleMs = 3000
const counts = [1, 10, 50]

type Round = {
  writers: number
  keys: number
  /** Milliseconds of processor time. */
  perKey: number
  shareOfCore: number
  /** Of the same server with the same connections, while nobody types. */
  idleShare: number
  p50: number
  p95: number
}

if (values.help) process.stdout.write(usage)
else await main()
process.exit()

async function main(): Promise<void> {
  process.stdout.write(`${describeMachine()}\n\n`)
  const dataFolder = makeFolder()
  const { workspaceId, key, userId } = await startWorkspace(dataFolder)
  const writerKeys = await addWriters(dataFolder, workspaceId, Math.max(...counts))
  const quire = await startQuire(dataFolder)
  const echo = await startEcho()
  const create = (port: number) => largePage({ port, key, writerKeys, workspaceId })
  // Each kind of work compiles its code before it is measured.
  const first = await create(quire.port)
  await type(quire.pid, first, 10)
  await type(echo.pid, { ...first, port: echo.port }, 10)
  const rounds: [Round, Round][] = []
  for (const writers of counts) {
    const page = await create(quire.port)
    const bare = await type(echo.pid, { ...page, port: echo.port }, writers)
    rounds.push([await type(quire.pid, page, writers), bare])
  }
  process.stdout.write(`${reportRounds(rounds)}\n\n`)
  await measureApiWrites(await create(quire.port))
  const writes = await measureApiWrites(await create(quire.port))
  await quire.stop()
  const bytes = await writes.journalBytes({ dataFolder, userId })
  const memory = await memoryOfOpenPage({ dataFolder, userId, workspaceId })
  const opening = await openAfterSteps(
    { dataFolder, key, workspaceId },
    { steps: Number(values.steps), create },
  )
  const [last] = rounds.at(-1) ?? []
  const measured = {
    keystroke: last?.perKey,
    seen: last?.p95,
    memory,
    opening,
    writeBytes: bytes,
    writeEdit: writes.editMs,
    writeUpdate: writes.updateMs,
  }
  process.stdout.write(`${reportLimits(measured)}\n`)
}

async function type(pid: number, page: PageAtServer, writers: number): Promise<Round> {
  const seconds = Number(values.seconds)
  const typing = { writers, positions: positionsIn(writers), seconds, keysPerSecond }
  const typists = new Typists(page, typing)
  await typists.open()
  const idle = await usageOf(pid, () => sleep(idleMs))
  const { used, elapsed, result } = await usageOf(pid, () => typists.type())
  const { keys, seen } = result
  await typists.close()
  const quantile = (share: number) => seen.at(Math.floor(seen.length * share)) ?? NaN
  const [p50, p95] = [quantile(0.5), quantile(0.95)]
  const shares = { shareOfCore: used / elapsed, idleShare: idle.used / idle.elapsed }
  return { writers, keys, perKey: (used * 1000) / keys, ...shares, p50, p95 }
}

/** Seconds of processor time and of time. */
async function usageOf<Result>(pid: number, run: () => Promise<Result>) {
  const [time, before] = [performance.now(), processorTimeOf(pid) ?? NaN]
  const result = await run()
  const used = (processorTimeOf(pid) ?? NaN) - before
  return { result, used, elapsed: (performance.now() - time) / 1000 }
}

function reportRounds(rounds: readonly [Round, Round][]): string {
  const columns: Column[] = [
    'writers, each reads',
    'keys',
    'cpu ms a key',
    'bare',
    'share of a core',
    'bare',
    'idle',
    'bare',
    'seen p50 ms',
    'bare',
    'seen p95 ms',
    'bare',
  ].map((heading) => ({ heading }))
  const rows = rounds.map(([quire, bare]) => [
    String(quire.writers),
    digits(quire.keys),
    ...(['perKey', 'shareOfCore', 'idleShare', 'p50', 'p95'] as const).flatMap((name) => [
      digits(quire[name]),
      digits(bare[name]),
    ]),
  ])
  return formatTable(columns, rows)
}

type Measured = Record<keyof typeof liveLimits, number | undefined>

function reportLimits(measured: Measured): string {
  const columns: Column[] = [
    { heading: 'page of 50 KB', left: true },
    { heading: 'measured' },
    { heading: 'at most' },
    { heading: '', left: true },
  ]
  // SAFETY: the names of the limits.
  const names = Object.keys(liveLimits) as (keyof typeof liveLimits)[]
  const rows = names.map((name) => {
    const { title, max } = liveLimits[name]
    const value = measured[name]
    return [
      title,
      digits(value),
      digits(max),
      value !== undefined && value <= max ? 'pass' : 'FAIL',
    ]
  })
  return formatTable(columns, rows)
}
