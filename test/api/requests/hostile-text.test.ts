import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { statement } from '../../../server/store/statement.ts'
import { addPage, markdownOf, storedPage } from '../../support/pages.ts'
import { startServer, type TestServer } from '../../support/server.ts'

/** As escapes, because neither survives in UTF-8 or in a source file. */
const texts = [
  { what: 'NUL', sent: 'a\u0000b', stored: 'a\uFFFDb' },
  { what: 'a lone high surrogate', sent: 'a\uD83Db', stored: 'a\uFFFDb' },
  { what: 'a lone low surrogate', sent: 'a\uDE00b', stored: 'a\uFFFDb' },
  { what: 'surrogates the wrong way round', sent: 'a\uDE00\uD83Db', stored: 'a\uFFFD\uFFFDb' },
  { what: 'a joined emoji', sent: 'a👩‍👩‍👧‍👦b', stored: 'a👩‍👩‍👧‍👦b' },
  { what: 'a combining letter', sent: 'e\u0301', stored: 'e\u0301' },
  { what: 'a mark for right to left', sent: 'a\u202Eb', stored: 'a\u202Eb' },
  { what: 'a noncharacter', sent: 'a\uFFFFb', stored: 'a\uFFFFb' },
  { what: 'markup', sent: '<script>alert(1)</script>', stored: '<script>alert(1)</script>' },
  { what: 'SQL', sent: "'; drop table pages; --", stored: "'; drop table pages; --" },
  { what: 'white space', sent: '  a\t ', stored: '  a\t ' },
]

let quire: TestServer
let workspaceId: string
let pageId: string

before(async () => {
  quire = await startServer({ rateLimit: 0 })
  workspaceId = quire.workspaceId
  pageId = await addPage(quire, 'Target')
})
after(() => quire.close())

for (const { what, sent, stored } of texts) {
  describe(`text with ${what}`, () => {
    it('is kept as well-formed text in a title and an icon', async () => {
      const created = await storedPage(quire, await addPage(quire, sent))
      assert.equal(created.title, stored)
      await quire.post('/v1/pages/update', { workspaceId, pageId, title: sent, icon: sent })
      const { title, icon } = await storedPage(quire, pageId)
      assert.deepEqual({ title, icon }, { title: stored, icon: stored })
    })

    it('is kept in the name and type of a file', async () => {
      const file = { fileName: sent, mimeType: sent, contentBase64: '' }
      const path = '/v1/page-files/upload-file'
      const { status, body } = await quire.post<{ fileId: string }>(path, {
        workspaceId,
        pageId,
        ...file,
      })
      assert.equal(status, 200)
      const list = await quire.post<{ files: { name: string; mimeType: string }[] }>(
        '/v1/workspace/files',
        { workspaceId, limit: 1 },
      )
      assert.equal(list.body.files[0]?.name, stored)
      assert.equal(list.body.files[0]?.mimeType, stored)
      const got = await quire.get(`/files/${body.fileId}`)
      assert.equal(got.status, 200)
      const fromFile = { workspaceId, fileId: body.fileId }
      const page = await quire.post('/v1/workspace/create-page-from-file', fromFile)
      assert.equal(page.status, 200)
    })

    it('is taken in Markdown, in a document and in a query', async () => {
      const id = await addPage(quire, 'Markdown', { markdown: `# ${sent}\n\n${sent}` })
      assert.ok((await markdownOf(quire, id)).isWellFormed())
      const content = {
        type: 'doc',
        content: [{ type: 'paragraph', content: [{ type: 'text', text: sent }] }],
      }
      const answer = await quire.post('/v1/pages/update', { workspaceId, pageId, content })
      assert.equal(answer.status, 200)
      const written = await markdownOf(quire, pageId)
      assert.ok(written.isWellFormed())
      assert.ok(!written.includes('\0'))
      assert.equal((await quire.post('/v1/search/pages', { workspaceId, query: sent })).status, 200)
    })
  })
}

describe('the attributes of a document', () => {
  it('are kept as well-formed text, or refused', async () => {
    const text = (attrs: object) => ({
      type: 'paragraph',
      content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs }] }],
    })
    for (const { sent } of texts) {
      for (const node of [
        text({ href: `https://example.com/${sent}` }),
        text({ href: sent }),
        { type: 'codeBlock', attrs: { language: sent }, content: [{ type: 'text', text: 'x' }] },
        {
          type: 'paragraph',
          content: [{ type: 'image', attrs: { src: `/${sent}`, alt: sent, title: sent } }],
        },
      ]) {
        const id = await addPage(quire, 'Attributes')
        const content = { type: 'doc', content: [node] }
        const answer = await quire.post('/v1/pages/update', { workspaceId, pageId: id, content })
        assert.ok([200, 400].includes(answer.status), JSON.stringify(node))
        assert.ok((await markdownOf(quire, id)).isWellFormed())
      }
    }
  })
})

describe('the store', () => {
  it('holds no ill-formed text and no NUL after all this', async () => {
    const all = statement<{ title: string; icon: string | null; document: string; blocks: string }>(
      'test.texts',
      `select p.title, p.icon, c.document, c.blocks from pages p
       join page_contents c on c.workspace_id = p.workspace_id and c.page_id = p.id`,
    )
    for (const row of await quire.app.store.all(all)) {
      for (const text of Object.values(row)) {
        if (text === null) continue
        assert.ok(text.isWellFormed() && !text.includes('\0'))
        assert.doesNotMatch(text, /\\u(?:0000|d[89a-f])/i)
      }
    }
  })
})
