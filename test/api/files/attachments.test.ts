import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  addFile,
  addPage,
  markdownOf,
  nothing,
  storedPage,
  titlesUnder,
} from '../../support/pages.ts'
import { addWorkspace } from '../../support/people.ts'
import { measureBlocking } from '../../support/processes/event-loop.ts'
import { startServer, type TestServer } from '../../support/server.ts'

type Files = { files: { id: string; name: string }[] }

let quire: TestServer
let workspaceId: string
let pageId: string
let fileId: string
let foreignFile: string
let foreignPage: string

before(async () => {
  quire = await startServer({ rateLimit: 0 })
  workspaceId = quire.workspaceId
  pageId = await addPage(quire, 'First')
  fileId = await addFile(quire, pageId, { name: 'dot.png', mimeType: 'image/png' })
  const other = await addWorkspace(quire, 'Other')
  foreignPage = await addPage(quire, 'Foreign', { workspaceId: other })
  foreignFile = await addFile({ ...quire, workspaceId: other }, foreignPage)
})
after(() => quire.close())

async function filesOf(id: string): Promise<string[]> {
  const { body } = await quire.post<Files>('/v1/page-files/list', { workspaceId, pageId: id })
  return body.files.map(({ name }) => name)
}

for (const path of ['/v1/page-files/attach-file', '/v1/page-files/attach-image']) {
  describe(`POST ${path}`, () => {
    it('refuses a file that is not in this workspace, naming it', async () => {
      for (const id of [nothing, foreignFile]) {
        const { status, body } = await quire.post(path, { workspaceId, pageId, fileId: id })
        assert.equal(status, 404)
        assert.deepEqual(body, {
          code: 'FILE_NOT_FOUND',
          message: `FILE_NOT_FOUND: file ${id} not found`,
        })
      }
    })

    it('refuses a page that is not in this workspace, before it looks at the file', async () => {
      for (const id of [nothing, foreignPage]) {
        const body = { workspaceId, pageId: id, fileId: nothing }
        const { status, body: refusal } = await quire.post(path, body)
        assert.equal(status, 404)
        assert.equal(refusal.message, `PAGE_NOT_FOUND: page ${id} not found`)
      }
    })

    it('attaches once, however often it is asked', async () => {
      const id = await addPage(quire, 'Second')
      for (let time = 0; time < 3; time += 1) {
        const { status, body } = await quire.post(path, { workspaceId, pageId: id, fileId })
        assert.equal(status, 200)
        assert.deepEqual(body, { ok: true })
      }
      assert.deepEqual(await filesOf(id), ['dot.png'])
      assert.deepEqual(await filesOf(pageId), ['dot.png'])
    })
  })
}

describe('POST /v1/page-files/attach-image', () => {
  it('refuses a file that is no image', async () => {
    const text = await addFile(quire, await addPage(quire, 'Texts'))
    const body = { workspaceId, pageId, fileId: text }
    const { status, body: refusal } = await quire.post('/v1/page-files/attach-image', body)
    assert.equal(status, 415)
    assert.equal(refusal.code, 'UNSUPPORTED_MIME_TYPE')
    assert.deepEqual(await filesOf(pageId), ['dot.png'])
  })
})

describe('POST /v1/page-files/list', () => {
  it('gives nothing for a page without files', async () => {
    assert.deepEqual(await filesOf(await addPage(quire, 'Bare')), [])
  })

  it('gives the five members of each file, newest first', async () => {
    const id = await addPage(quire, 'Many')
    for (const name of ['a', 'b', 'c']) await addFile(quire, id, { name, content: name })
    await quire.post('/v1/page-files/attach-file', { workspaceId, pageId: id, fileId })
    assert.deepEqual(await filesOf(id), ['c', 'b', 'a', 'dot.png'])
    const { body } = await quire.post<Files>('/v1/page-files/list', { workspaceId, pageId: id })
    const members = ['createdAt', 'id', 'mimeType', 'name', 'size']
    for (const file of body.files) assert.deepEqual(Object.keys(file).toSorted(), members)
  })
})

describe('POST /v1/workspace/create-page-from-file', () => {
  const path = '/v1/workspace/create-page-from-file'
  const create = (body: object) =>
    quire.post<{ pageId: string }>(path, { workspaceId, fileId, ...body })

  it('refuses a file or a parent that is not in this workspace, and makes nothing', async () => {
    const before = await titlesUnder(quire)
    for (const id of [nothing, foreignFile]) {
      const { status, body } = await quire.post(path, { workspaceId, fileId: id })
      assert.equal(status, 404)
      assert.equal(body.message, `FILE_NOT_FOUND: file ${id} not found`)
    }
    for (const id of [nothing, foreignPage]) {
      const { status, body } = await quire.post(path, { workspaceId, fileId, parentId: id })
      assert.equal(status, 404)
      assert.equal(body.message, `PAGE_NOT_FOUND: page ${id} not found`)
    }
    assert.deepEqual(await titlesUnder(quire), before)
  })

  it('makes a page named after the file, with the file attached and shown', async () => {
    const { status, body } = await create({})
    assert.equal(status, 200)
    assert.deepEqual(body, { pageId: body.pageId })
    assert.equal((await storedPage(quire, body.pageId)).title, 'dot.png')
    assert.deepEqual(await filesOf(body.pageId), ['dot.png'])
    assert.match(await markdownOf(quire, body.pageId), new RegExp(`/files/${fileId}`))
    assert.equal((await titlesUnder(quire)).at(-1), 'dot.png')
  })

  it('takes another title and a parent', async () => {
    const parentId = await addPage(quire, 'Parent')
    await create({ parentId, title: 'Shown' })
    assert.deepEqual(await titlesUnder(quire, parentId), ['Shown'])
  })

  it('cuts a file name of 512 emoji to a title of 255', async () => {
    const long = await addFile(quire, pageId, { name: '🎈'.repeat(512) })
    const { body } = await create({ fileId: long })
    assert.equal((await storedPage(quire, body.pageId)).title, '🎈'.repeat(255))
  })

  it('lets others work while it reads long front matter', async () => {
    const keys = Array.from({ length: 20_000 }, (_, n) => `k${n}: x`).join('\n')
    const merges = 'k: {<<: *a}\n'.repeat(20_000)
    for (const yaml of [keys, `a: &a {b: 1}\n${merges}`, '? '.repeat(100_000)]) {
      const content = `---\n${yaml}\n---\n\nBody\n`
      const file = { name: 'long.md', mimeType: 'text/markdown', content }
      const long = await addFile(quire, pageId, file)
      const { maxMs, result } = await measureBlocking(() => create({ fileId: long }))
      assert.equal(result.status, 200)
      assert.ok(maxMs < 100, `${maxMs} ms`)
    }
  })

  it('shows a file name of Markdown as a name', async () => {
    const names = ['](x) **b**', '![x](y)', '`a` <b>', 'a\nb', '# h', '$a$', ':smile: ~~x~~ |']
    for (const name of names) {
      const named = await addFile(quire, pageId, { name, mimeType: 'application/zip' })
      const { body } = await create({ fileId: named })
      const markdown = await markdownOf(quire, body.pageId)
      assert.equal(markdown.match(/(?<!\\)\]\(/g)?.length, 1, markdown)
      assert.ok(markdown.includes(`(/files/${named})`), markdown)
      const again = await markdownOf(quire, await addPage(quire, 'Again', { markdown }))
      assert.equal(again, markdown)
    }
  })

  const createWith = async (file: NonNullable<Parameters<typeof addFile>[2]>) => {
    const created = await create({ fileId: await addFile(quire, pageId, file) })
    assert.equal(created.status, 200)
    assert.deepEqual(await filesOf(created.body.pageId), [file.name])
    return markdownOf(quire, created.body.pageId)
  }

  it('holds the text of Markdown, read as all Markdown is', async () => {
    const content = '# Plan\n\n* [x] One\n\n| a |\n| - |\n| 1 |\n'
    const expected = await markdownOf(quire, await addPage(quire, 'Same', { markdown: content }))
    for (const mimeType of ['text/markdown', 'text/markdown; charset=utf-8', 'text/plain'])
      assert.equal(await createWith({ name: 'plan.md', mimeType, content }), expected)
    const unknown = { name: 'PLAN.MD', mimeType: 'application/octet-stream' }
    assert.equal(await createWith({ ...unknown, content: `\ufeff${content}` }), expected)
    const withHead = `---\ntitle: Plan\n---\n${content}`
    assert.equal(
      await createWith({ name: 'p.md', mimeType: 'text/markdown', content: withHead }),
      expected,
    )
  })

  it('holds plain text word for word, with its lines and paragraphs', async () => {
    const content = '\n# no heading\r\n*no* [link](x)\n\n\n1. none\n'
    const id = await addFile(quire, pageId, { content })
    const { body } = await create({ fileId: id })
    const document = await quire.post<{ content: unknown }>('/v1/pages/document', {
      workspaceId,
      pageId: body.pageId,
    })
    const text = (value: string) => ({ type: 'text', text: value })
    assert.deepEqual(document.body.content, {
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [text('# no heading'), { type: 'hardBreak' }, text('*no* [link](x)')],
        },
        { type: 'paragraph', content: [text('1. none')] },
      ],
    })
    assert.equal((await createWith({ name: 'none.txt', content: '' })).trim(), '')
  })

  it('shows what is no text after all, and says of what is too long that it is', async () => {
    const bytes = Buffer.from([0xff, 0xfe, 0x41, 0x00])
    assert.match(await createWith({ name: 'old.txt', content: bytes }), /^\[old\.txt\]\(\/files\//)
    const nodes = '- a\n'.repeat(60_000)
    const long = await createWith({ name: 'long.md', mimeType: 'text/markdown', content: nodes })
    assert.match(long, /too long for a page.*\n\n\[long\.md\]\(\/files\//)
  })
})
