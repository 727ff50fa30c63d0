import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage, markdownOf, nothing, storedPage, titlesUnder } from '../../support/pages.ts'
import { addWorkspace } from '../../support/people.ts'
import { startServer, type TestServer } from '../../support/server.ts'

type Created = { pageId: string; url: string }

let quire: TestServer
let workspaceId: string

before(async () => {
  quire = await startServer()
  workspaceId = quire.workspaceId
})
after(() => quire.close())

const create = (body: object) => quire.post<Created>('/v1/pages/create', { workspaceId, ...body })

describe('POST /v1/pages/create', () => {
  it('refuses a parent that does not exist, naming it, and makes nothing', async () => {
    const before = await titlesUnder(quire)
    const body = { workspaceId, title: 'Orphan', parentId: nothing }
    const { status, body: refusal } = await quire.post('/v1/pages/create', body)
    assert.equal(status, 404)
    assert.deepEqual(refusal, {
      code: 'PAGE_NOT_FOUND',
      message: `PAGE_NOT_FOUND: page ${nothing} not found`,
    })
    assert.deepEqual(await titlesUnder(quire), before)
  })

  it('refuses a parent of another workspace as one that does not exist', async () => {
    const other = await addWorkspace(quire, 'Other')
    const foreign = await addPage(quire, 'Foreign', { workspaceId: other })
    const { status, body } = await quire.post('/v1/pages/create', {
      workspaceId,
      title: 'Orphan',
      parentId: foreign,
    })
    assert.equal(status, 404)
    assert.equal(body.message, `PAGE_NOT_FOUND: page ${foreign} not found`)
  })

  it('refuses the workspace itself as a parent', async () => {
    const body = { workspaceId, title: 'Orphan', parentId: workspaceId }
    assert.equal((await quire.post('/v1/pages/create', body)).body.code, 'PAGE_NOT_FOUND')
  })

  it('answers exactly the page id and its legacy address', async () => {
    const { status, body } = await create({ title: 'First' })
    assert.equal(status, 200)
    assert.deepEqual(body, {
      pageId: body.pageId,
      url: `/workspaces/${workspaceId}/pages/${body.pageId}`,
    })
    assert.match(body.pageId, /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  })

  it('makes a page of ownership and type TEXT, without an icon, at the root', async () => {
    const { body } = await create({ title: 'Plain' })
    const { ownership, type, icon, parentId } = await storedPage(quire, body.pageId)
    assert.deepEqual(
      { ownership, type, icon, parentId },
      { ownership: 'TEXT', type: 'TEXT', icon: null, parentId: workspaceId },
    )
    assert.equal(await markdownOf(quire, body.pageId), '')
  })

  it('stands behind the other pages under its parent, null being the root', async () => {
    const parentId = await addPage(quire, 'Parent', { parentId: null })
    for (const title of ['a', 'b', 'c']) await create({ title, parentId })
    assert.deepEqual(await titlesUnder(quire, parentId), ['a', 'b', 'c'])
    assert.equal((await titlesUnder(quire)).at(-1), 'Parent')
  })

  it('takes 255 emoji as a title', async () => {
    const title = '👩'.repeat(255)
    const { body } = await create({ title })
    assert.equal((await storedPage(quire, body.pageId)).title, title)
  })

  it('takes 50,000 characters of Markdown, emoji counting one each, and not one more', async () => {
    for (const character of ['x', '🎈', '\u0000', '\n']) {
      const markdown = character.repeat(50_000)
      assert.equal((await create({ title: 'Long', markdown })).status, 200)
      const over = await quire.post('/v1/pages/create', {
        workspaceId,
        title: 'Too long',
        markdown: markdown + character,
      })
      assert.equal(over.status, 400)
      assert.deepEqual(
        over.body.errors.map(({ path, rule }) => ({ path, rule })),
        [{ path: '/markdown', rule: 'maxLength' }],
      )
    }
  })
})

describe('POST /v1/pages/create with PUBLIC_URL', () => {
  it('answers an absolute address under it', async () => {
    const open = await startServer({ publicUrl: 'https://notes.example.com/quire' })
    const body = { workspaceId: open.workspaceId, title: 'First' }
    const answer = await open.post<Created>('/v1/pages/create', body)
    const path = `/workspaces/${open.workspaceId}/pages/${answer.body.pageId}`
    assert.equal(answer.body.url, `https://notes.example.com/quire${path}`)
    await open.close()
  })
})
