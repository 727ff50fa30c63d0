import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { SearchIndexes } from '../../server/domain/search/index-cache.ts'
import { searchPages } from '../../server/domain/search/search.ts'
import { systemViewer } from '../../server/store/index.ts'
import { describeMachine } from '../support/machine.ts'
import { digits, formatTable } from '../support/table.ts'
import { at, type Fixture, growWorkspace, numbersTo, openFixture } from './fixture.ts'
import { makeQueries, makeText } from './texts.ts'

/** What threads that rank cost and gain, and that they have no copy of the index. */
const usage = `npm run bench:search-threads -- [--pages 10000,100000] [--threads 1] [--at-once 8] [--queries 200]
  --pages    how many pages the workspace holds, several numbers with commas
  --threads  how many threads rank besides the main one
  --at-once  concurrent searches
  --queries  searches in a round
`
const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '10000,100000' },
    threads: { type: 'string', default: String(Math.max(1, availableParallelism() - 1)) },
    'at-once': { type: 'string', default: '8' },
    queries: { type: 'string', default: '200' },
    help: { type: 'boolean', default: false },
  },
})

const rounds = 5
const mebibyte = 1024 * 1024
const memory = { indexes: 96 * mebibyte, postings: 48 * mebibyte, texts: 16 * mebibyte }
const threads = Number(values.threads)
setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')

type Round = { perSecond: number; p50: number; p99: number; mainMs: number; allMs: number }

if (values.help) process.stdout.write(usage)
else {
  say(describeMachine())
  for (const count of values.pages.split(',')) await measure(Number(count))
}
process.exit()

async function measure(count: number): Promise<void> {
  const fixture = await openFixture()
  await growWorkspace(fixture, numbersTo(count).map(makeText))
  const { store } = fixture.app
  const alone = new SearchIndexes(store, memory, { threads: 0 })
  const shared = new SearchIndexes(store, memory, { threads, minDocuments: 1, idleMs: 3_600_000 })
  const memoryOfThreads = await measureMemory(fixture, shared)
  const results = new Map<SearchIndexes, Round[]>([
    [alone, []],
    [shared, []],
  ])
  // The first of each warms up.
  for (let turn = 0; turn <= rounds; turn += 1) {
    for (const [indexes, list] of results) {
      const round = await search(fixture, indexes)
      if (turn > 0) list.push(round)
    }
  }
  const rows = Array.from(results, ([indexes, list]) => [
    String(indexes.threads.size),
    ...(['perSecond', 'p50', 'p99', 'mainMs', 'allMs'] as const).map((key) =>
      digits(
        at(
          list.map((round) => round[key]),
          0.5,
        ),
      ),
    ),
  ])
  const headings = ['threads', 'searches/s', 'p50 ms', 'p99 ms', 'main thread ms', 'all ms']
  say(`${count} pages, ${values['at-once']} concurrent searches, medians of ${rounds} rounds
${formatTable(
  headings.map((heading) => ({ heading })),
  rows,
)}
The last two are processor time for each search.
${memoryOfThreads}`)
  await shared.threads.stop()
  await fixture.app.close()
}

/** The resident memory of threads that have searched, beside that of the index they would have to copy. */
async function measureMemory(fixture: Fixture, indexes: SearchIndexes): Promise<string> {
  // Everything that a search needs is in memory before the threads start: a search alone is ranked without them.
  await search(fixture, indexes, 1)
  const before = residentMegabytes()
  while (await indexes.threads.start());
  const started = residentMegabytes()
  await search(fixture, indexes)
  const searched = residentMegabytes()
  const { byteSize } = await indexes.open(fixture.workspaceId)
  return `The index takes ${digits(byteSize / mebibyte)} MB without its postings. Starting ${threads} of them took ${digits(started - before)} MB, the first ${values.queries} searches ${digits(searched - started)} MB more.`
}

function residentMegabytes(): number {
  if (typeof collect === 'function') collect()
  return process.memoryUsage.rss() / mebibyte
}

async function search(
  { app, workspaceId }: Fixture,
  indexes: SearchIndexes,
  atOnce = Number(values['at-once']),
): Promise<Round> {
  const viewer = systemViewer(workspaceId)
  const context = { store: app.store, semantic: app.semantic, search: indexes, viewer }
  const asked = makeQueries(Number(values.queries) / 2)
  const queries = [...(asked['as people type'] ?? []), ...(asked['a whole question'] ?? [])]
  const times: number[] = []
  const [main, all, start] = [process.threadCpuUsage(), process.cpuUsage(), performance.now()]
  let next = 0
  const ask = async () => {
    while (next < queries.length) {
      const query = queries[next++] ?? ''
      const from = performance.now()
      await searchPages(context, { query, k: 10 })
      times.push(performance.now() - from)
      // As between two requests.
      await new Promise(setImmediate)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, ask))
  const seconds = (performance.now() - start) / 1000
  const [mainUsage, allUsage] = [process.threadCpuUsage(main), process.cpuUsage(all)]
  return {
    perSecond: queries.length / seconds,
    p50: at(times, 0.5),
    p99: at(times, 0.99),
    mainMs: (mainUsage.user + mainUsage.system) / 1000 / queries.length,
    allMs: (allUsage.user + allUsage.system) / 1000 / queries.length,
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n\n`)
}
