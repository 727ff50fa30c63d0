import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { checkStore } from '../../../server/domain/transfer/check/check.ts'
import { addComment, addFile, addPage } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { grantOnly, restrict } from '../../support/sections.ts'
import { contextOf, startServer, type TestServer } from '../../support/server.ts'

let quire: TestServer
let bob: Person
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  bob = await addPerson(quire, 'Bob', 'MEMBER')
})
after(() => quire.close())

/** Whether the other member can read each page. */
async function readable(...ids: string[]): Promise<boolean[]> {
  const { workspaceId } = quire
  const read: boolean[] = []
  for (const pageId of ids) {
    const { status } = await quire.post('/v1/pages/markdown', { workspaceId, pageId }, bob.key)
    read.push(status === 200)
  }
  return read
}

async function move(pageId: string, newParentId: string | null): Promise<void> {
  const body = { workspaceId: quire.workspaceId, pageId, newParentId, prevPageId: null }
  const answer = await quire.post('/v1/pages/move', body)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
}

async function addSection(): Promise<string> {
  const sectionId = await addPage(quire, 'Section')
  await grantOnly(quire, sectionId, { [quire.userId]: 'manage' })
  return sectionId
}

describe('a move', () => {
  it('into a section hides the page with everything below it, out of it shows it again', async () => {
    const { workspaceId } = quire
    const sectionId = await addSection()
    const top = await addPage(quire, 'Top')
    const below = await addPage(quire, 'Below quokka', { parentId: top, markdown: 'quokka' })
    const fileId = await addFile(quire, below)
    await addComment(quire, below)
    const search = async () => {
      const query = { workspaceId, query: 'quokka', k: 5 }
      const { body } = await quire.post<{ results: object[] }>('/v1/search/pages', query, bob.key)
      return body.results.length
    }
    const file = async () => (await quire.get(`/files/${fileId}`, bob.key)).status
    assert.deepEqual(
      [await readable(top, below), await search(), await file()],
      [[true, true], 1, 200],
    )
    await move(top, sectionId)
    assert.deepEqual(
      [await readable(top, below), await search(), await file()],
      [[false, false], 0, 404],
    )
    await move(top, null)
    assert.deepEqual(
      [await readable(top, below), await search(), await file()],
      [[true, true], 1, 200],
    )
  })

  it('of a section keeps its grants, and inherits from the new parent only where it inherits', async () => {
    const sectionId = await addSection()
    const [closed, open] = [await addSection(), await addPage(quire, 'Inheriting')]
    const below = await addPage(quire, 'Below', { parentId: closed })
    await restrict(quire, open, { grants: [{ principalId: bob.userId, level: 'comment' }] })
    const other = await addPage(quire, 'Widened')
    await restrict(quire, other, {})
    assert.deepEqual(await readable(closed, below, open, other), [false, false, true, true])
    for (const id of [closed, open, other]) await move(id, sectionId)
    assert.deepEqual(await readable(closed, below, open, other), [false, false, true, false])
    for (const id of [closed, open, other]) await move(id, null)
    assert.deepEqual(await readable(closed, below, open, other), [false, false, true, true])
  })

  it('leaves no page in the wrong section', async () => {
    assert.deepEqual((await checkStore(contextOf(quire))).faults, [])
  })
})
