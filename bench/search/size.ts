import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { mergeable, mergeWorkspace } from '../../server/domain/search/merge.ts'
import { chunkKinds } from '../../server/search/index/chunks.ts'
import { versions } from '../../server/search/index/versions.ts'
import { reindexing, search, type Store } from '../../server/store/index.ts'
import { findCollections, readCollection } from '../semantic/collections.ts'
import { describeMachine } from '../support/machine.ts'
import { digits, formatTable } from '../support/table.ts'
import { type Fixture, openFixture, writePages } from './fixture.ts'
import { makeTextIn, type PageText, scripts } from './texts.ts'

/** What the search index costs: memory and stored bytes beside the text, and the time to open it. */
const usage = `npm run bench:search-size -- [--pages 100,1000,10000] [--characters 600]
  --pages       how many pages a workspace holds, several numbers with commas
  --characters  the length of a page

SEARCH_COLLECTIONS names a folder that holds data/ir/<collection>; each collection there is measured too.
`
const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '100,1000,10000' },
    characters: { type: 'string', default: '600' },
    help: { type: 'boolean', default: false },
  },
})

/** Bytes of memory for a page, and of the store for a byte of text. */
const limits = {
  latin: { memory: 1000, stored: 0.6 },
  cyrillic: { memory: 1000, stored: 0.6 },
  chinese: { memory: 2000, stored: 1 },
}

type Figures = { memory: number; stored: number; opening: number }

if (values.help) process.stdout.write(usage)
else await run()
process.exit()

async function run(): Promise<void> {
  process.stdout.write(`${describeMachine()}\n\n`)
  const rows: string[][] = []
  for (const script of scripts) {
    for (const size of values.pages.split(',').map(Number)) {
      const texts = Array.from({ length: size }, (_, seed) =>
        makeTextIn(script, seed, Number(values.characters)),
      )
      rows.push(...(await measure(script, limits[script], texts)))
    }
  }
  const folder = findCollections()
  for (const name of folder === undefined ? [] : readdirSync(folder)) {
    if (folder === undefined || !existsSync(join(folder, name, 'docs.jsonl.gz'))) continue
    const texts = readCollection(folder, name).documents.map(toPage)
    rows.push(...(await measure(name, limits[name.endsWith('zh') ? 'chinese' : 'latin'], texts)))
  }
  const columns = [
    { heading: 'text', left: true as const },
    { heading: 'pages' },
    { heading: 'state', left: true as const },
    { heading: 'memory B/page' },
    { heading: 'most' },
    { heading: 'index / text' },
    { heading: 'most' },
    { heading: 'opening ms' },
    { heading: '' },
  ]
  process.stdout.write(`${formatTable(columns, rows)}\n`)
}

function toPage({ title, text }: { title: string; text: string }): PageText {
  return { title: title.slice(0, 200), body: text }
}

async function measure(
  name: string,
  limit: { memory: number; stored: number },
  texts: readonly PageText[],
): Promise<string[][]> {
  process.stderr.write(`${name}, ${texts.length} pages …\n`)
  const fixture = await openFixture()
  const { app, workspaceId } = fixture
  app.startBackground((error) => process.stderr.write(`${String(error)}\n`))
  // A new workspace counts as read by no analyser until the background has looked at it.
  while ((await reindexing.outdated(app.store, versions)).length > 0) await sleep(50)
  await writePages(fixture, texts)
  const bytes = texts.reduce((sum, { title, body }) => sum + Buffer.byteLength(title + body), 0)
  const row = (state: string, { memory, stored, opening }: Figures) => [
    name,
    texts.length.toLocaleString('en-US'),
    state,
    digits(memory / texts.length),
    String(limit.memory),
    (stored / bytes).toFixed(2),
    limit.stored.toFixed(1),
    digits(opening),
    memory / texts.length > limit.memory || stored / bytes > limit.stored ? 'MISSED' : '',
  ]
  const rows: string[][] = []
  // What the background merges after a write, but for what waits for more.
  while ((await mergeable(app.store)).length > 0) await sleep(50)
  rows.push(row('written', await figuresOf(fixture)))
  await mergeWorkspace(app.store, app.search, workspaceId)
  rows.push(row('merged', await figuresOf(fixture)))
  await app.close()
  return rows
}

async function figuresOf({ app, workspaceId, dataFolder }: Fixture): Promise<Figures> {
  const child = fork(new URL('./size-child.ts', import.meta.url), [dataFolder, workspaceId])
  const [opened]: unknown[] = await once(child, 'message')
  // SAFETY: size-child.ts sends this.
  const { memory, opening } = opened as Omit<Figures, 'stored'>
  return { memory, opening, stored: await storedBytes(app.store, workspaceId) }
}

/** Bytes of everything that searches read: live segments, and the changes that no segment holds. */
async function storedBytes(store: Store, workspaceId: string): Promise<number> {
  let bytes = 0
  let { mergedSequence: after } = await search.state(store, workspaceId)
  for (;;) {
    const { changes } = await search.changes(store, workspaceId, after, 256)
    for (const { entry } of changes) bytes += entry?.length ?? 0
    const last = changes.at(-1)
    if (last === undefined) break
    after = last.sequence
  }
  for (const { segment } of await search.segments(store, workspaceId)) {
    for (const kind of chunkKinds) {
      for (let number = 0; ; number += 1) {
        const data = await search.chunk(store, workspaceId, { segment, kind, number })
        if (data === undefined) break
        bytes += data.length
      }
    }
  }
  return bytes
}
