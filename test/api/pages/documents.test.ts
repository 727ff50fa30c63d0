import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage, markdownOf, nothing, storedPage } from '../../support/pages.ts'
import { addPerson, addWorkspace } from '../../support/people.ts'
import { addKey, startServer, type TestServer } from '../../support/server.ts'

let quire: TestServer
before(async () => {
  quire = await startServer({ rateLimit: 0 })
})
after(() => quire.close())

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const documentOf = (...content: object[]) => ({ type: 'doc', content })

type Opened = {
  id: string
  title: string
  version: number
  parentId: string | null
  content: object
  breadcrumb: { id: string; title: string; icon: string | null }[]
  createdBy: { id: string; firstName: string }
  updatedBy: { id: string; firstName: string }
  role: string
  isFavourite: boolean
}

const onPage = <Body = Opened>(
  operation: string,
  pageId: string,
  extra: object = {},
  key?: string,
) =>
  quire.post<Body>(
    `/v1/pages/${operation}`,
    { workspaceId: quire.workspaceId, pageId, ...extra },
    key,
  )

describe('POST /v1/pages/document', () => {
  it('refuses a page that is not there, is in the trash or is of another workspace', async () => {
    const gone = await addPage(quire, 'Gone')
    await onPage('delete', gone)
    const workspaceId = await addWorkspace(quire, 'Other')
    const foreign = await addPage(quire, 'Foreign', { workspaceId })
    for (const pageId of [nothing, gone, foreign]) {
      const { status, body } = await onPage<{ code: string }>('document', pageId)
      assert.deepEqual([status, body.code], [404, 'PAGE_NOT_FOUND'])
    }
  })

  it('gives all that an editor shows', async () => {
    const top = await addPage(quire, 'Top')
    const middle = await addPage(quire, 'Middle', { parentId: top })
    const leaf = await addPage(quire, 'Leaf', { parentId: middle, markdown: 'Green.' })
    const { status, body } = await onPage('document', leaf)
    assert.equal(status, 200)
    assert.deepEqual(body.content, documentOf(paragraph('Green.')))
    assert.deepEqual(body.breadcrumb, [
      { id: top, title: 'Top', icon: null },
      { id: middle, title: 'Middle', icon: null },
    ])
    assert.deepEqual(
      [body.title, body.version, body.parentId, body.role, body.isFavourite],
      ['Leaf', 1, middle, 'OWNER', false],
    )
    assert.deepEqual(body.createdBy, { id: quire.userId, firstName: 'Ada', lastName: 'Lovelace' })
  })

  it('tells the role of who asks, and who changed the page last', async () => {
    const viewer = await addPerson(quire, 'Vera', 'VIEWER')
    const writer = await addPerson(quire, 'Max', 'MEMBER')
    const pageId = await addPage(quire, 'Shared')
    await onPage('update', pageId, { title: 'Ours' }, writer.key)
    const { body } = await onPage('document', pageId, {}, viewer.key)
    assert.deepEqual([body.role, body.version, body.updatedBy.firstName], ['VIEWER', 2, 'Max'])
    assert.equal(body.createdBy.firstName, 'Ada')
  })

  it('gives back a document that is taken as it is', async () => {
    const markdown = '# One\n\n- [ ] a\n\n| a | b |\n| - | - |\n| 1 | `2` |\n'
    const pageId = await addPage(quire, 'Whole', { markdown })
    const before = await markdownOf(quire, pageId)
    const { content, version } = (await onPage('document', pageId)).body
    assert.equal((await onPage('save', pageId, { version, content })).status, 200)
    assert.equal(await markdownOf(quire, pageId), before)
  })
})

describe('POST /v1/pages/locate', () => {
  const locate = (pageId: string, key?: string) =>
    quire.post<{ workspaceId: string; message: string }>('/v1/pages/locate', { pageId }, key)

  it('says the same of a page that is not there and of one that is not for the caller', async () => {
    const hidden = await addWorkspace(quire, 'Hidden')
    const pageId = await addPage(quire, 'Secret', { workspaceId: hidden })
    const guest = await addPerson(quire, 'Gil', 'MEMBER')
    const narrow = await addKey(quire, { workspaceIds: [quire.workspaceId] })
    for (const [id, key] of [
      [nothing, guest.key],
      [pageId, guest.key],
      [pageId, narrow],
    ] as const) {
      const { status, body } = await locate(id, key)
      assert.equal(status, 404)
      assert.equal(body.message, `PAGE_NOT_FOUND: page ${id} not found`)
    }
  })

  it('finds a page in any workspace of the caller', async () => {
    const workspaceId = await addWorkspace(quire, 'Second')
    const there = await addPage(quire, 'There', { workspaceId })
    const here = await addPage(quire, 'Here')
    assert.deepEqual((await locate(there)).body, { workspaceId })
    assert.deepEqual((await locate(here)).body, { workspaceId: quire.workspaceId })
  })
})

describe('POST /v1/pages/save', () => {
  type Saved = { version: number; updatedAt: string; code: string; message: string }
  const save = (pageId: string, input: object, key?: string) =>
    onPage<Saved>('save', pageId, input, key)

  it('refuses a version that is not the present one, and writes nothing', async () => {
    const pageId = await addPage(quire, 'Ours', { markdown: 'First.' })
    await onPage('update', pageId, { content: documentOf(paragraph('By an agent.')) })
    const content = documentOf(paragraph('By a person.'))
    for (const version of [1, 3]) {
      const { status, body } = await save(pageId, { version, title: 'Mine', content })
      assert.deepEqual([status, body.code], [409, 'VERSION_CONFLICT'])
      assert.match(body.message, /at version 2, not/)
    }
    assert.equal(await markdownOf(quire, pageId), 'By an agent.\n')
    assert.equal((await storedPage(quire, pageId)).title, 'Ours')
  })

  it('refuses viewers, and a document that is none', async () => {
    const viewer = await addPerson(quire, 'Vito', 'VIEWER')
    const pageId = await addPage(quire, 'Kept')
    assert.equal((await save(pageId, { version: 1, title: 'x' }, viewer.key)).status, 403)
    assert.equal((await save(pageId, { version: 1, content: { type: 'x' } })).status, 400)
    assert.equal((await save(nothing, { version: 1, title: 'x' })).status, 404)
  })

  it('changes what is given, and tells the new version', async () => {
    const pageId = await addPage(quire, 'Draft', { markdown: 'Body.' })
    const titled = await save(pageId, { version: 1, title: 'Final', icon: '🌱' })
    assert.equal(titled.body.version, 2)
    assert.ok(Date.parse(titled.body.updatedAt) > 0)
    const bodied = await save(pageId, { version: 2, content: documentOf(paragraph('New.')) })
    assert.equal(bodied.body.version, 3)
    const row = await storedPage(quire, pageId)
    assert.deepEqual([row.title, row.icon, row.version], ['Final', '🌱', 3])
    assert.equal(await markdownOf(quire, pageId), 'New.\n')
    assert.equal((await save(pageId, { version: 3 })).body.version, 3)
  })

  it('answers a repeated save as done, and writes it once', async () => {
    const pageId = await addPage(quire, 'Twice')
    const input = { version: 1, title: 'Once', content: documentOf(paragraph('Same.')) }
    assert.equal((await save(pageId, input)).body.version, 2)
    assert.deepEqual(
      [(await save(pageId, input)).status, (await save(pageId, input)).status],
      [200, 200],
    )
    assert.equal((await storedPage(quire, pageId)).version, 2)
  })

  it('takes no save of somebody else, nor one further back, for a repeated one', async () => {
    const other = await addPerson(quire, 'Olga', 'MEMBER')
    const pageId = await addPage(quire, 'Mine')
    const input = { version: 1, title: 'Equal' }
    await save(pageId, input)
    assert.equal((await save(pageId, input, other.key)).status, 409)
    await save(pageId, { version: 2, icon: '🌱' })
    assert.equal((await save(pageId, input)).status, 409)
  })

  it('lets one of many savers through', async () => {
    const pageId = await addPage(quire, 'Race')
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        save(pageId, { version: 1, content: documentOf(paragraph(`From ${index}.`)) }),
      ),
    )
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    assert.deepEqual(statuses, [200, ...Array<number>(11).fill(409)])
    const winner = answers.findIndex(({ status }) => status === 200)
    assert.equal(await markdownOf(quire, pageId), `From ${winner}.\n`)
  })
})
