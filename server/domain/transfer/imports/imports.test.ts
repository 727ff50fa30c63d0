import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage } from '../../../../test/support/pages.ts'
import { contextOf, startServer, type TestServer } from '../../../../test/support/server.ts'
import { confluencePage } from '../../../../test/support/sources/samples/confluence.ts'
import { writeEnex } from '../../../../test/support/sources/samples/evernote.ts'
import { joplinId, writeItems, writeTar } from '../../../../test/support/sources/samples/joplin.ts'
import { notionPage } from '../../../../test/support/sources/samples/notion-html.ts'
import { writeDocx } from '../../../../test/support/sources/write-docx.ts'
import { stopAfter, zipOf } from '../../../../test/support/transfer/imports.ts'
import { imports } from '../../../store/index.ts'
import { addFile } from '../../files/files.ts'
import type { DueWork } from '../due-rows.ts'
import { runImports } from './run-imports.ts'
import { unpackReport } from './stored-report.ts'

const ids = ['1', '2', '3'].map((digit) => digit.repeat(32))
const wordText = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
const note = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
})

type Export = { name: string; bytes: (text: string) => Promise<Buffer> | Buffer }

/** An export of each source with a page that has a text. */
const exported: Record<string, Export> = {
  markdown: {
    name: 'notes.zip',
    bytes: (text) => zipOf({ 'a.md': `# A\n\n${text}\n`, 'b/c.md': '[A](../a.md)\n' }),
  },
  obsidian: {
    name: 'vault.zip',
    bytes: (text) =>
      zipOf({ '.obsidian/app.json': '{}', 'a.md': `${text} [[c]]\n`, 'b/c.md': '#tag\n' }),
  },
  'notion as Markdown': {
    name: 'notion.zip',
    bytes: (text) =>
      zipOf({
        [`Home ${ids[0]}.md`]: `# Home\n\n${text}\n`,
        [`Home/Tasks ${ids[1]}.csv`]: 'Name,Done\nFirst,Yes\n',
        [`Home/Tasks ${ids[1]}/First ${ids[2]}.md`]: '# First\n\nDone: Yes\n\nText\n',
      }),
  },
  'notion as HTML': {
    name: 'notion.zip',
    bytes: (text) =>
      zipOf({
        [`Home ${ids[0]}.html`]: notionPage({ title: 'Home' }, `<p>${text}</p>`),
        [`Home/Child ${ids[1]}.html`]: notionPage({ title: 'Child' }, '<p>Child</p>'),
      }),
  },
  confluence: {
    name: 'space.zip',
    bytes: (text) =>
      zipOf({
        'Page_1.html': confluencePage('Page', `<p>${text}</p>`),
        'Other_2.html': confluencePage('Other', '<p>Other</p>'),
      }),
  },
  'outline as Markdown': {
    name: 'outline.zip',
    bytes: (text) =>
      zipOf({
        'Team/Page.md': `# Page\n\n${text}\n`,
        'Team/Page/Child.md': '# Child\n\n![](../uploads/photo.png)\n',
        'Team/uploads/photo.png': 'pixel',
      }),
  },
  'outline as JSON': {
    name: 'outline.zip',
    bytes: (text) =>
      zipOf({
        'Team.json': JSON.stringify({
          collection: {
            id: 'c',
            name: 'Team',
            documentStructure: [{ id: 'd', title: 'Page', children: [] }],
          },
          documents: { d: { id: 'd', title: 'Page', data: note(text) } },
          attachments: {},
        }),
        'metadata.json': '{"exportVersion":1}',
      }),
  },
  evernote: {
    name: 'Notes.enex',
    bytes: (text) =>
      Buffer.from(
        writeEnex(
          {
            title: 'Page',
            content: `<div>${text} <a href="evernote:///view/1/s1/a/a/">Gone</a></div>`,
            files: [{ mimeType: 'text/plain', name: 'a.txt', content: 'a' }],
          },
          { title: 'Other' },
        ),
      ),
  },
  joplin: {
    name: 'Notes.jex',
    bytes: (text) =>
      writeTar(
        writeItems(
          { id: joplinId('a'), type: 1, title: 'Page', body: `${text} [x](:/${joplinId('b')})` },
          { id: joplinId('b'), type: 1, title: 'Other' },
        ),
      ),
  },
  logseq: {
    name: 'graph.zip',
    bytes: (text) =>
      zipOf({
        'logseq/config.edn': '{}',
        'pages/a___b.md': `- TODO ${text} [[c]]\n`,
        'pages/c.md': '- C\n',
        'journals/2024_01_02.md': '- [[a/b]]\n',
      }),
  },
  word: {
    name: 'Report.docx',
    bytes: (text) => writeDocx(wordText(text), { pixel: Buffer.from('pixel') }),
  },
  'HTML folders': {
    name: 'site.zip',
    bytes: (text) =>
      zipOf({
        'a.html': `<title>A</title><p>${text}</p>`,
        'b/c.html': '<p><a href="../a.html">A</a></p>',
      }),
  },
  'Google documents': {
    name: 'Document.zip',
    bytes: (text) =>
      zipOf({ 'Document.html': `<body class="c9 doc-content"><p>${text}</p></body>` }),
  },
  csv: { name: 'table.csv', bytes: (text) => Buffer.from(`Name,Text\nOne,${text}\nTwo,same\n`) },
}

let quire: TestServer
before(async () => {
  quire = await startServer({ rateLimit: 0 })
})
after(() => quire.close())

async function ask<Body>(path: string, body: object): Promise<Body> {
  const { workspaceId } = quire
  const answer = await quire.post<Body>(path, { workspaceId, ...body })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

type Running = Partial<Pick<DueWork, 'signal' | 'putAttempts'>>

async function run(running: Running = {}): Promise<boolean> {
  const { store, contextFor } = quire.app
  const { workspaceId } = quire
  const { signal } = new AbortController()
  const putAttempts = async () => undefined
  const work = { store, contextFor, workspaceId, attempts: 0, putAttempts, signal }
  return runImports({ ...work, ...running })
}

async function prepare(name: string, bytes: Buffer, parentId: string | null): Promise<string> {
  const { workspaceId } = quire
  const mimeType = 'application/octet-stream'
  const file = { workspaceId, name, mimeType, content: [bytes] }
  const fileId = await addFile(contextOf(quire), file, async () => undefined)
  const { id } = await ask<{ id: string }>('/v1/imports/create', { fileId, parentId })
  await run()
  return id
}

type Ended = {
  state: string
  error: string | null
  runId: string
  counts: { pages: { created: number; updated: number; unchanged: number } }
}

async function importAll(name: string, bytes: Buffer, parentId: string) {
  const importId = await prepare(name, bytes, parentId)
  const { preview } = await ask<{ preview: { pages: number; updates: number } | null }>(
    '/v1/imports/preview',
    { importId },
  )
  await ask('/v1/imports/start', { importId })
  await run()
  return { ...(await ask<Ended>('/v1/imports/get', { importId })), preview }
}

describe('an import of each source', () => {
  for (const [source, { name, bytes }] of Object.entries(exported)) {
    it(`creates its pages, is undone, and updates what changed: ${source}`, async () => {
      const parentId = await addPage(quire, source)
      const first = await importAll(name, await bytes('before'), parentId)
      assert.deepEqual([first.state, first.error], ['done', null])
      const pages = first.counts.pages.created
      assert.ok(pages > 0)
      assert.equal(first.preview?.pages, pages)
      await ask('/v1/runs/revert', { runId: first.runId, except: [] })
      assert.deepEqual((await ask<{ pages: [] }>('/v1/pages/list', { parentId })).pages, [])
      const again = await importAll(name, await bytes('before'), parentId)
      assert.deepEqual(again.counts.pages, { created: pages, updated: 0, unchanged: 0 })
      const changed = await importAll(name, await bytes('after'), parentId)
      assert.deepEqual(changed.counts.pages, { created: 0, updated: 1, unchanged: pages - 1 })
      assert.equal(changed.preview?.updates, pages)
    })
  }

  it('that was cut off or is empty changes nothing, and says so', async () => {
    for (const [source, { name, bytes }] of Object.entries(exported)) {
      const complete = await bytes('text')
      const parts = name.endsWith('.csv') ? [Buffer.alloc(0)] : [complete.subarray(0, -40)]
      for (const part of parts) {
        const importId = await prepare(name, part, null)
        const { state, error } = await ask<Ended>('/v1/imports/get', { importId })
        assert.equal(state, 'failed', source)
        assert.ok((error ?? '').length > 20, `${source}: ${error}`)
      }
    }
  })
})

describe('an import of many pages', () => {
  const manyPages = () =>
    zipOf(Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`n${index}.md`, '# N'])))
  const get = (importId: string) => ask<Ended & { done: number }>('/v1/imports/get', { importId })

  it('stores with a batch what it adds to the report, and the whole report when it is paused', async () => {
    const importId = await prepare('notes.zip', await manyPages(), null)
    await ask('/v1/imports/start', { importId })
    const { workspaceId } = quire
    const pages = async () => {
      const stored = await imports.reports(quire.app.store, { workspaceId, importId })
      return stored.map((packed) => unpackReport(packed)?.report.pages)
    }
    assert.equal(await run({ signal: stopAfter(3) }), false)
    assert.deepEqual(await pages(), [32, 32])
    assert.equal((await get(importId)).counts.pages.created, 64)
    const pauseAfterFirst = async (attempts: number) => {
      if (attempts === 0) await ask('/v1/imports/pause', { importId })
    }
    assert.equal(await run({ putAttempts: pauseAfterFirst }), true)
    assert.deepEqual(await pages(), [96])
  })

  it('fails when the page to import below is deleted, and continues when that is restored', async () => {
    const parentId = await addPage(quire, 'Parent')
    const importId = await prepare('notes.zip', await manyPages(), parentId)
    await ask('/v1/imports/start', { importId })
    const deleteAfterFirst = async (attempts: number) => {
      if (attempts === 0) await ask('/v1/pages/delete', { pageId: parentId })
    }
    await run({ putAttempts: deleteAfterFirst })
    const { state, error, done } = await get(importId)
    assert.deepEqual([state, done], ['failed', 32])
    assert.equal(
      error,
      'The page to import below was deleted. Restore it from the trash and resume the import, or cancel the import.',
    )
    const { workspaceId } = quire
    const refused = await quire.post('/v1/imports/resume', { workspaceId, importId })
    assert.equal(refused.status, 404)
    await ask('/v1/pages/restore', { pageId: parentId })
    await ask('/v1/imports/resume', { importId })
    await run()
    const ended = await get(importId)
    assert.deepEqual([ended.state, ended.done], ['done', 100])
  })
})
