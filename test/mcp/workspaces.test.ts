import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dropMember, putMember } from '../../server/domain/people/members.ts'
import { callTool, items, rpc, type RpcOptions } from '../support/mcp.ts'
import { addPage, nothing } from '../support/pages.ts'
import { addPerson, addWorkspace } from '../support/people.ts'
import { addKey, startServer, type TestServer } from '../support/server.ts'

describe('the active workspace', () => {
  let quire: TestServer
  let second: string
  before(async () => {
    quire = await startServer()
    second = await addWorkspace(quire, 'Second')
    await addPage(quire, 'In the first')
    await addPage(quire, 'In the second', { workspaceId: second })
  })
  after(() => quire.close())

  const titles = async (options: RpcOptions = {}, given = {}) =>
    items((await callTool(quire, 'list_pages', given, options)).value['pages']).map(({ title }) =>
      String(title),
    )
  const current = async (options: RpcOptions = {}) => {
    const { value } = await callTool(quire, 'list_workspaces', {}, options)
    return items(value['workspaces']).flatMap(({ slug, isCurrent }) =>
      String(isCurrent) === 'true' ? [String(slug)] : [],
    )
  }

  it('cannot be one that is not yours', async () => {
    const foreign = await addPerson(quire, 'Eve')
    const theirs = await addWorkspace(quire, 'Theirs', foreign.userId)
    for (const workspaceId of [theirs, nothing]) {
      const selected = await callTool(quire, 'select_workspace', { workspaceId })
      assert.deepEqual(selected.value, {
        code: 'FORBIDDEN',
        message: 'You are not a member of this workspace.',
      })
    }
    assert.equal((await callTool(quire, 'select_workspace')).value['code'], 'VALIDATION_FAILED')
  })

  it('is the default one at first', async () => {
    assert.deepEqual(await titles(), ['In the first'])
    assert.deepEqual(await current(), ['lab'])
  })

  it('stays with the key that selected it, without any session', async () => {
    const key = await addKey(quire)
    const { value } = await callTool(quire, 'select_workspace', { workspaceId: second }, { key })
    assert.equal(value['name'], 'Second')
    assert.deepEqual(await titles({ key }), ['In the second'])
    assert.deepEqual(await current({ key }), ['second'])
    assert.deepEqual(await titles(), ['In the first'])
    const { instructions } = await rpc(
      quire,
      'initialize',
      { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
      { key },
    )
    assert.match(String(instructions), /use the workspace "Second"/)
  })

  it('gives way to a workspace that is named', async () => {
    assert.deepEqual(await titles({}, { workspaceId: second }), ['In the second'])
  })

  it('is passed over once it is lost', async () => {
    const { app } = quire
    const guest = await addPerson(quire, 'Gina', 'MEMBER')
    const actor = { userId: quire.userId, via: 'cli' } as const
    await putMember(app.store, second, { userId: guest.userId, role: 'MEMBER' }, actor)
    await callTool(quire, 'select_workspace', { workspaceId: second }, { key: guest.key })
    assert.deepEqual(await current({ key: guest.key }), ['second'])
    await dropMember(app.store, second, guest.userId, actor)
    assert.deepEqual(await current({ key: guest.key }), ['lab'])
    assert.deepEqual(await titles({ key: guest.key }), ['In the first'])
  })

  it('is one the key may open', async () => {
    const key = await addKey(quire, { workspaceIds: [second] })
    assert.deepEqual(await titles({ key }), ['In the second'])
  })

  it('is fixed by the address, by slug or id', async () => {
    for (const named of ['second', second]) {
      const path = `/mcp?workspace=${named}`
      assert.deepEqual(await titles({ path }), ['In the second'])
      assert.deepEqual(await current({ path }), ['second'])
      assert.deepEqual(await titles({ path }, { workspaceId: second }), ['In the second'])
      const strayed = await callTool(
        quire,
        'list_pages',
        { workspaceId: quire.workspaceId },
        { path },
      )
      assert.equal(strayed.value['code'], 'FORBIDDEN')
      assert.match(String(strayed.value['message']), /Omit workspaceId/)
    }
  })

  it('says so when the address fixes one that is not yours', async () => {
    const path = '/mcp?workspace=theirs'
    for (const name of ['list_pages', 'search']) {
      const { value } = await callTool(quire, name, { query: 'x' }, { path })
      if (name === 'search') assert.equal(value['code'], 'FORBIDDEN')
    }
    assert.deepEqual(await current({ path }), [])
  })

  it('is missing where a person has no workspace', async () => {
    const { key } = await addPerson(quire, 'Nora')
    const { value } = await callTool(quire, 'list_pages', {}, { key })
    assert.equal(value['code'], 'FORBIDDEN')
    assert.match(String(value['message']), /Ask the owner/)
    assert.deepEqual(
      (await callTool(quire, 'list_workspaces', {}, { key })).value['workspaces'],
      [],
    )
  })
})
