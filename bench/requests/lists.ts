/** Processor time of a list or a count, in a workspace of 1,000 and of 100,000 pages: `npm run bench:lists`. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import type { WorkspaceContext } from '../../server/domain/context.ts'
import { addPage } from '../../server/domain/pages/create.ts'
import { addFavourite, recordVisit } from '../../server/domain/pages/favourites-and-recent.ts'
import { removePage } from '../../server/domain/pages/trash.ts'
import { enterWorkspace } from '../../server/domain/people/access.ts'
import { initialize } from '../../server/domain/people/setup.ts'
import { createServer } from '../../server/http/server.ts'
import { newId } from '../../server/lib/ids.ts'
import { defaultStoredFields } from '../../server/lib/page-fields.ts'
import { files } from '../../server/store/index.ts'
import { describeMachine } from '../support/machine.ts'
import { type Column, digits, formatTable } from '../support/table.ts'

const usage = `npm run bench:lists -- [PAGES …]
  PAGES  how many pages the workspace holds: 1000 and 100000 without any
`
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', default: false } },
})
const sizes = positionals.length > 0 ? positionals.map(Number) : [1000, 100_000]
/** A list may take so much longer in the largest workspace than in the smallest: what a machine is unsure of. */
const maxGrowth = 1.5
/** Pages written in one transaction. */
const batchSize = 250
/** The first pages are alike in every workspace: these at the top level, with so many children each. */
const firstPages = 120
const children = 4
/** The others come after them: top-level pages with so many children. */
const otherChildren = 19
/** The newest deletions, of two pages each. */
const deletions = 50
const rounds = 5
const requestsPerRound = 40

type Workspace = { workspaceId: string; ids: readonly string[] }

type Fixture = Workspace & {
  ask: (path: string, body: object) => Promise<number>
  close: () => Promise<void>
}

const person = { email: 'bench@example.com', firstName: 'Ada', lastName: 'Lovelace' }

/** The number of the parent of a page; undefined at the top level. */
function parentOf(number: number): number | undefined {
  const alike = firstPages * (1 + children)
  if (number < firstPages) return undefined
  if (number < alike) return Math.floor((number - firstPages) / children)
  const index = (number - alike) % (1 + otherChildren)
  return index === 0 ? undefined : number - index
}

async function seed(
  context: WorkspaceContext,
  workspaceId: string,
  pages: number,
): Promise<string[]> {
  const ids = Array.from({ length: pages }, newId)
  const content = await context.content.fromMarkdown('Some words.', '/markdown')
  for (let start = 0; start < pages; start += batchSize) {
    await context.store.transactIn({ workspaceId }, async (transaction) => {
      for (const [index, id] of ids.slice(start, start + batchSize).entries()) {
        const number = start + index
        const parentId = ids[parentOf(number) ?? -1] ?? null
        const ownership = number % 10 === 0 ? 'SKILL' : 'TEXT'
        const title = `Page ${number}`
        const entry = context.content.entryOf(title, content)
        const page = { ...defaultStoredFields, workspaceId, id, parentId, title, attachments: [] }
        await addPage(transaction, context, { ...page, ownership, content, entry })
        await files.insert(transaction, {
          workspaceId,
          id: newId(),
          name: `file-${number}.txt`,
          mimeType: 'text/plain',
          size: number,
          sha256: id.replaceAll('-', '').padEnd(64, '0'),
          createdAt: number,
          createdBy: context.caller.userId,
        })
      }
    })
  }
  return ids
}

/** Deletes a tenth of the other pages, and then as many of two pages as a list returns. */
async function deletePages(
  context: WorkspaceContext,
  { workspaceId, ids }: Workspace,
): Promise<void> {
  const step = 10 * (1 + otherChildren)
  for (let number = firstPages * (1 + children); number < ids.length; number += step) {
    await removePage(context, { workspaceId, pageId: ids[number] ?? '' })
  }
  for (let count = 0; count < deletions; count += 1) {
    const parentId = await addOne(context, workspaceId, null)
    await addOne(context, workspaceId, parentId)
    await removePage(context, { workspaceId, pageId: parentId })
  }
}

async function addOne(
  context: WorkspaceContext,
  workspaceId: string,
  parentId: string | null,
): Promise<string> {
  const id = newId()
  const title = 'Deleted'
  const content = await context.content.fromMarkdown('Some words.', '/markdown')
  const entry = context.content.entryOf(title, content)
  const page = { ...defaultStoredFields, workspaceId, id, parentId, title, attachments: [] }
  await context.store.transactIn({ workspaceId }, (transaction) =>
    addPage(transaction, context, { ...page, ownership: 'TEXT', content, entry }),
  )
  return id
}

/** Every list and count, by the path and the form of the request. */
function requestsOf({ workspaceId, ids }: Workspace): Record<string, object> {
  const pageId = ids[0]
  return {
    '/v1/pages/list (top)': { workspaceId, depth: 1 },
    '/v1/pages/list (depth 5)': { workspaceId, depth: 5 },
    '/v1/pages/list (under a page)': { workspaceId, parentId: pageId, depth: 2 },
    '/v1/workspace/stats': { workspaceId },
    '/v1/workspace/files': { workspaceId },
    '/v1/workspace/skills': { workspaceId },
    '/v1/files/list': { workspaceId },
    '/v1/files/list (kind)': { workspaceId, kind: 'text' },
    '/v1/trash/list': { workspaceId },
    '/v1/history/list': { workspaceId, pageId },
    '/v1/favourites/list': { workspaceId },
    '/v1/recent/list': { workspaceId },
  }
}

async function openWorkspace(pages: number): Promise<Fixture> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'quire-lists-'))
  const config = { ...readConfig({ QUIRE_DATA: dataFolder, LOG_LEVEL: 'silent' }), rateLimit: 0 }
  const app = await openApp(config)
  const server = await createServer(app, config)
  const created = await initialize(app.store, person, { name: 'Bench', slug: undefined }, 'never')
  const { id: workspaceId } = created.workspace
  const caller = {
    userId: created.user.id,
    keyId: undefined,
    via: 'cli',
    readOnly: false,
    workspaceIds: undefined,
  } as const
  const context = await enterWorkspace(app.contextFor(caller), workspaceId, 'write')
  const ids = await seed(context, workspaceId, pages)
  await deletePages(context, { workspaceId, ids })
  for (const pageId of ids.slice(0, 20)) {
    await addFavourite(context, { workspaceId, pageId })
    await recordVisit(context, { workspaceId, pageId })
  }
  // As the background does from time to time.
  await app.store.refreshStatistics()
  const headers = {
    authorization: `Bearer ${created.key.key}`,
    'content-type': 'application/json',
  }
  return {
    workspaceId,
    ids,
    ask: async (url, body) => {
      const payload = JSON.stringify(body)
      return (await server.inject({ method: 'POST', url, headers, payload })).statusCode
    },
    close: async () => {
      await server.close()
      await app.close()
      await rm(dataFolder, { recursive: true })
    },
  }
}

/** Milliseconds of a request, the minimum of several rounds. The workspaces take turns. */
async function measure(name: string, fixtures: readonly Fixture[]): Promise<number[]> {
  const minTimes = fixtures.map(() => Infinity)
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, fixture] of fixtures.entries()) {
      const path = name.split(' ')[0] ?? ''
      const body = requestsOf(fixture)[name] ?? {}
      const before = process.cpuUsage()
      for (let count = 0; count < requestsPerRound; count += 1) {
        const status = await fixture.ask(path, body)
        if (status !== 200) throw new Error(`${name} answered ${status}`)
      }
      const { user, system } = process.cpuUsage(before)
      const time = (user + system) / 1000 / requestsPerRound
      // The first round compiles code.
      if (round > 0) minTimes[index] = Math.min(minTimes[index] ?? time, time)
    }
  }
  return minTimes
}

async function run(): Promise<void> {
  process.stdout.write(`${describeMachine()}\n\nMilliseconds of processor time per request\n\n`)
  const fixtures: Fixture[] = []
  for (const size of sizes) fixtures.push(await openWorkspace(size))
  const rows: string[][] = []
  for (const name of Object.keys(requestsOf({ workspaceId: '', ids: [] }))) {
    const times = await measure(name, fixtures)
    const growth = (times.at(-1) ?? Number.NaN) / (times[0] ?? Number.NaN)
    rows.push([
      name,
      ...times.map((time) => time.toFixed(2)),
      digits(growth),
      String(maxGrowth),
      growth <= maxGrowth ? 'ok' : 'MISSED',
    ])
  }
  const columns: Column[] = [
    { heading: 'list', left: true },
    ...sizes.map((size) => ({ heading: `${size.toLocaleString('en-US')} pages` })),
    { heading: 'last / first' },
    { heading: 'most' },
    { heading: '' },
  ]
  process.stdout.write(`${formatTable(columns, rows)}\n`)
  for (const fixture of fixtures) await fixture.close()
}

if (values.help) process.stdout.write(usage)
else await run()
