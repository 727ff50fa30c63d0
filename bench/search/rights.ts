import { parseArgs } from 'node:util'
import { outlinePages } from '../../server/domain/pages/lists.ts'
import { getMarkdown, getPageInfo } from '../../server/domain/pages/read.ts'
import { searchPages } from '../../server/domain/search/search.ts'
import { pages, systemViewer, type Viewer } from '../../server/store/index.ts'
import { describeMachine } from '../support/machine.ts'
import { restrictPages } from '../support/sections.ts'
import { digits, formatTable } from '../support/table.ts'
import { at, contextOf, type Fixture, growWorkspace, numbersTo, openFixture } from './fixture.ts'
import { makeQueries, makeText } from './texts.ts'

/** What permissions add to searches, lists and reads: processor time beside a viewer to whom no permission applies, in the same run. */
const usage = `npm run bench:rights -- [--pages 10000] [--queries 60] [--rounds 7]
  --pages    how many pages the workspace has
  --queries  how many calls of each kind in a round
  --rounds   how many rounds; the median counts
`
const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '10000' },
    queries: { type: 'string', default: '60' },
    rounds: { type: 'string', default: '7' },
    help: { type: 'boolean', default: false },
  },
})
const sizes = { sections: 1000, groups: 500 }
/** Times the processor time of the baseline. */
const limits = { unrestricted: 1.05, sections: 1.3 }
const warmUpRounds = 2
const calls = Number(values.queries)

type Case = {
  name: string
  fixture: Fixture
  viewer: Viewer
  /** Pages that the viewer can read. */
  pageIds: readonly string[]
  limit: number | undefined
}

/** `run` does one of many calls. */
type Kind = { name: string; run: (asked: Case, call: number) => Promise<unknown> }

if (values.help) process.stdout.write(usage)
else await measure()
process.exit()

async function measure(): Promise<void> {
  process.stdout.write(`${describeMachine()}\n\n`)
  const texts = numbersTo(Number(values.pages)).map(makeText)
  const [plain, restricted] = [await openFixture(), await openFixture()]
  for (const fixture of [plain, restricted]) await growWorkspace(fixture, texts)
  const everyone = systemViewer(plain.workspaceId)
  const insider = await restrictPages(restricted.app.store, restricted, sizes)
  const cases = await withPages([
    { name: 'baseline', fixture: plain, viewer: everyone, limit: undefined },
    {
      name: 'no sections',
      fixture: plain,
      viewer: { ...everyone, viewerId: plain.userId },
      limit: limits.unrestricted,
    },
    {
      name: '1,000 sections, in half of 500 groups',
      fixture: restricted,
      viewer: insider,
      limit: limits.sections,
    },
    {
      name: '1,000 sections, in no group',
      fixture: restricted,
      viewer: { ...insider, viewerId: '' },
      limit: limits.sections,
    },
  ])
  for (const kind of [...searches(), ...reads()]) {
    process.stdout.write(`${await measureKind(kind, cases)}\n\n`)
  }
  const counts = cases.map(async ({ name, fixture, viewer }) => {
    const found = await pages.countByType(fixture.app.store, viewer)
    return `${name}: ${found.reduce((sum, row) => sum + row.pages, 0)}`
  })
  process.stdout.write(`Readable pages: ${(await Promise.all(counts)).join('; ')}.\n`)
  for (const { app } of [plain, restricted]) await app.close()
}

async function withPages(cases: readonly Omit<Case, 'pageIds'>[]): Promise<Case[]> {
  const read = cases.map(async (asked) => {
    const rows = await pages.byOwnership(asked.fixture.app.store, asked.viewer, 'TEXT', 1000)
    return { ...asked, pageIds: rows.map(({ id }) => id) }
  })
  return Promise.all(read)
}

function searches(): Kind[] {
  const asked = makeQueries(calls)
  return ['as people type', 'a whole question', 'with a typing mistake', 'the commonest words'].map(
    (kind) => ({
      name: `search: ${kind}`,
      run: ({ fixture, viewer }, call) =>
        searchPages({ ...fixture.app, viewer }, { query: asked[kind]?.[call] ?? '', k: 10 }),
    }),
  )
}

function reads(): Kind[] {
  return [
    {
      name: 'tree: 100 pages of the top level',
      run: ({ fixture, viewer }, call) =>
        outlinePages(
          contextOf(fixture, viewer),
          { parentId: null, depth: 2 },
          { limit: 100, offset: call * 20 },
        ),
    },
    { name: 'page stats', run: (asked, call) => readPage(asked, call, getPageInfo) },
    { name: 'page as Markdown', run: (asked, call) => readPage(asked, call, getMarkdown) },
  ]
}

function readPage(
  { fixture, viewer, pageIds }: Case,
  call: number,
  read: typeof getPageInfo | typeof getMarkdown,
): Promise<unknown> {
  const pageId = pageIds[call % pageIds.length] ?? ''
  return read(contextOf(fixture, viewer), { workspaceId: fixture.workspaceId, pageId })
}

/** Milliseconds. */
async function cpuTime(asked: Case, { run }: Kind): Promise<number> {
  const start = process.cpuUsage()
  for (let call = 0; call < calls; call += 1) await run(asked, call)
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

/** The cases take turns, so that a busy machine slows all of them. */
async function measureKind(kind: Kind, cases: readonly Case[]): Promise<string> {
  const times = cases.map((): number[] => [])
  for (let round = 0; round < warmUpRounds + Number(values.rounds); round += 1) {
    for (let turn = 0; turn < cases.length; turn += 1) {
      const index = (turn + round) % cases.length
      const asked = cases[index]
      if (asked === undefined) continue
      const time = await cpuTime(asked, kind)
      // The first rounds read everything into memory.
      if (round >= warmUpRounds) times[index]?.push(time / calls)
    }
  }
  const baseline = at(times[0] ?? [], 0.5)
  const rows = cases.map(({ name, limit }, index) => {
    const time = at(times[index] ?? [], 0.5)
    const ratio = time / baseline
    const verdict = limit !== undefined && ratio > limit ? 'MISSED' : ''
    return [name, digits(time), digits(ratio), limit === undefined ? '' : `${limit}`, verdict]
  })
  const columns = [{ heading: kind.name, left: true as const }].concat(
    ['CPU ms', 'ratio', 'limit', ''].map((heading) => ({ heading, left: true as const })),
  )
  return formatTable(columns, rows)
}
