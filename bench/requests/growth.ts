import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  type Bare,
  type Load,
  makeFolder,
  startBare,
  startLoad,
  startQuire,
} from '../support/children.ts'
import { describeMachine } from '../support/machine.ts'
import { measure, type Measurement, type RoundLengths } from '../support/measure.ts'
import { growStore, type Seeded, startStore } from '../support/seed.ts'
import { timeStarts } from '../support/start-times.ts'
import { type Column, digits, formatTable } from '../support/table.ts'
import { maxStartMs } from '../support/targets.ts'
import { makeWork, mixedWork } from '../support/work.ts'

const usage = `npm run bench:growth -- [--sizes 1000,10000,100000] [--starts 5]
  --sizes   how many pages the store holds, several numbers with commas
  --starts  how often the program is started on each store
`
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,10000,100000' },
    starts: { type: 'string', default: '5' },
    help: { type: 'boolean', default: false },
  },
})

const sizes = values.sizes.split(',').map(Number)
const connectionCounts = [1, 50]
const lengths: RoundLengths = { rounds: 3, bareMilliseconds: 400, milliseconds: 800 }

async function run(): Promise<void> {
  process.stdout.write(`${describeMachine()}\n\n`)
  const bare = await startBare()
  const load = startLoad()
  const columns: Measurement[][] = []
  const starts: Starts[] = []
  let seeded = await startStore(makeFolder())
  let from = 0
  for (const to of sizes) {
    process.stderr.write(`${to} pages …\n`)
    seeded = await growStore(seeded, { from, to })
    from = to
    starts.push(await measureStarts(seeded))
    columns.push(await measureSize(copyOf(seeded), bare, load))
  }
  process.stdout.write(`${reportStarts(starts)}\n\n${report(columns)}\n`)
}

/** Beside the limit, which a store of any size has to keep. */
function reportStarts(starts: readonly Starts[]): string {
  const limited = (name: string, first: 'pageStats' | 'search') => {
    const times = starts.map((start) => start[first])
    const verdict = times.every((time) => time <= maxStartMs) ? 'ok' : 'MISSED'
    return [name, ...times.map(digits), String(maxStartMs), verdict]
  }
  const rows = [
    limited('page stats', 'pageStats'),
    limited('search', 'search'),
    ['page stats, without a compile cache', ...starts.map(({ cold }) => digits(cold)), '', ''],
  ]
  const headings: Column[] = [
    { heading: 'start to first answer, ms', left: true },
    ...sizeHeadings(),
    { heading: 'most' },
    { heading: '' },
  ]
  return formatTable(headings, rows)
}

function sizeHeadings(): Column[] {
  return sizes.map((size) => ({ heading: `${size.toLocaleString('en-US')} pages` }))
}

/** Creating pages while measuring must not change how many the next size starts from. */
function copyOf(seeded: Seeded): Seeded {
  const dataFolder = join(makeFolder(), 'copy')
  cpSync(seeded.dataFolder, dataFolder, { recursive: true })
  return { ...seeded, dataFolder }
}

/** Milliseconds from the start of the process to the answer of its first request, whatever that is. */
type Starts = { pageStats: number; search: number; cold: number }

async function measureStarts({ dataFolder, key, workspaceId, pageIds }: Seeded): Promise<Starts> {
  const body = { workspaceId, pageId: pageIds[0] }
  const query = { workspaceId, query: 'garden planet' }
  const time = (path: string, asked: object, environment = {}) =>
    timeStarts(Number(values.starts), () => dataFolder, { path, key, body: asked }, environment)
  return {
    pageStats: await time('/v1/pages/stats', body),
    search: await time('/v1/search/pages', query),
    cold: await time('/v1/pages/stats', body, { NODE_DISABLE_COMPILE_CACHE: '1' }),
  }
}

/** Without the first reads of pages: a small store does not have enough of them. */
async function measureSize(seeded: Seeded, bare: Bare, load: Load): Promise<Measurement[]> {
  const quire = await startQuire(seeded.dataFolder)
  const stage = { quire, bare, load, key: seeded.key }
  const measurements: Measurement[] = []
  for (const name of mixedWork) {
    const work = makeWork(name, seeded)
    for (const connections of connectionCounts) {
      measurements.push(await measure(stage, work, connections, lengths))
    }
  }
  await quire.stop()
  return measurements
}

type Figure = (measurement: Measurement) => number | undefined

const figures: readonly [string, Figure][] = [
  ['requests/s', ({ quire }) => quire.perSecond],
  ['p50 ms', ({ quire }) => quire.p50],
  ['cpu µs of a request', ({ quire }) => quire.processorTime],
  ['ratio to bare', ({ ratio }) => ratio],
]

/** A table for each figure, with the sizes side by side. */
function report(columns: readonly Measurement[][]): string {
  return figures.map(([name, figure]) => reportFigure(name, figure, columns)).join('\n\n')
}

function reportFigure(name: string, figure: Figure, columns: readonly Measurement[][]): string {
  const headings: Column[] = [
    { heading: name, left: true },
    { heading: 'connections' },
    ...sizeHeadings(),
    { heading: 'last / first' },
  ]
  const rows = (columns[0] ?? []).map(({ work, connections }, index) => {
    const cells = columns.map((column) => column[index]).filter((cell) => cell !== undefined)
    const values = cells.map((cell) => figure(cell) ?? Number.NaN)
    const growth = (values.at(-1) ?? Number.NaN) / (values[0] ?? Number.NaN)
    return [work, String(connections), ...values.map(digits), digits(growth)]
  })
  return formatTable(headings, rows)
}

if (values.help) process.stdout.write(usage)
else await run()
// The children would keep the event loop alive; they end with this process.
process.exit()
