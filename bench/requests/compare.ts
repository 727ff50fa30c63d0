import assert from 'node:assert/strict'
import { cpSync, existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { askDatabase, startPostgres } from '../../test/support/stores/postgres.ts'
import type * as children from '../support/children.ts'
import { type Load, makeFolder, type Quire, startLoad, startQuire } from '../support/children.ts'
import type { Outcome } from '../support/load.ts'
import { describeMachine } from '../support/machine.ts'
import { median } from '../support/measure.ts'
import { moveStore } from '../support/move-store.ts'
import { processorTimeOf } from '../support/process-usage.ts'
import type * as seed from '../support/seed.ts'
import { addToLists } from '../support/seed.ts'
import { digits, formatTable } from '../support/table.ts'
import { makeWork, type Work, workNames } from '../support/work.ts'

const usage = `npm run bench:compare -- CHECKOUT [--postgres] [--rounds 7] [--only TEXT] [--pages 2000] [--connections 10]
  CHECKOUT  folder of another commit of Quire, after \`npm ci\` there
  --postgres  both copies of the store are databases of one PostgreSQL server
  --rounds  how often both commits take a turn
  --only    only the work whose name holds this text
  --pages   how many pages the store holds
  --connections  how many requests are in flight

Prints the processor time that the server of each commit takes for a request, and requests per second. Both run
at once on copies of one store, made by the other commit, and take turns: what slows the machine down slows both
down.
`
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    postgres: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '7' },
    only: { type: 'string', default: '' },
    pages: { type: 'string', default: '2000' },
    connections: { type: 'string', default: '10' },
    help: { type: 'boolean', default: false },
  },
})

const connections = Number(values.connections)
const sliceMilliseconds = 1500
/** A server that has just started still tidies up. */
const settlingMilliseconds = 2000

type Side = { quire: Quire }
type Slice = { cpu: number; perSecond: number }
type Sides = { before: Side; after: Side; load: Load; key: string }

const [checkout] = positionals
if (values.help || checkout === undefined) process.stdout.write(usage)
else await run(resolve(checkout))
// The children would keep the event loop alive; they end with this process.
process.exit()

async function run(folder: string): Promise<void> {
  const other = await importBenches(folder)
  const empty = await other.startStore(makeFolder())
  const seeded = await other.growStore(empty, { from: 0, to: Number(values.pages) })
  // By this commit: earlier ones have no such rows, and the copy is still to be made.
  await addToLists(seeded)
  const copied = join(makeFolder(), 'copy')
  cpSync(seeded.dataFolder, copied, { recursive: true })
  const databases = values.postgres ? await openDatabases() : undefined
  const environment = async (dataFolder: string, of: 'before' | 'after', code?: string) => {
    if (databases === undefined) return {}
    await moveStore(dataFolder, databases[of], code)
    return { DATABASE_URL: databases[of] }
  }
  const otherEnvironment = await environment(seeded.dataFolder, 'before', folder)
  const thisEnvironment = await environment(copied, 'after')
  const before: Side = { quire: await other.startQuire(seeded.dataFolder, [], otherEnvironment) }
  const after: Side = { quire: await startQuire(copied, [], thisEnvironment) }
  await sleep(settlingMilliseconds)
  const sides = { before, after, load: startLoad(), key: seeded.key }
  const rows: string[][] = []
  for (const name of workNames.filter((one) => one.includes(values.only))) {
    process.stderr.write(`${name} …\n`)
    rows.push([name, ...(await compare(sides, makeWork(name, seeded)))])
  }
  await Promise.all([before.quire.stop(), after.quire.stop()])
  await databases?.stop()
  const columns = [
    { heading: 'work', left: true as const },
    { heading: 'other cpu µs' },
    { heading: 'this cpu µs' },
    { heading: 'change' },
    { heading: 'other per second' },
    { heading: 'this per second' },
    { heading: 'change' },
  ]
  const store = values.postgres ? 'PostgreSQL' : 'SQLite'
  const rounds = `Medians of ${values.rounds} rounds at ${connections} connections, ${values.pages} pages, ${store}.`
  process.stdout.write(`${describeMachine()}\n\n${formatTable(columns, rows)}\n\n${rounds}\n`)
}

/** Two empty databases of one server. */
async function openDatabases() {
  const server = await startPostgres('durable')
  const [before, after] = ['quire_before', 'quire_after'].map((name) => {
    const url = new URL(server.url)
    url.pathname = `/${name}`
    return { name, url: url.href }
  })
  assert(before !== undefined && after !== undefined)
  for (const { name } of [before, after]) await askDatabase(server.url, `create database ${name}`)
  return { before: before.url, after: after.url, stop: server.stop }
}

type Other = Pick<typeof seed, 'startStore' | 'growStore'> & Pick<typeof children, 'startQuire'>

/** The other commit fills and starts its own store by its own benches. */
async function importBenches(folder: string): Promise<Other> {
  // Up to 7ece653 all benches were in one folder.
  const benchFolder = ['bench/support', 'bench'].find((one) =>
    existsSync(join(folder, one, 'seed.ts')),
  )
  if (benchFolder === undefined) throw new TypeError(`${folder} is no checkout of Quire.`)
  const [seeding, starting] = await Promise.all(
    ['seed.ts', 'children.ts'].map(
      (name) => import(pathToFileURL(join(folder, benchFolder, name)).href),
    ),
  )
  return { ...seeding, ...starting }
}

async function compare({ before, after, load, key }: Sides, work: Work): Promise<string[]> {
  const slice = async ({ quire }: Side): Promise<Slice> => {
    const max = work.once === undefined ? {} : { max: work.once * connections }
    const { port, pid } = quire
    const start = processorTimeOf(pid) ?? Number.NaN
    const outcome: Outcome = await load.run({
      ...max,
      name: `${work.name} ${port}`,
      path: work.path,
      bodies: work.bodies,
      key,
      port,
      connections,
      milliseconds: sliceMilliseconds,
    })
    const { answers, milliseconds } = outcome
    return {
      cpu: (((processorTimeOf(pid) ?? Number.NaN) - start) / answers) * 1e6,
      perSecond: (answers / milliseconds) * 1000,
    }
  }
  await slice(before)
  await slice(after)
  const rounds: { before: Slice; after: Slice }[] = []
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const first = round % 2 === 0 ? before : after
    const one = await slice(first)
    const two = await slice(first === before ? after : before)
    rounds.push(first === before ? { before: one, after: two } : { before: two, after: one })
  }
  return [...compareBy('cpu', rounds), ...compareBy('perSecond', rounds)]
}

function compareBy(
  figure: keyof Slice,
  rounds: readonly { before: Slice; after: Slice }[],
): string[] {
  const change = median(rounds.map(({ before, after }) => after[figure] / before[figure])) - 1
  return [
    digits(median(rounds.map(({ before }) => before[figure]))),
    digits(median(rounds.map(({ after }) => after[figure]))),
    `${change > 0 ? '+' : ''}${(change * 100).toFixed(1)} %`,
  ]
}
