import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { mergeWorkspace } from '../../server/domain/search/merge.ts'
import { searchPages } from '../../server/domain/search/search.ts'
import { newId } from '../../server/lib/ids.ts'
import { analyseBody } from '../../server/search/analysis/analyse.ts'
import { makeEntry } from '../../server/search/index/page-entry.ts'
import { contents, pages, search, systemViewer } from '../../server/store/index.ts'
import { describeMachine } from '../support/machine.ts'
import { digits, formatTable } from '../support/table.ts'
import { makeMarkdown } from '../support/texts.ts'
import { at, type Fixture, growWorkspace, numbersTo, openFixture } from './fixture.ts'
import { pageRow } from './page-row.ts'
import { measureSlices } from './slices.ts'
import { makeQueries, makeText, type PageText } from './texts.ts'

/** How long a search takes in the program itself, beside FTS5's own ranking of the same texts. */
const usage = `npm run bench:search-speed -- [--pages 10000,100000] [--queries 200]
  --pages    how many pages the workspace holds, several numbers with commas
  --queries  how many queries of each kind
`
const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '10000,100000' },
    queries: { type: 'string', default: '200' },
    help: { type: 'boolean', default: false },
  },
})

/** Milliseconds that p50 and p95 must stay under, by number of pages. */
const targets = new Map([
  [10_000, [3, 6]],
  [100_000, [10, 30]],
])
/** Of the other kinds, p95 only. */
const hostileTarget = 100
const atOnce = 8
/** Processor milliseconds that searches may hold the event loop for. */
const maxSlice = 10
const sliceQueries = 80
/** One page in so many is a long one. */
const longPageEvery = 2500
const longPageCharacters = 370_000

if (values.help) process.stdout.write(usage)
else {
  say(describeMachine())
  for (const count of values.pages.split(',')) await measure(Number(count))
}
process.exit()

async function measure(count: number): Promise<void> {
  const fixture = await openFixture()
  const { app, workspaceId, dataFolder } = fixture
  const fts = openFts(join(dataFolder, 'fts.db'))
  const texts = numbersTo(count).map(makeText)
  fts.insert(texts)
  const seconds = await timed(() => growWorkspace(fixture, texts))
  const merging = await timed(() => mergeWorkspace(app.store, app.search, workspaceId))
  const segments = await search.segments(app.store, workspaceId)
  say(
    `${count} pages of 600 characters, written in ${(seconds / 1000).toFixed(1)} s; the rest merged in ${(merging / 1000).toFixed(1)} s into ${segments.length} segments of ${segments.map(({ documents }) => documents).join(', ')}.`,
  )
  say(await measureQueries(fixture, fts, count))
  say(await measureWrites(fixture))
  const longPages = numbersTo(Math.max(2, Math.round(count / longPageEvery))).map(makeLongPage)
  await growWorkspace(fixture, longPages)
  say(await measureMaxSlices(fixture))
  await app.close()
}

/** With many blocks, or with one alone. */
function makeLongPage(seed: number): PageText {
  const { title, body } = makeText(seed)
  if (seed % 2 === 0) return { title, body: makeMarkdown(seed, longPageCharacters) }
  return { title, body: body.repeat(longPageCharacters / body.length) }
}

async function measureQueries(
  { app, workspaceId }: Fixture,
  fts: Fts,
  count: number,
): Promise<string> {
  const context = { ...app, viewer: systemViewer(workspaceId) }
  const rows: string[][] = []
  const cold = await timed(() => app.search.open(workspaceId))
  for (const [kind, queries] of Object.entries(makeQueries(Number(values.queries)))) {
    const own: number[] = []
    const theirs: number[] = []
    for (const query of queries) {
      own.push(await timed(() => searchPages(context, { query, k: 10 })))
      theirs.push(await timed(async () => fts.find(query)))
    }
    const target =
      kind === 'as people type' || kind === 'a whole question' ? targets.get(count) : undefined
    const [max50, max95] = target ?? [undefined, hostileTarget]
    const isMet = at(own, 0.95) < (max95 ?? 0) && (max50 === undefined || at(own, 0.5) < max50)
    rows.push([
      kind,
      digits(at(own, 0.5)),
      digits(at(own, 0.95)),
      digits(at(own, 1)),
      `${max50 ?? '-'} / ${max95}`,
      isMet ? '' : 'MISSED',
      digits(at(theirs, 0.5)),
      digits(at(theirs, 0.95)),
    ])
  }
  const headings = [
    'query',
    'p50 ms',
    'p95 ms',
    'max ms',
    'must p50 / p95',
    '',
    'FTS5 p50',
    'FTS5 p95',
  ]
  const columns = headings.map((heading, index) =>
    index === 0 ? { heading, left: true as const } : { heading },
  )
  return `${formatTable(columns, rows)}\nThe index was brought into memory in ${digits(cold)} ms.`
}

/** What the index adds to writing a page, once the program is warm. */
async function measureWrites({ app, workspaceId, userId }: Fixture): Promise<string> {
  const analysing: number[] = []
  const logging: number[] = []
  for (let seed = 5_000_000; seed < 5_000_400; seed += 1) {
    const { title, body } = makeText(seed)
    let entry = new Uint8Array(0)
    analysing.push(
      await timed(async () => {
        entry = Uint8Array.from(makeEntry(title, analyseBody(body)).entry)
      }),
    )
    const id = newId()
    await app.store.transact(async (transaction) => {
      await pages.insert(transaction, pageRow({ workspaceId, userId, pageId: id, title }))
      await contents.put(transaction, { workspaceId, pageId: id }, { blocks: '[]', document: '{}' })
      logging.push(
        await timed(() =>
          search.log(transaction, { workspaceId, pageId: id }, entry, {
            analyser: '1',
            segmenter: null,
          }),
        ),
      )
    })
  }
  const merging = await timed(() => mergeWorkspace(app.store, app.search, workspaceId))
  return `Index cost of a page write, must be under 1 ms: analysed in ${digits(at(analysing, 0.5))} ms (p95 ${digits(at(analysing, 0.95))}), logged in ${digits(at(logging, 0.5))} ms (p95 ${digits(at(logging, 0.95))}); ${digits(merging)} ms for the merger to look at 400 of them.`
}

/** How long eight searches at once hold the event loop, in turns, long pages among their hits. */
async function measureMaxSlices({ app, workspaceId }: Fixture): Promise<string> {
  const context = { ...app, viewer: systemViewer(workspaceId) }
  const rows: string[][] = []
  for (const [kind, queries] of Object.entries(makeQueries(sliceQueries))) {
    let next = 0
    const start = performance.now()
    const { maxMs, p99 } = await measureSlices(async () => {
      const ask = async () => {
        while (next < queries.length) {
          const query = queries[next++] ?? ''
          await searchPages(context, { query, k: 10 })
          await sleep(0)
        }
      }
      await Promise.all(Array.from({ length: atOnce }, ask))
    })
    const perSecond = queries.length / ((performance.now() - start) / 1000)
    const isMet = maxMs <= maxSlice
    rows.push([
      kind,
      digits(p99),
      digits(maxMs),
      String(maxSlice),
      isMet ? '' : 'MISSED',
      digits(perSecond),
    ])
  }
  const headings = [
    `${atOnce} searches at once`,
    'slice p99 ms',
    'longest ms',
    'must',
    '',
    'searches/s',
  ]
  const columns = headings.map((heading, index) =>
    index === 0 ? { heading, left: true as const } : { heading },
  )
  return `${formatTable(columns, rows)}\nA slice is the processor time of the main thread in one round of the event loop.`
}

type Fts = {
  insert: (texts: readonly { title: string; body: string }[]) => void
  find: (query: string) => unknown
}

function openFts(file: string): Fts {
  const database = new DatabaseSync(file)
  database.exec(`pragma journal_mode = wal; pragma mmap_size = 268435456; pragma cache_size = -32768;
    create virtual table texts using fts5 (title, body, tokenize = 'unicode61')`)
  const insert = database.prepare('insert into texts (title, body) values (?, ?)')
  const find = database.prepare(
    'select rowid from texts where texts match ? order by bm25(texts, 2, 1) limit 20',
  )
  return {
    insert: (texts) => {
      database.exec('begin')
      for (const { title, body } of texts) insert.run(title, body)
      database.exec('commit')
    },
    find: (query) => {
      const words = query.match(/[\p{L}\p{N}]+/gu) ?? []
      return words.length === 0 ? [] : find.all(words.map((word) => `"${word}"`).join(' OR '))
    },
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function say(text: string): void {
  process.stdout.write(`${text}\n\n`)
}
