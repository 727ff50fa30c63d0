import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage, markdownOf, nothing, storedPage } from '../../support/pages.ts'
import { addWorkspace } from '../../support/people.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let quire: TestServer
let workspaceId: string

before(async () => {
  quire = await startServer({ rateLimit: 0 })
  workspaceId = quire.workspaceId
})
after(() => quire.close())

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const documentOf = (...content: object[]) => ({ type: 'doc', content })
const update = (pageId: string, change: object) =>
  quire.post('/v1/pages/update', { workspaceId, pageId, ...change })

/** What is wrong with a document, and where it is said to be. */
const badDocuments: { what: string; content: unknown; path: string }[] = [
  { what: 'nothing', content: {}, path: '/content/type' },
  { what: 'another root', content: paragraph('x'), path: '/content/type' },
  {
    what: 'content that is no list',
    content: { type: 'doc', content: 5 },
    path: '/content/content',
  },
  {
    what: 'an unknown node',
    content: documentOf(paragraph('x'), { type: 'script' }),
    path: '/content/content/1/type',
  },
  {
    what: 'an unknown mark',
    content: documentOf({
      type: 'paragraph',
      content: [{ type: 'text', text: 'x', marks: [{ type: 'blink' }] }],
    }),
    path: '/content/content/0/content/0/marks/0/type',
  },
  {
    what: 'text that is no string',
    content: documentOf({ type: 'paragraph', content: [{ type: 'text', text: 5 }] }),
    path: '/content/content/0/content/0/text',
  },
  {
    what: 'a heading of level 9',
    content: documentOf({ type: 'heading', attrs: { level: 9 }, content: [] }),
    path: '/content/content/0/attrs/level',
  },
  {
    what: 'a node where it cannot stand',
    content: documentOf({ type: 'listItem', content: [paragraph('x')] }),
    path: '/content/content/0/type',
  },
]

describe('POST /v1/pages/update', () => {
  it('refuses a page that does not exist or is of another workspace', async () => {
    const other = await addWorkspace(quire, 'Other')
    const foreign = await addPage(quire, 'Foreign', { workspaceId: other })
    for (const pageId of [nothing, foreign]) {
      const { status, body } = await update(pageId, { title: 'x' })
      assert.equal(status, 404)
      assert.equal(body.message, `PAGE_NOT_FOUND: page ${pageId} not found`)
    }
  })

  for (const { what, content, path } of badDocuments) {
    it(`refuses ${what} by its path, and writes nothing, the title neither`, async () => {
      const pageId = await addPage(quire, 'Before', { markdown: 'Untouched.' })
      const { status, body } = await update(pageId, { title: 'After', content })
      assert.equal(status, 400)
      assert.equal(body.code, 'VALIDATION_FAILED')
      assert.deepEqual(
        body.errors.map((error) => error.path),
        [path],
      )
      const { title, version } = await storedPage(quire, pageId)
      assert.deepEqual({ title, version }, { title: 'Before', version: 1 })
      assert.equal(await markdownOf(quire, pageId), 'Untouched.\n')
    })
  }

  it('refuses a document deeper than anyone writes, without falling over', async () => {
    const pageId = await addPage(quire, 'Flat')
    const open = '{"type":"blockquote","content":['
    for (const depth of [110, 200, 5000, 50_000]) {
      const content = `{"type":"doc","content":[${open.repeat(depth)}${']}'.repeat(depth)}]}`
      const { status, body } = await quire.request({
        method: 'POST',
        url: '/v1/pages/update',
        headers: { authorization: `Bearer ${quire.key}`, 'content-type': 'application/json' },
        payload: `{"workspaceId":"${workspaceId}","pageId":"${pageId}","content":${content}}`,
      })
      assert.equal(status, 400)
      const { path, rule } = body.errors[0] ?? {}
      // What is far too deep is refused before it is parsed.
      if (depth < 120) assert.match(path ?? '', /^\/content\/content\/0/)
      else assert.deepEqual([path, rule], ['', 'maxDepth'])
    }
  })

  it('answers exactly {ok: true}', async () => {
    const { status, body } = await update(await addPage(quire, 'Page'), { title: 'New' })
    assert.equal(status, 200)
    assert.deepEqual(body, { ok: true })
  })

  it('leaves what is left out', async () => {
    const pageId = await addPage(quire, 'Title', { markdown: 'Body.' })
    await update(pageId, { icon: '📌' })
    await update(pageId, { title: 'Other title' })
    await update(pageId, { content: documentOf(paragraph('Other body.')) })
    await update(pageId, {})
    const { title, icon } = await storedPage(quire, pageId)
    assert.deepEqual({ title, icon }, { title: 'Other title', icon: '📌' })
    assert.equal(await markdownOf(quire, pageId), 'Other body.\n')
  })

  it('removes the icon with null', async () => {
    const pageId = await addPage(quire, 'Icon')
    await update(pageId, { icon: '👩‍🚀' })
    assert.equal((await storedPage(quire, pageId)).icon, '👩‍🚀')
    await update(pageId, { icon: null })
    assert.equal((await storedPage(quire, pageId)).icon, null)
  })

  it('takes an empty title, and one of 255 emoji', async () => {
    const pageId = await addPage(quire, 'Title')
    for (const title of ['', '🎈'.repeat(255)]) {
      assert.equal((await update(pageId, { title })).status, 200)
      assert.equal((await storedPage(quire, pageId)).title, title)
    }
  })

  it('gives back as Markdown what an editor wrote as a document', async () => {
    const pageId = await addPage(quire, 'Editor')
    const item = (text: string, checked: boolean) => ({
      type: 'taskItem',
      attrs: { checked },
      content: [paragraph(text)],
    })
    const cell = (type: string, text: string) => ({ type, content: [paragraph(text)] })
    const row = (type: string, ...texts: string[]) => ({
      type: 'tableRow',
      content: texts.map((text) => cell(type, text)),
    })
    const content = documentOf(
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Plan' }] },
      { type: 'taskList', content: [item('open', false), item('done', true)] },
      { type: 'table', content: [row('tableHeader', 'a', 'b'), row('tableCell', '1', '2')] },
    )
    assert.equal((await update(pageId, { content })).status, 200)
    const markdown = await markdownOf(quire, pageId)
    assert.match(markdown, /^## Plan\n\n[-*] \[ \] open\n[-*] \[x\] done\n\n\| a +\| b +\|/)
  })
})

describe('POST /v1/pages/update by many at once', () => {
  it('lets one writer win whole: title, icon and body are of the same one', async () => {
    const pageId = await addPage(quire, 'Contended')
    const icons = ['🍎', '🍐', '🍊', '🍋', '🍌', '🍉', '🍇', '🍓']
    const writes = Array.from({ length: 64 }, (_, number) => ({
      title: `Writer ${number}`,
      icon: icons[number % icons.length],
      content: documentOf(paragraph(`Writer ${number} was here.`)),
    }))
    const answers = await Promise.all(writes.map((write) => update(pageId, write)))
    assert.ok(answers.every(({ status }) => status === 200))
    const { title, icon, version } = await storedPage(quire, pageId)
    const number = Number(title.replace('Writer ', ''))
    assert.equal(icon, icons[number % icons.length])
    assert.equal(await markdownOf(quire, pageId), `Writer ${number} was here.\n`)
    assert.equal(version, 65)
  })

  it('keeps what each sent where they sent different fields', async () => {
    const pageId = await addPage(quire, 'Shared')
    const content = documentOf(paragraph('The body.'))
    const writes = [{ title: 'The title' }, { icon: '🪶' }, { content }]
    await Promise.all(writes.map((write) => update(pageId, write)))
    const { title, icon } = await storedPage(quire, pageId)
    assert.deepEqual({ title, icon }, { title: 'The title', icon: '🪶' })
    assert.equal(await markdownOf(quire, pageId), 'The body.\n')
  })
})
