import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { startPostgres } from '../../test/support/stores/postgres.ts'
import { type Load, makeFolder, type Quire, startLoad, startQuire } from '../support/children.ts'
import { describeMachine } from '../support/machine.ts'
import { median } from '../support/measure.ts'
import { moveStore } from '../support/move-store.ts'
import { measureRoundTrips } from '../support/round-trips.ts'
import { growStore, type Seeded, startStore } from '../support/seed.ts'
import { digits, formatTable } from '../support/table.ts'
import { makeWork, mixedWork, type Work } from '../support/work.ts'

const usage = `npm run bench:stores -- [--quick] [--pages 10000]
  The same store in SQLite and in PostgreSQL, one node and two, beside a bare round trip.
`
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    pages: { type: 'string', default: '10000' },
    help: { type: 'boolean', default: false },
  },
})

const connectionCounts = [1, 50]
const effort = values.quick ? { rounds: 2, milliseconds: 700 } : { rounds: 5, milliseconds: 1500 }

if (values.help) process.stdout.write(usage)
else await run()
process.exit()

async function run(): Promise<void> {
  say(describeMachine())
  const pages = Number(values.pages)
  const seeded = await growStore(await startStore(makeFolder()), { from: 0, to: pages })
  // As it would run: every commit is flushed to the disk.
  const postgres = await startPostgres('durable')
  try {
    const seconds = await moveStore(seeded.dataFolder, postgres.url)
    say(`${pages} pages of 2 KB, copied into PostgreSQL and compared in ${digits(seconds)} s.`)
    const trips = await measureRoundTrips(postgres.url, effort.milliseconds)
    say(
      formatTable(
        [
          { heading: 'bare PostgreSQL', left: true },
          { heading: 'in flight' },
          { heading: 'per second' },
        ],
        trips,
      ),
    )
    say(await compare(seeded, postgres.url))
  } finally {
    await postgres.stop()
  }
}

type Stage = { name: string; nodes: { quire: Quire; load: Load }[] }

async function compare(seeded: Seeded, url: string): Promise<string> {
  const { dataFolder } = seeded
  const start = (environment = {}) => startQuire(dataFolder, [], environment)
  const options = { DATABASE_URL: url }
  const node = async (quire: Quire) => ({ quire, load: startLoad() })
  const sqlite = await node(await start())
  const [one, other] = [await node(await start(options)), await node(await start(options))]
  const stages: Stage[] = [
    { name: 'SQLite', nodes: [sqlite] },
    { name: 'one node', nodes: [one] },
    { name: 'two nodes', nodes: [one, other] },
  ]
  const rows: string[][] = []
  for (const name of mixedWork) {
    const work = makeWork(name, seeded)
    for (const connections of connectionCounts) {
      process.stderr.write(`${name}, ${connections} connections …\n`)
      const [below = 0, alone = 0, both = 0] = await measureAll(stages, work, connections, seeded)
      rows.push([
        name,
        String(connections),
        digits(below),
        digits(alone),
        digits(alone / below),
        digits(both),
        digits(both / alone),
      ])
    }
  }
  for (const { quire } of [sqlite, one, other]) await quire.stop()
  const table = formatTable(
    [
      { heading: 'requests per second', left: true },
      { heading: 'connections' },
      { heading: 'SQLite' },
      { heading: 'PostgreSQL' },
      { heading: 'of SQLite' },
      { heading: 'two nodes' },
      { heading: 'of one' },
    ],
    rows,
  )
  return `${table}\n${cpus().length} cores for the load, the nodes and PostgreSQL together.`
}

/** In turns, so that a machine that gets slower or faster meanwhile does so for all. */
async function measureAll(
  stages: readonly Stage[],
  { path, bodies, name }: Work,
  connections: number,
  { key }: Seeded,
): Promise<number[]> {
  const rates = stages.map((): number[] => [])
  for (let round = 0; round <= effort.rounds; round += 1) {
    for (const [index, { nodes }] of stages.entries()) {
      const outcomes = await Promise.all(
        nodes.map(({ quire, load }) =>
          load.run({
            name,
            path,
            bodies,
            key,
            port: quire.port,
            connections: Math.max(1, Math.round(connections / nodes.length)),
            milliseconds: effort.milliseconds,
          }),
        ),
      )
      // The first round warms up.
      if (round === 0) continue
      rates[index]?.push(
        outcomes.reduce(
          (sum, { answers, milliseconds }) => sum + (answers / milliseconds) * 1000,
          0,
        ),
      )
    }
  }
  return rates.map(median)
}

function say(text: string): void {
  process.stdout.write(`${text}\n\n`)
}
