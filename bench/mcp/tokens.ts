import assert from 'node:assert/strict'
import { encode } from '../../test/mcp/texts/tokens.ts'
import { makeFolder, startQuire } from '../support/children.ts'
import { growStore, startStore } from '../support/seed.ts'
import { type Column, digits, formatTable } from '../support/table.ts'
import { makeTitle } from '../support/texts.ts'

/** What agents may pay at most: for knowing all tools, and for finding and reading beyond the page itself. */
const max = { tools: 4000, reading: 1200 }

/**
 * The tool lists of other notes servers, counted in November 2026 with the same tokens: Notion's open-source
 * server 2.5.2 as it runs, Outline's rebuilt from the names, descriptions and parameters in its sources.
 */
const others = [
  { server: 'Outline, built in', tools: 19, list: 3967, seen: 3410, words: 825 },
  { server: 'Notion, open source 2.5.2', tools: 24, list: 17_478, seen: 17_142, words: 585 },
]

type Tool = { name: string; description: string; inputSchema: object }
type Result = { content?: { text?: string }[]; tools?: Tool[]; instructions?: string }
type Ask = (method: string, params?: object) => Promise<Result>

const tokens = (value: unknown): number =>
  encode(typeof value === 'string' ? value : JSON.stringify(value)).length

async function run(): Promise<void> {
  const seeded = await growStore(await startStore(makeFolder()), { from: 0, to: 200 })
  const quire = await startQuire(seeded.dataFolder)
  const ask: Ask = async (method, params = {}) => {
    const response = await fetch(`http://127.0.0.1:${quire.port}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${seeded.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    // SAFETY: the members this bench reads are checked where they are used.
    return ((await response.json()) as { result: Result }).result
  }
  say('Tokens are those of o200k_base.\n')
  say(await reportTools(ask))
  say(await reportReading(ask))
  await quire.stop()
}

async function reportTools(ask: Ask): Promise<string> {
  const { tools } = await ask('tools/list')
  assert(tools !== undefined)
  const seen = tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
  }))
  const words = tools.map(({ name, description }) => `${name}: ${description}`).join('\n')
  const ours = {
    server: 'Quire',
    tools: tools.length,
    list: tokens({ tools }),
    seen: tokens(seen),
    words: tokens(words),
  }
  const columns: Column[] = [
    { heading: 'tool list', left: true },
    { heading: 'tools' },
    { heading: 'tools/list' },
    { heading: 'what models see' },
    { heading: 'names and descriptions' },
    { heading: 'must be under' },
    { heading: '', left: true },
  ]
  const rows = [ours, ...others].map((row) => [
    row.server,
    String(row.tools),
    digits(row.list),
    digits(row.seen),
    digits(row.words),
    ...(row === ours ? [String(max.tools), row.list < max.tools ? 'ok' : 'above'] : []),
  ])
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  }
  const { instructions } = await ask('initialize', params)
  return `${formatTable(columns, rows)}\n\nInstructions, once in a conversation: ${tokens(instructions)}`
}

async function reportReading(ask: Ask): Promise<string> {
  const title = makeTitle(7)
  const ways = [
    { find: 'search_pages', given: { query: title, k: 5 }, read: 'get_page', as: 'page' },
    { find: 'search_pages', given: { query: title }, read: 'get_page', as: 'page' },
    { find: 'search', given: { query: title }, read: 'fetch', as: 'id' },
  ]
  const rows: string[][] = []
  for (const { find, given, read, as } of ways) {
    const found = await call(ask, find, given)
    const id = /"(?:pageId|id)":"([0-9a-f-]{36})"/.exec(found.text)?.[1]
    const page = await call(ask, read, { [as]: id })
    const markdown = await call(ask, 'get_page_markdown', { pageId: id })
    const body = tokens(markdown.text.replaceAll(/^workspace: .*\n|<\/?page-[0-9a-f]{6}>\n?/g, ''))
    const beyond = found.tokens + page.tokens - body
    const k = 'k' in given ? `, ${given.k} hits` : ', 10 hits'
    rows.push([
      `${find}${k}, then ${read}`,
      digits(found.tokens),
      digits(page.tokens),
      digits(body),
      digits(beyond),
      String(max.reading),
      beyond < max.reading ? 'ok' : 'above',
    ])
  }
  const columns: Column[] = [
    { heading: 'find and read a page of 2 KB', left: true },
    { heading: 'find' },
    { heading: 'read' },
    { heading: 'the page itself' },
    { heading: 'beyond it' },
    { heading: 'must be under' },
    { heading: '', left: true },
  ]
  return formatTable(columns, rows)
}

/** The tokens of a call as a model writes it and of its answer as a model reads it. */
async function call(
  ask: Ask,
  name: string,
  given: object,
): Promise<{ text: string; tokens: number }> {
  const { content } = await ask('tools/call', { name, arguments: given })
  const text = content?.[0]?.text
  assert(text !== undefined)
  return { text, tokens: tokens({ name, arguments: given }) + tokens(text) }
}

function say(text: string): void {
  process.stdout.write(`${text}\n\n`)
}

await run()
process.exit()
