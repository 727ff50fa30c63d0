import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { listen } from '../../support/changes.ts'
import { addPage, markdownOf } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { addGuest } from '../../support/sections.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let quire: TestServer
let other: Person
let address: string
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  other = await addPerson(quire, 'Olga', 'OWNER')
  address = await quire.server.listen({ host: '127.0.0.1', port: 0 })
})
after(() => quire.close())

const create = (key = quire.key) =>
  quire.post<{ pageId: string; code: string }>(
    '/v1/permissions/create-private-page',
    { workspaceId: quire.workspaceId, title: 'Diary', markdown: 'Dear diary.' },
    key,
  )

describe('permissions.createPrivatePage', () => {
  it('refuses a viewer and a guest', async () => {
    const viewer = await addPerson(quire, 'Vera', 'VIEWER')
    const guest = await addGuest(quire, 'Gus', 'MEMBER')
    for (const { key } of [viewer, guest]) assert.equal((await create(key)).status, 403)
  })

  it('creates a page that nobody else sees, not even for a moment', async () => {
    const { workspaceId } = quire
    const stream = await listen(address, { workspaceId, key: other.key })
    await stream.until(1)
    const { status, body } = await create()
    assert.equal(status, 200)
    const { pageId } = body
    assert.equal(await markdownOf(quire, pageId), 'Dear diary.\n')
    const hidden = await quire.post('/v1/pages/markdown', { workspaceId, pageId }, other.key)
    assert.equal(hidden.status, 404)
    const last = await addPage(quire, 'After it')
    for (let count = 1; ; count += 1) {
      const received = JSON.stringify(await stream.until(count))
      assert.ok(!received.includes(pageId) && !received.includes('Diary'))
      if (received.includes(last)) break
    }
    stream.stop()
    const { body: permissions } = await quire.post<{ isSection: boolean; everyone: null }>(
      '/v1/permissions/get',
      { workspaceId, pageId },
    )
    assert.deepEqual([permissions.isSection, permissions.everyone], [true, null])
  })
})
