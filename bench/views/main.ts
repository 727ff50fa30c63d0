import { parseArgs } from 'node:util'
import type { WorkspaceContext } from '../../server/domain/context.ts'
import { readProperties } from '../../server/domain/document/properties.ts'
import { fromMarkdown } from '../../server/domain/document/tasks.ts'
import { logEntry } from '../../server/domain/pages/search-entries.ts'
import { findHits } from '../../server/domain/search/find.ts'
import { mergeWorkspace } from '../../server/domain/search/merge.ts'
import { runView } from '../../server/domain/views/run-view.ts'
import { newId } from '../../server/lib/ids.ts'
import { makeEntry } from '../../server/search/index/page-entry.ts'
import {
  contents,
  pages,
  pageTags,
  properties,
  type Reader,
  systemViewer,
} from '../../server/store/index.ts'
import type { NamedValues, Statement } from '../../server/store/statement.ts'
import { at, contextOf, type Fixture, numbersTo, openFixture } from '../search/fixture.ts'
import { pageRow } from '../search/page-row.ts'
import { makeQueries, makeText } from '../search/texts.ts'
import { describeMachine } from '../support/machine.ts'
import { digits, formatTable } from '../support/table.ts'

const usage = `npm run bench:views -- [--pages 10000] [--rounds 20] [--plans]
  --pages   how many pages with 12 properties the workspace has
  --rounds  how often each view is run
  --plans   also prints how the database runs each statement
With DATABASE_URL, on PostgreSQL.
`
const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '20' },
    plans: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const count = Number(values.pages)
const rounds = Number(values.rounds)

const batchSize = 64
const statuses = ['Backlog', 'Next', 'Doing', 'Review', 'Done']
/** First rows may take this many times a search. */
const limit = 2

const queries: Record<string, string> = {
  'all pages': '',
  'one value': 'where: {status: Doing}',
  'one value, sorted': 'where: {status: Doing}\nsort: due',
  'all pages, sorted': 'sort: [cost desc]',
  'a tree, sorted by a date': 'under: this\nsort: due',
  'many conditions':
    'where: {status: [Doing, Next], cost: {more than: 500}, due: {from: 2026-06-01}}',
  'a tag, last changed first': 'tag: tag3\nsort: updated desc',
  'a board': 'group: status\nshow: board',
  totals: 'totals: {cost: [sum, average], hours: sum}',
}

type Sent = { statement: Statement<unknown, unknown>; values: NamedValues | undefined }

if (values.help) process.stdout.write(usage)
else await measure()
process.exit()

async function measure(): Promise<void> {
  say(describeMachine())
  const fixture = await openFixture()
  const pageId = await fill(fixture)
  const { app, workspaceId } = fixture
  const viewer = systemViewer(workspaceId)
  const sent: Sent[] = []
  // SAFETY: the same store, apart from what notes the statements.
  const store = Object.assign(Object.create(app.store) as typeof app.store, {
    all: (statement: Statement<unknown, unknown>, ...rest: [NamedValues?]) => {
      sent.push({ statement, values: rest[0] })
      return Reflect.apply(app.store.all, app.store, [statement, ...rest])
    },
  } satisfies Partial<Record<keyof Reader, unknown>>)
  const context = { ...contextOf(fixture, viewer), store }
  const search = await searchTimes(context)
  const half = at(search, 0.5)
  const rows = [
    ['a search, 20 results', digits(half), digits(at(search, 0.95)), '', '', '', '', '', ''],
  ]
  const plans: string[] = []
  for (const [name, query] of Object.entries(queries)) {
    const input = { query, pageId, limit: 50 }
    const first: number[] = []
    const summaries: number[] = []
    const next: number[] = []
    let size = 0
    for (let round = 0; round < rounds; round += 1) {
      const start = performance.now()
      const part = await runView(context, { ...input, only: 'rows' })
      first.push(performance.now() - start)
      const counting = performance.now()
      size = (await runView(context, { ...input, only: 'summary' })).summary?.pages ?? 0
      summaries.push(performance.now() - counting)
      if (part.nextCursor === null) continue
      sent.length = 0
      const again = performance.now()
      await runView(context, { ...input, cursor: part.nextCursor })
      next.push(performance.now() - again)
    }
    const times = [first, next, summaries].flatMap((each) => [
      digits(at(each, 0.5)),
      digits(at(each, 0.95)),
    ])
    rows.push([name, ...times, String(size), at(first, 0.5) <= limit * half ? '' : 'MISSED'])
    if (values.plans) plans.push(`${name}\n${await explain(app.store, context, input, sent)}`)
  }
  const headings = [
    'view',
    'first p50 ms',
    'p95 ms',
    'next p50 ms',
    'p95 ms',
    'summary p50 ms',
    'p95 ms',
    'pages',
    `${limit} ×`,
  ]
  const columns = headings.map((heading, index) =>
    index === 0 ? { heading, left: true as const } : { heading },
  )
  say(formatTable(columns, rows))
  say(plans.join('\n\n'))
  await app.close()
}

async function searchTimes(context: WorkspaceContext): Promise<number[]> {
  const times: number[] = []
  const asked = makeQueries(rounds * 4)['as people type'] ?? []
  for (const query of [...asked, ...asked]) {
    const start = performance.now()
    await findHits(context, { query, k: 20, offset: 0 }, {})
    times.push(performance.now() - start)
  }
  return times.slice(asked.length)
}

/** Pages below some others, which are below the returned one. */
async function fill({ app, workspaceId, userId }: Fixture): Promise<string> {
  const start = performance.now()
  const topId = newId()
  let parentId = topId
  const texts = numbersTo(count).map(makeText)
  for (let from = 0; from < count; from += batchSize) {
    await app.store.transact(async (transaction) => {
      for (const [index, { title, body }] of texts.slice(from, from + batchSize).entries()) {
        const number = from + index
        const pageId = number === 0 ? topId : newId()
        const parent = number === 0 ? workspaceId : index === 0 ? topId : parentId
        if (index === 0) parentId = pageId
        const prepared = fromMarkdown(body)
        const read = readProperties(yamlOf(number))
        if (!prepared.ok || !read.ok) continue
        const address = { workspaceId, pageId }
        const { source, values: written } = read.properties
        const row = pageRow({ ...address, userId, title })
        await pages.insert(transaction, { ...row, parentId: parent, properties: source })
        await contents.put(transaction, address, prepared.content)
        await properties.put(transaction, address, written)
        const tag = `tag${number % 20}`
        await pageTags.add(transaction, address, 'text', [{ tag, name: tag }])
        await logEntry(transaction, address, makeEntry(title, prepared.content.search))
      }
    })
  }
  await mergeWorkspace(app.store, app.search, workspaceId)
  say(
    `${count} pages with 12 properties, written in ${digits((performance.now() - start) / 1000)} s.`,
  )
  return topId
}

function yamlOf(number: number): string {
  const day = new Date(Date.UTC(2026, 0, 1) + (number % 365) * 86_400_000)
  return [
    `status: ${statuses[number % statuses.length]}`,
    `priority: ${['Low', 'Normal', 'High'][number % 3]}`,
    `cost: ${(number * 7919) % 1000}`,
    `hours: ${(number % 80) / 2}`,
    `due: ${day.toISOString().slice(0, 10)}`,
    `done: ${number % 5 === 4}`,
    `team: Team ${number % 12}`,
    `labels: [red, blue, l${number % 30}]`,
    `site: https://example.com/${number}`,
    `note: A note about number ${number}`,
    `reviewer: Person ${number % 40}`,
    `sprint: ${number % 26}`,
    '',
  ].join('\n')
}

/** What the database does for the statements of one run. */
async function explain(
  reader: Reader,
  context: WorkspaceContext,
  input: Parameters<typeof runView>[1],
  sent: Sent[],
): Promise<string> {
  sent.length = 0
  await runView(context, input)
  const isPostgres = process.env['DATABASE_URL'] !== undefined
  const words = isPostgres ? 'explain (analyze, costs off)' : 'explain query plan'
  const parts: string[][] = []
  for (const { statement, values: given } of sent.slice()) {
    if (!statement.name.startsWith('views.')) continue
    // SAFETY: the parameters of the statement are those that it was run with.
    const explained = {
      ...statement,
      sql: `${words} ${statement.sql}`,
      ofListed: undefined,
      cached: undefined,
      isOneOff: true,
    } as unknown as Statement<unknown, NamedValues>
    const start = performance.now()
    await reader.all({ ...explained, sql: statement.sql }, given ?? {})
    const time = digits(performance.now() - start)
    const plan = await reader.all(explained, given ?? {})
    const lines = plan.map(
      (row) => `    ${Object.values(Object(row)).findLast((value) => typeof value === 'string')}`,
    )
    parts.push([`  ${statement.name}, ${time} ms`, ...lines])
  }
  return parts.flat().join('\n')
}

function say(text: string): void {
  process.stdout.write(`${text}\n\n`)
}
