import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage } from '../../support/pages.ts'
import { addPerson, addWorkspace } from '../../support/people.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let quire: TestServer
before(async () => {
  quire = await startServer({ rateLimit: 0 })
})
after(() => quire.close())

describe('POST /v1/properties/keys and /v1/properties/values', () => {
  it('list what is on pages that the caller can read', async () => {
    const workspaceId = await addWorkspace(quire, 'Keys')
    const member = await addPerson({ ...quire, workspaceId }, 'Ken', 'MEMBER')
    const at = (path: string, extra: object, key?: string) =>
      quire.post<{
        keys: { key: string; types: string[]; pages: number }[]
        values: { value: string; pages: number }[]
      }>(path, { workspaceId, ...extra }, key)
    const page = async (change: object) => {
      const pageId = await addPage(quire, 'Page', { workspaceId })
      await at('/v1/pages/set-properties', { pageId, ...change })
      return pageId
    }
    await page({ set: { status: 'Draft', size: 1 } })
    await page({ set: { status: 'Done' } })
    await page({ set: { status: true } })
    const secret = await page({ set: { status: 'Secret', hidden: 1 } })
    await at('/v1/permissions/update', {
      pageId: secret,
      inherits: false,
      everyone: null,
      grants: [{ principalId: quire.userId, level: 'manage' }],
    })
    const keys = async (key?: string) =>
      (await at('/v1/properties/keys', {}, key)).body.keys.map(
        ({ key: name, types, pages }) => `${name} ${types.join('+')} ${pages}`,
      )
    assert.deepEqual(await keys(), ['status text+checkbox 4', 'hidden number 1', 'size number 1'])
    assert.deepEqual(await keys(member.key), ['status text+checkbox 3', 'size number 1'])
    const values = async (query: string, key?: string) =>
      (await at('/v1/properties/values', { key: 'status', query }, key)).body.values.map(
        ({ value }) => value,
      )
    assert.deepEqual(await values(''), ['Done', 'Draft', 'Secret', 'true'])
    assert.deepEqual(await values('d', member.key), ['Done', 'Draft'])
    assert.deepEqual(await values('s', member.key), [])
    assert.deepEqual(await values('%', member.key), [])
  })
})
