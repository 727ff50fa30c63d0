import { parseArgs } from 'node:util'
import { searchPages } from '../../server/domain/search/search.ts'
import { pages, systemViewer, type Viewer } from '../../server/store/index.ts'
import { describeMachine } from '../support/machine.ts'
import { restrictPages } from '../support/sections.ts'
import { digits, formatTable } from '../support/table.ts'
import { at, type Fixture, growWorkspace, numbersTo, openFixture } from './fixture.ts'
import { makeQueries, makeText } from './texts.ts'

/** What permissions add to a search: processor time beside a viewer to whom no permission applies, in the same run. */
const usage = `npm run bench:rights -- [--pages 10000] [--queries 60] [--rounds 7]
  --pages    how many pages the workspace has
  --queries  how many queries of each kind
  --rounds   how often they are asked; the median counts
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
const kinds = ['as people type', 'a whole question', 'with a typing mistake', 'the commonest words']

type Case = { name: string; fixture: Fixture; viewer: Viewer; limit: number | undefined }

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
  const cases: Case[] = [
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
  ]
  const asked = makeQueries(Number(values.queries))
  for (const kind of kinds) {
    process.stdout.write(`${await measureKind(kind, asked[kind] ?? [], cases)}\n\n`)
  }
  const counts = cases.map(async ({ name, fixture, viewer }) => {
    const found = await pages.countByType(fixture.app.store, viewer)
    return `${name}: ${found.reduce((sum, row) => sum + row.pages, 0)}`
  })
  process.stdout.write(`Readable pages: ${(await Promise.all(counts)).join('; ')}.\n`)
  for (const { app } of [plain, restricted]) await app.close()
}

/** Milliseconds. */
async function cpuTime({ fixture, viewer }: Case, queries: readonly string[]): Promise<number> {
  const start = process.cpuUsage()
  for (const query of queries) await searchPages({ ...fixture.app, viewer }, { query, k: 10 })
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

/** The cases take turns, so that a busy machine slows all of them. */
async function measureKind(
  kind: string,
  queries: readonly string[],
  cases: readonly Case[],
): Promise<string> {
  const times = cases.map((): number[] => [])
  for (let round = 0; round < warmUpRounds + Number(values.rounds); round += 1) {
    for (let turn = 0; turn < cases.length; turn += 1) {
      const index = (turn + round) % cases.length
      const asked = cases[index]
      if (asked === undefined) continue
      const time = await cpuTime(asked, queries)
      // The first rounds read everything into memory.
      if (round >= warmUpRounds) times[index]?.push(time / queries.length)
    }
  }
  const baseline = at(times[0] ?? [], 0.5)
  const rows = cases.map(({ name, limit }, index) => {
    const time = at(times[index] ?? [], 0.5)
    const ratio = time / baseline
    const verdict = limit !== undefined && ratio > limit ? 'MISSED' : ''
    return [name, digits(time), digits(ratio), limit === undefined ? '' : `${limit}`, verdict]
  })
  const columns = [{ heading: `search: ${kind}`, left: true as const }].concat(
    ['CPU ms', 'ratio', 'limit', ''].map((heading) => ({ heading, left: true as const })),
  )
  return formatTable(columns, rows)
}
