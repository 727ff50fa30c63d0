import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { measureUploadBound } from '../files/upload-bound.ts'
import { makeFolder, startBare, startLoad, startQuire } from '../support/children.ts'
import { describeMachine } from '../support/machine.ts'
import { measure, type Measurement, type RoundLengths } from '../support/measure.ts'
import { memoryOf } from '../support/process-usage.ts'
import {
  type MemoryOfRun,
  reportLimits,
  reportMemory,
  reportSpeed,
  reportStartParts,
  reportStarts,
  reportUpload,
} from '../support/report.ts'
import { addToLists, growStore, type Seeded, startStore } from '../support/seed.ts'
import { profileStart } from '../support/start-parts.ts'
import { timeBareStarts, timeStarts } from '../support/start-times.ts'
import { maxStartMs } from '../support/targets.ts'
import { makeWork, workNames } from '../support/work.ts'

const usage = `npm run bench -- [--quick] [--only TEXT] [--pages 10000]
  --quick  shorter and less exact: under a minute
  --only   only the work whose name holds this text
  --pages  how many pages the store holds
`
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    pages: { type: 'string', default: '10000' },
    help: { type: 'boolean', default: false },
  },
})

const connectionCounts = [1, 50]
const lengths: RoundLengths = values.quick
  ? { rounds: 2, bareMilliseconds: 300, milliseconds: 600 }
  : { rounds: 5, bareMilliseconds: 500, milliseconds: 1000 }
const startCount = values.quick ? 3 : 7
/** A server that has just started still tidies up. */
const idleMs = 2000

if (values.help) process.stdout.write(usage)
else await run()
// The children would keep the event loop alive; they end with this process.
process.exit()

async function run(): Promise<void> {
  say(describeMachine())
  const seeded = await seed(Number(values.pages))
  const starts = await measureStarts(seeded)
  say(reportStarts(starts, await timeBareStarts(startCount)))
  say(reportStartParts(await profileStart(seeded.dataFolder)))
  const { memory, measurements } = await measureAll(seeded)
  say(reportSpeed(measurements))
  const uploads = measurements.filter(({ work }) => work === 'upload 1 MiB')
  if (uploads.length > 0) say(reportUpload(await measureUploadBound(), uploads))
  say(reportMemory(memory, measurements))
  say(reportLimits(starts, memory, measurements))
}

async function seed(pages: number): Promise<Seeded> {
  const start = performance.now()
  const seeded = await growStore(await startStore(makeFolder()), { from: 0, to: pages })
  await addToLists(seeded)
  const seconds = (performance.now() - start) / 1000
  say(`A store of ${pages} pages of 2 KB, filled in ${seconds.toFixed(1)} s.`)
  return seeded
}

async function measureStarts({ dataFolder, key, workspaceId, pageIds }: Seeded) {
  const body = { workspaceId, pageId: pageIds[0] }
  const full = { path: '/v1/pages/stats', key, body }
  const search = { path: '/v1/search/pages', key, body: { workspaceId, query: 'garden planet' } }
  const cold = { NODE_DISABLE_COMPILE_CACHE: '1' }
  return [
    {
      store: 'existing store, page stats',
      milliseconds: await timeStarts(startCount, () => dataFolder, full),
      limit: maxStartMs,
    },
    {
      store: 'existing store, search',
      milliseconds: await timeStarts(startCount, () => dataFolder, search),
      limit: maxStartMs,
    },
    {
      store: 'empty store, healthz',
      milliseconds: await timeStarts(startCount, makeFolder, { path: '/healthz' }),
      limit: maxStartMs,
    },
    {
      store: 'existing store, page stats, without a compile cache',
      milliseconds: await timeStarts(3, () => dataFolder, full, cold),
    },
  ]
}

type Run = { memory: MemoryOfRun; measurements: Measurement[] }

async function measureAll(seeded: Seeded): Promise<Run> {
  const quire = await startQuire(seeded.dataFolder)
  await sleep(idleMs)
  const idle = memoryOf(quire.pid)
  const stage = { quire, bare: await startBare(), load: startLoad(), key: seeded.key }
  const measurements: Measurement[] = []
  for (const name of workNames.filter((name) => name.includes(values.only))) {
    const work = makeWork(name, seeded)
    for (const connections of connectionCounts) {
      process.stderr.write(`${name}, ${connections} connections …\n`)
      measurements.push(await measure(stage, work, connections, lengths))
    }
  }
  const atEnd = memoryOf(quire.pid)
  await quire.stop()
  return { memory: { idle, atEnd }, measurements }
}

function say(text: string): void {
  process.stdout.write(`${text}\n\n`)
}
