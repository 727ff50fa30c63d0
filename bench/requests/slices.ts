import { parseArgs } from 'node:util'
import { connectLive, typing } from '../../test/support/live.ts'
import { addPage } from '../../test/support/pages.ts'
import { addPerson } from '../../test/support/people.ts'
import { measureBlocking } from '../../test/support/processes/event-loop.ts'
import { startServer, type TestServer } from '../../test/support/server.ts'
import { addTree } from '../../test/support/trees.ts'
import { describeMachine } from '../support/machine.ts'
import { digits, formatTable } from '../support/table.ts'

const usage = `node bench/requests/slices.ts [--pages 100000] [--section 20000] [--rounds 3] [--only large-pages|sections]
Processor time of the main thread: of requests on large sections and pages in all, and the longest part of it in which
no other request has its turn. The least of all rounds. With DATABASE_URL, on PostgreSQL.
`
const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '100000' },
    section: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

type Row = { name: string; totalMs: number; maxMs: number }
const rows: Row[] = []

async function measure(name: string, work: () => Promise<unknown>, rounds: number): Promise<void> {
  const row = { name, totalMs: Infinity, maxMs: Infinity }
  for (let round = 0; round < rounds; round += 1) {
    const { totalMs, maxMs } = await measureBlocking(work)
    row.totalMs = Math.min(row.totalMs, totalMs)
    row.maxMs = Math.min(row.maxMs, maxMs)
  }
  rows.push(row)
}

async function measureSections(quire: TestServer, ask: Ask): Promise<void> {
  const [pages, section, rounds] = [
    Number(values.pages),
    Number(values.section),
    Number(values.rounds),
  ]
  await addTree(quire, { pages: pages - section, children: 100 })
  const [pageId = ''] = await addTree(quire, { pages: section, children: section })
  const view = (query: string) =>
    measure(
      `view: ${query.replaceAll('\n', ', ')}`,
      () => ask('/v1/views/query', { pageId, query, only: 'rows' }),
      rounds,
    )
  await view('under: this\nsort: updated desc')
  await view('sort: title')
  await view('sort: created desc')
  await measure('trash', () => ask('/v1/pages/delete', { pageId }), 1)
  await measure('restore', () => ask('/v1/pages/restore', { pageId }), 1)
}

const row = '| one | two | three |\n'
const paragraph = `${'Some words of a paragraph in a long text. '.repeat(20)}\n\n`
const bodies = {
  'Markdown of 1 MB': paragraph.repeat(Math.floor(1_000_000 / paragraph.length) - 1),
  'table of 5,000 rows': `${row}| --- | --- | --- |\n${row.repeat(5000)}`,
}

async function measureLargePage(quire: TestServer, ask: Ask, name: string, text: string) {
  const rounds = Number(values.rounds)
  const pageId = await addPage(quire, name)
  const page = { pageId }
  let version = 1
  const write = async () => {
    const edit = { ...page, mode: 'body', expectedVersion: version, text: `Start here.\n\n${text}` }
    version = (await ask<{ version: number }>('/v1/pages/edit', edit)).version
  }
  const of = (work: string, run: () => Promise<unknown>) => measure(`${name}: ${work}`, run, rounds)
  await of('write', write)
  await of('append', () => ask('/v1/pages/edit', { ...page, mode: 'append', text: 'The end.' }))
  await of('replace', async () => {
    const word = { ...page, mode: 'replace' }
    await ask('/v1/pages/edit', { ...word, find: 'Start here.', text: 'Began there.' })
    await ask('/v1/pages/edit', { ...word, find: 'Began there.', text: 'Start here.' })
  })
  await of('document', () => ask('/v1/pages/document', page))
  await of('compare', () => ask('/v1/history/compare', { ...page, from: 1, to: 2 }))
  await of('authors', () => ask('/v1/history/authors', page))
  await of('unaccepted', () => ask('/v1/history/unaccepted', page))
  await of('get a version', () => ask('/v1/history/get', { ...page, version: 2 }))
  await of('restore a version', () => ask('/v1/history/restore', { ...page, version: 2 }))
  const reviewer = await addPerson(quire, `Reviewer-${text.length}`, 'ADMIN')
  type Proposal = { proposalId: string; revision: number }
  const proposed: Proposal[] = []
  await of('propose', async () => {
    const change = { kind: 'edit', pageId, markdown: `Start there.\n\n${text}` }
    const asked = { title: 'Start there', changes: [change] }
    const { proposalId } = await ask<Proposal>('/v1/proposals/create', asked)
    proposed.push(await ask<Proposal>('/v1/proposals/get', { proposalId }))
  })
  await of('accept', async () => {
    const { proposalId, revision } = proposed.pop() ?? {}
    const accepted = { workspaceId: quire.workspaceId, proposalId, revision }
    await quire.post('/v1/proposals/accept', accepted, reviewer.key)
  })
  await of('duplicate', () => ask('/v1/pages/duplicate', page))
  const address = await addressOf(quire)
  await of('open live and type', async () => {
    const client = await connectLive(address, { authorization: `Bearer ${quire.key}` })
    const { version: base } = await client.open({ ...quire, pageId })
    client.send(typing(pageId, { base, at: 1, text: 'A' }))
    await client.next('accepted')
    await client.close()
  })
}

let listening: Promise<string> | undefined
function addressOf(quire: TestServer): Promise<string> {
  return (listening ??= quire.server.listen({ host: '127.0.0.1', port: 0 }))
}

type Ask = <Body>(path: string, body: object) => Promise<Body>

async function run(): Promise<void> {
  process.stdout.write(`${describeMachine()}\n`)
  const quire = await startServer({ rateLimit: 0 })
  const ask: Ask = async <Body>(path: string, body: object) => {
    const answer = await quire.server.inject({
      method: 'POST',
      url: path,
      headers: { authorization: `Bearer ${quire.key}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ workspaceId: quire.workspaceId, ...body }),
    })
    if (answer.statusCode !== 200) throw new TypeError(`${path}: ${answer.body}`)
    // A client reads the answer in another process: not in the turn in which it was written.
    for (let turn = 0; turn < 2; turn += 1) await new Promise(setImmediate)
    return answer.json<Body>()
  }
  if (values.only !== 'sections') {
    for (const [name, text] of Object.entries(bodies)) {
      await measureLargePage(quire, ask, name, text)
    }
  }
  if (values.only !== 'large-pages') await measureSections(quire, ask)
  const table = rows.map(({ name, totalMs, maxMs }) => [name, digits(totalMs), digits(maxMs)])
  process.stdout.write(
    `${formatTable(
      [{ heading: 'work', left: true }, { heading: 'ms in all' }, { heading: 'longest part' }],
      table,
    )}\n`,
  )
  await quire.close()
}

if (values.help) process.stdout.write(usage)
else await run()
process.exit()
