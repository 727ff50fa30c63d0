import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addComment, addFile, addPage, nothing } from '../../support/pages.ts'
import { addPerson, addWorkspace } from '../../support/people.ts'
import { onlyFor, restrict } from '../../support/sections.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let quire: TestServer
before(async () => {
  quire = await startServer({ rateLimit: 0 })
})
after(() => quire.close())

type Copy = { pageId: string; pages: number; left: number; code: string; message: string }
type Line = { id: string; title: string }

const duplicate = (pageId: string, extra: object = {}, key?: string) =>
  quire.post<Copy>('/v1/pages/duplicate', { workspaceId: quire.workspaceId, pageId, ...extra }, key)
const ask = async <Body>(path: string, body: object, key?: string) =>
  (await quire.post<Body>(path, { workspaceId: quire.workspaceId, ...body }, key)).body
const markdownOf = async (pageId: string) =>
  (await ask<{ markdown: string }>('/v1/pages/markdown', { pageId })).markdown
const childrenOf = async (parentId: string | null, key?: string) =>
  (await ask<{ pages: Line[] }>('/v1/pages/list', { parentId, limit: 200 }, key)).pages

async function copied(pageId: string, extra: object = {}, key?: string): Promise<Copy> {
  const { status, body } = await duplicate(pageId, extra, key)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

describe('POST /v1/pages/duplicate', () => {
  it('refuses pages that are not there, and parents that the caller cannot write under', async () => {
    const viewer = await addPerson(quire, 'Vera', 'VIEWER')
    const member = await addPerson(quire, 'Mia', 'MEMBER')
    const pageId = await addPage(quire, 'Page')
    const foreign = await addPage(quire, 'Foreign', {
      workspaceId: await addWorkspace(quire, 'Other'),
    })
    for (const id of [nothing, foreign]) {
      assert.equal((await duplicate(id)).status, 404)
      assert.equal((await duplicate(pageId, { parentId: id })).status, 404)
    }
    assert.equal((await duplicate(pageId, {}, viewer.key)).status, 403)
    const secret = await addPage(quire, 'Secret')
    await restrict(quire, secret, onlyFor({ [quire.userId]: 'manage' }))
    assert.equal((await duplicate(secret, {}, member.key)).status, 404)
    const shown = await addPage(quire, 'Shown')
    await restrict(quire, shown, onlyFor({ [quire.userId]: 'manage', [member.userId]: 'read' }))
    const { status, body } = await duplicate(shown, { parentId: null }, member.key)
    assert.deepEqual([status, body.code], [403, 'FORBIDDEN'], 'its copy would have other readers')
    assert.equal((await duplicate(pageId, { parentId: shown }, member.key)).status, 403)
  })

  it('puts a copy after its original, with body, properties, icon and files, without comments', async () => {
    const parentId = await addPage(quire, 'Parent')
    const pageId = await addPage(quire, 'Plan', { parentId, markdown: '# Goal\n\n- [ ] Ship' })
    await addPage(quire, 'Next', { parentId })
    const source = '# About\nstatus: draft\n'
    await ask('/v1/pages/set-properties', { pageId, source })
    await ask('/v1/pages/update', { pageId, icon: '🗺️' })
    const fileId = await addFile(quire, pageId)
    await addComment(quire, pageId)
    const copy = await copied(pageId)
    assert.deepEqual([copy.pages, copy.left], [1, 0])
    const titles = (await childrenOf(parentId)).map(({ title }) => title)
    assert.deepEqual(titles, ['Plan', 'Plan (copy)', 'Next'])
    assert.equal(await markdownOf(copy.pageId), await markdownOf(pageId))
    const read = await ask<{ source: string }>('/v1/pages/properties', { pageId: copy.pageId })
    assert.equal(read.source, source)
    const found = await ask<{ values: object[] }>('/v1/properties/values', { key: 'status' })
    assert.deepEqual(found.values, [{ type: 'text', value: 'draft', pages: 2 }])
    const { files } = await ask<{ files: { id: string }[] }>('/v1/page-files/list', {
      pageId: copy.pageId,
    })
    assert.deepEqual(
      files.map(({ id }) => id),
      [fileId],
    )
    const { threads } = await ask<{ threads: object[] }>('/v1/comments/list', {
      pageId: copy.pageId,
    })
    assert.deepEqual(threads, [])
  })

  it('copies a tree with links that lead to the copies', async () => {
    const rootId = await addPage(quire, 'Root')
    const childId = await addPage(quire, 'Child', { parentId: rootId })
    const leafId = await addPage(quire, 'Leaf', {
      parentId: childId,
      markdown: `[Root](/pages/${rootId}) and [a part](/pages/${childId}#goal)\n\n![Child](/pages/${childId})`,
    })
    const outside = await addPage(quire, 'Outside')
    await ask('/v1/pages/edit', {
      pageId: rootId,
      mode: 'append',
      text: `[Leaf](/pages/${leafId}) [Outside](/pages/${outside})`,
    })
    await ask('/v1/pages/set-properties', {
      pageId: rootId,
      source: `next: "[Child](/pages/${childId})"\n`,
    })
    const copy = await copied(rootId, { includeSubpages: true, title: 'Second' })
    assert.equal(copy.pages, 3)
    const [child] = await childrenOf(copy.pageId)
    const [leaf] = await childrenOf(child?.id ?? '')
    assert.deepEqual([child?.title, leaf?.title], ['Child', 'Leaf'])
    const text = await markdownOf(copy.pageId)
    assert.ok(text.includes(leaf?.id ?? '?') && text.includes(outside), text)
    const leafText = await markdownOf(leaf?.id ?? '')
    assert.ok(leafText.includes(`/pages/${child?.id}#goal`), leafText)
    assert.ok(leafText.includes(`/pages/${copy.pageId}`), leafText)
    assert.ok(!leafText.includes(rootId) && !leafText.includes(childId), leafText)
    const { pages } = await ask<{ pages: Line[] }>('/v1/pages/properties', { pageId: copy.pageId })
    assert.deepEqual(
      pages.map(({ id }) => id),
      [child?.id],
    )
    assert.ok((await markdownOf(leafId)).includes(rootId), 'the original stays')
  })

  it('leaves out what the caller cannot read, and never gives a copy more readers', async () => {
    const member = await addPerson(quire, 'Max', 'MEMBER')
    const rootId = await addPage(quire, 'Team')
    await addPage(quire, 'Open', { parentId: rootId })
    const hidden = await addPage(quire, 'Hidden', { parentId: rootId })
    await restrict(quire, hidden, onlyFor({ [quire.userId]: 'manage' }))
    const shown = await addPage(quire, 'Shown', { parentId: rootId })
    await restrict(quire, shown, onlyFor({ [quire.userId]: 'manage', [member.userId]: 'write' }))
    const theirs = await copied(rootId, { includeSubpages: true }, member.key)
    assert.deepEqual([theirs.pages, theirs.left], [2, 1])
    const mine = await copied(rootId, { includeSubpages: true })
    assert.deepEqual([mine.pages, mine.left], [4, 0])
    const toOwner = (await childrenOf(mine.pageId)).map(({ title }) => title)
    assert.deepEqual(toOwner, ['Open', 'Hidden', 'Shown'])
    const toMember = (await childrenOf(mine.pageId, member.key)).map(({ title }) => title)
    assert.deepEqual(toMember, ['Open'])
  })

  it('keeps a copy of a private page private', async () => {
    const member = await addPerson(quire, 'Moe', 'MEMBER')
    const pageId = await addPage(quire, 'Diary')
    await restrict(quire, pageId, onlyFor({ [quire.userId]: 'manage' }))
    await addPage(quire, 'Day', { parentId: pageId })
    const copy = await copied(pageId, { includeSubpages: true })
    assert.equal(copy.pages, 2)
    const { status } = await quire.post(
      '/v1/pages/markdown',
      { workspaceId: quire.workspaceId, pageId: copy.pageId },
      member.key,
    )
    assert.equal(status, 404)
    assert.equal((await childrenOf(copy.pageId)).length, 1)
  })
})
