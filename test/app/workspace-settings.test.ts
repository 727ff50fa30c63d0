import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPerson } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { signIn, type Visitor } from '../support/web/visitor.ts'

let quire: TestServer
let ada: Visitor
before(async () => {
  quire = await startServer()
  ada = await signIn(quire)
})
after(() => quire.close())

const update = (change: object, by = ada) =>
  by.post('/app/workspace-settings/update', { workspaceId: quire.workspaceId, ...change })
const get = async () =>
  (await ada.post<Record<string, string | null>>('/app/workspace-settings/get', quire)).body

describe('workspaceSettings.update', () => {
  it('refuses members, empty names and endless instructions', async () => {
    const member = await signIn(quire, await addPerson(quire, 'Mem', 'MEMBER'))
    assert.equal((await update({ name: 'Mine' }, member)).status, 403)
    assert.equal((await member.post('/app/workspace-settings/get', quire)).status, 403)
    assert.equal((await update({ name: '  ' })).status, 400)
    assert.equal((await update({ instructions: 'x'.repeat(4001) })).status, 400)
    assert.deepEqual(await get(), { name: 'Lab', slug: 'lab', instructions: null })
  })

  it('changes what is given, and takes instructions away', async () => {
    assert.equal((await update({ instructions: ' Be brief. ' })).status, 200)
    assert.equal((await update({ name: ' Laboratory ' })).status, 200)
    assert.deepEqual(await get(), {
      name: 'Laboratory',
      slug: 'lab',
      instructions: 'Be brief.',
    })
    assert.equal((await update({ instructions: null })).status, 200)
    assert.equal((await get())['instructions'], null)
  })
})

describe('workspaceSettings.create', () => {
  it('refuses a name without a letter or digit', async () => {
    assert.equal((await ada.post('/app/workspace-settings/create', { name: '!?' })).status, 400)
  })

  it('makes a workspace of which one is the owner', async () => {
    const created = await ada.post<{ id: string }>('/app/workspace-settings/create', {
      name: 'Garden',
    })
    assert.equal(created.status, 200)
    const { body } = await ada.post<{ workspaces: { id: string; role: string }[] }>(
      '/app/session/get',
    )
    assert.equal(body.workspaces.find(({ id }) => id === created.body.id)?.role, 'OWNER')
  })
})
