import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeFolder, startLoad, startQuire } from '../support/children.ts'
import { describeMachine } from '../support/machine.ts'
import { type Profile, type Share, shareOut } from '../support/profile-groups.ts'
import { type Step, stepsOf } from '../support/profile-steps.ts'
import { addToLists, growStore, startStore } from '../support/seed.ts'
import {
  compareTimes,
  readStatementTimes,
  type StatementShare,
} from '../support/statement-times.ts'
import { digits, formatTable } from '../support/table.ts'
import { makeWork, type Work, workNames } from '../support/work.ts'

const usage = `node bench/requests/profile.ts [--connections 50] [--seconds 4] [--pages 10000] [--functions 25]
                                    [--rate-limit 0] [WORK …]
  WORK is the beginning of one of: ${workNames.join(' | ')}; all when left out
`
const { values, positionals } = parseArgs({
  options: {
    connections: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '4' },
    pages: { type: 'string', default: '10000' },
    functions: { type: 'string', default: '25' },
    'rate-limit': { type: 'string', default: '0' },
    help: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})

if (values.help) process.stdout.write(usage)
else await run()
// The children would keep the event loop alive; they end with this process.
process.exit()

async function run(): Promise<void> {
  process.stdout.write(`${describeMachine()}\n`)
  const wanted = workNames.filter(
    (name) => positionals.length === 0 || positionals.some((start) => name.startsWith(start)),
  )
  assert(wanted.length > 0, usage)
  const seeded = await growStore(await startStore(makeFolder()), {
    from: 0,
    to: Number(values.pages),
  })
  await addToLists(seeded)
  for (const name of wanted) {
    const { profile, from, to, answers, statements } = await record(makeWork(name, seeded), seeded)
    const { busy, groups, functions } = shareOut(profile, from, to)
    const seconds = (to - from) / 1e6
    process.stdout.write(
      `\n${name}, ${values.connections} connections: ${Math.round(answers / seconds)} requests/s while profiled, main thread busy ${percent(busy)}\n\n`,
    )
    process.stdout.write(`${list('group', groups)}\n\n`)
    process.stdout.write(`${listSteps(stepsOf(profile, { from, to, requests: answers }))}\n\n`)
    process.stdout.write(`${listStatements(statements)}\n\n`)
    process.stdout.write(`${list('function', functions.slice(0, Number(values.functions)))}\n`)
  }
}

type Recording = {
  profile: Profile
  from: number
  to: number
  answers: number
  statements: StatementShare[]
}

/** Loads a server under the profiler; `from` and `to` leave the start and the warming up out. */
async function record(
  work: Work,
  { dataFolder, key }: { dataFolder: string; key: string },
): Promise<Recording> {
  const folder = makeFolder()
  const quire = await startQuire(
    dataFolder,
    ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=200'],
    { RATE_LIMIT: values['rate-limit'] },
  )
  const load = startLoad()
  const job = {
    name: work.name,
    path: work.path,
    bodies: work.bodies,
    port: quire.port,
    key,
    connections: Number(values.connections),
  }
  await load.run({ ...job, milliseconds: 1000 })
  const before = await readStatementTimes(quire.port)
  const from = now()
  const { answers } = await load.run({ ...job, milliseconds: Number(values.seconds) * 1000 })
  const to = now()
  const statements = compareTimes(before, await readStatementTimes(quire.port), answers)
  await quire.stop()
  const file = readdirSync(folder).find((name) => name.endsWith('.cpuprofile'))
  assert(file !== undefined, 'The server left no profile.')
  // SAFETY: V8 wrote it.
  const profile = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profile
  return { profile, from, to, answers, statements }
}

/** Microseconds of the clock that V8's profiles are written in. */
function now(): number {
  return Number(process.hrtime.bigint() / 1000n)
}

function list(heading: string, shares: readonly Share[]): string {
  const rows = shares.map(({ name, share }) => [percent(share), name])
  return formatTable([{ heading: 'share' }, { heading, left: true }], rows)
}

function listSteps(steps: readonly Step[]): string {
  return formatTable(
    [{ heading: 'step', left: true }, { heading: 'µs a request, profiled' }],
    steps.map(({ name, microseconds }) => [name, digits(microseconds)]),
  )
}

function listStatements(statements: readonly StatementShare[]): string {
  return formatTable(
    [
      { heading: 'statement', left: true },
      { heading: 'runs a request' },
      { heading: 'µs a request' },
    ],
    statements.map(({ name, perRequest, microseconds }) => [
      name,
      digits(perRequest),
      digits(microseconds),
    ]),
  )
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
