/** Processor time of a list or a count, in a workspace of 1,000 and of 100,000 pages: `npm run bench:lists`. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import type { Context } from '../../server/domain/context.ts'
import { addPage } from '../../server/domain/pages/create.ts'
import { removePage } from '../../server/domain/pages/trash.ts'
import { initialize } from '../../server/domain/people/setup.ts'
import { createServer } from '../../server/http/server.ts'
import { newId } from '../../server/lib/ids.ts'
import { defaultFields } from '../../server/lib/page-fields.ts'
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
const siblings = 200
const written = 250
const requests = 100

type Fixture = { workspaceId: string; userId: string; ids: readonly string[] }

const person = { email: 'bench@example.com', firstName: 'Ada', lastName: 'Lovelace' }

async function seed(context: Context, workspaceId: string, pages: number): Promise<string[]> {
  const ids = Array.from({ length: pages }, newId)
  const content = await context.content.fromMarkdown('Some words.', '/markdown')
  for (let start = 0; start < pages; start += written) {
    await context.store.transactIn({ workspaceId }, async (transaction) => {
      for (const [index, id] of ids.slice(start, start + written).entries()) {
        const number = start + index
        const parentId = number < siblings ? null : (ids[Math.floor(number / siblings) - 1] ?? null)
        const ownership = number % 50 === 0 ? 'SKILL' : 'TEXT'
        const title = `Page ${number}`
        const entry = context.content.entryOf(title, content)
        const page = { ...defaultFields, workspaceId, id, parentId, title, attachments: [] }
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

function bodies({ workspaceId, ids }: Fixture): Record<string, object> {
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

async function measure(pages: number): Promise<Map<string, number>> {
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
  const context = app.contextFor(caller)
  const ids = await seed(context, workspaceId, pages)
  // A tenth of the pages, in one deletion.
  for (const pageId of ids.slice(1, 1 + pages / siblings / 10)) {
    await removePage(context, { workspaceId, pageId })
  }
  const figures = new Map<string, number>()
  for (const [name, body] of Object.entries(
    bodies({ workspaceId, userId: created.user.id, ids }),
  )) {
    const ask = () =>
      server.inject({
        method: 'POST',
        url: name.split(' ')[0] ?? '',
        headers: { authorization: `Bearer ${created.key.key}`, 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      })
    for (let count = 0; count < 20; count += 1) await ask()
    const before = process.cpuUsage()
    for (let count = 0; count < requests; count += 1) {
      const { statusCode } = await ask()
      if (statusCode !== 200) figures.set(`${name} answered ${statusCode}`, Number.NaN)
    }
    const { user, system } = process.cpuUsage(before)
    figures.set(name, (user + system) / 1000 / requests)
  }
  await server.close()
  await app.close()
  await rm(dataFolder, { recursive: true })
  return figures
}

async function run(): Promise<void> {
  process.stdout.write(`${describeMachine()}\n\nMilliseconds of processor time per request\n\n`)
  const results: Map<string, number>[] = []
  for (const size of sizes) results.push(await measure(size))
  const names = [...(results[0]?.keys() ?? [])]
  const rows = names.map((name) => {
    const times = results.map((figures) => figures.get(name) ?? Number.NaN)
    const growth = (times.at(-1) ?? Number.NaN) / (times[0] ?? Number.NaN)
    const verdict = growth <= maxGrowth ? 'ok' : 'MISSED'
    return [
      name,
      ...times.map((time) => time.toFixed(2)),
      digits(growth),
      String(maxGrowth),
      verdict,
    ]
  })
  const columns: Column[] = [
    { heading: 'list', left: true },
    ...sizes.map((size) => ({ heading: `${size.toLocaleString('en-US')} pages` })),
    { heading: 'last / first' },
    { heading: 'most' },
    { heading: '' },
  ]
  process.stdout.write(`${formatTable(columns, rows)}\n`)
}

if (values.help) process.stdout.write(usage)
else await run()
