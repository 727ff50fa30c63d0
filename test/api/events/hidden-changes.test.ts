import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sections } from '../../../server/store/index.ts'
import { type Listening, listen } from '../../support/changes.ts'
import { addFile, addPage, storedPage } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { grantOnly } from '../../support/sections.ts'
import { startServer, type TestServer } from '../../support/server.ts'

describe('GET /v1/changes with sections', () => {
  let quire: TestServer
  let address: string
  let mia: Person
  before(async () => {
    quire = await startServer({ rateLimit: 0 })
    address = await quire.server.listen({ host: '127.0.0.1', port: 0 })
    mia = await addPerson(quire, 'Mia', 'MEMBER')
  })
  after(() => quire.close())

  const post = (path: string, body: object) =>
    quire.post(`/v1/${path}`, { workspaceId: quire.workspaceId, ...body })
  const ofMia = (after?: string) => listen(address, { ...quire, key: mia.key }, after)
  const addSecret = async (title = 'Secret', parentId: string | null = null) => {
    const pageId = await addPage(quire, title, { parentId })
    await grantOnly(quire, pageId, { [quire.userId]: 'manage' })
    return pageId
  }
  /** What the listener received before a page that everyone can read was created. */
  const received = async (stream: Listening) => {
    const marker = await addPage(quire, 'Marker')
    while (stream.received.at(-1)?.data['pageId'] !== marker) {
      await stream.until(stream.received.length + 1)
    }
    return stream.received
      .slice(1, -1)
      .map(({ event, data }): Record<string, unknown> => ({ event, ...data }))
  }
  const types = (found: Awaited<ReturnType<typeof received>>) =>
    found.map((one) => one['type'] ?? one['event'])

  it('does not tell of events in a hidden section, nor of gaps', async () => {
    const secret = await addSecret()
    const stream = await ofMia()
    await stream.until(1)
    const inside = await addPage(quire, 'Inside', { parentId: secret })
    await post('pages/update', { pageId: inside, title: 'Still inside' })
    await post('comments/create', { pageId: inside, markdown: 'Psst' })
    await addFile(quire, inside)
    await addPage(quire, 'Between')
    await post('pages/delete', { pageId: inside })
    await post('trash/purge', { pageId: inside })
    assert.deepEqual(types(await received(stream)), ['page.created'])
    const numbers = stream.received.map(({ data }) => Number(data['sequence']))
    assert.deepEqual(
      numbers,
      numbers.map((_, index) => (numbers[0] ?? 0) + index),
    )
    const cursors = stream.received.map(({ cursor }) => cursor)
    assert.equal(new Set(cursors.map(({ length }) => length)).size, 1)
    assert.ok(cursors.every((cursor) => !/^\d+$/.test(cursor)))
    stream.stop()
    const again = await ofMia(cursors[1])
    assert.deepEqual(types(await received(again)), ['page.created'])
    assert.deepEqual(again.received[1]?.data, stream.received.at(-1)?.data)
    again.stop()
    const manager = await listen(address, quire, cursors[1])
    const [start] = await manager.until(1)
    assert.equal(start?.event, 'reset')
    manager.stop()
  })

  it('does not tell by a reset how many hidden events there were', async () => {
    const secret = await addSecret()
    const stream = await ofMia()
    const [start] = await stream.until(1)
    stream.stop()
    for (let index = 0; index < 510; index += 1) {
      await post('pages/update', { pageId: secret, title: `Secret ${index}` })
    }
    const again = await ofMia(start?.cursor)
    assert.deepEqual(types(await received(again)), [])
    assert.equal(again.received[0]?.event, 'ready')
    again.stop()
    for (const given of ['v1.AAAA.BBBB.CCCC', '999999']) {
      const lost = await ofMia(given)
      const [first] = await lost.until(1)
      assert.equal(first?.event, 'reset')
      lost.stop()
    }
  })

  it('hides parents, and counts the pages that the reader can read', async () => {
    const secret = await addSecret()
    const open = await addPage(quire, 'Open', { parentId: secret })
    await grantOnly(quire, open, { [quire.workspaceId]: 'read', [quire.userId]: 'manage' })
    const other = await addPage(quire, 'Other')
    const below = await addPage(quire, 'Below', { parentId: other })
    await addPage(quire, 'Sibling', { parentId: other })
    await grantOnly(quire, below, { [quire.userId]: 'manage' })
    const stream = await ofMia()
    await stream.until(1)
    await post('pages/move', { pageId: open, newParentId: other, prevPageId: null })
    await post('pages/move', { pageId: open, newParentId: secret, prevPageId: null })
    await post('pages/delete', { pageId: other })
    await post('pages/restore', { pageId: other })
    const found = await received(stream)
    assert.deepEqual(
      found.map((one) => [one['parentId'], one['previous'], one['pages']]),
      [
        [other, { parentId: null }, undefined],
        [null, { parentId: other }, undefined],
        [undefined, undefined, 2],
        [null, undefined, 2],
      ],
    )
    assert.ok(!JSON.stringify(stream.received).includes('pagesInSections'))
    stream.stop()
  })

  it('says to read again when a page was moved into a hidden section', async () => {
    const secret = await addSecret()
    const page = await addPage(quire, 'Goes')
    const stream = await ofMia()
    await stream.until(1)
    await post('pages/move', { pageId: page, newParentId: secret, prevPageId: null })
    await post('pages/update', { pageId: page, title: 'Gone' })
    await post('pages/move', { pageId: page, newParentId: null, prevPageId: null })
    await post('pages/move', { pageId: page, newParentId: secret, prevPageId: null })
    assert.equal((await storedPage(quire, page)).sectionId, secret)
    const found = await received(stream)
    assert.ok(types(found).includes('reset'))
    assert.ok(!JSON.stringify(found).includes('Gone'))
    assert.ok(!JSON.stringify(found).includes(secret))
    stream.stop()
  })

  it('says to read again when access to a section has changed without an event', async () => {
    const secret = await addSecret()
    const { workspaceId } = quire
    const stream = await ofMia()
    const [start] = await stream.until(1)
    const change = (level: 0 | 1) =>
      quire.app.store.transactIn({ workspaceId }, async (transaction) => {
        const manager = { principalId: quire.userId, level: 5 }
        const rows = [manager, ...(level === 0 ? [] : [{ principalId: mia.userId, level }])]
        await sections.replaceAccess(transaction, { workspaceId, sectionId: secret }, rows)
        await sections.advance(transaction, workspaceId)
      })
    await change(1)
    const [, gained] = await stream.until(2)
    assert.equal(gained?.event, 'reset')
    await post('pages/update', { pageId: secret, title: 'Shared' })
    const [, , updated] = await stream.until(3)
    assert.equal(updated?.data['pageId'], secret)
    await change(0)
    const [, , , lost] = await stream.until(4)
    assert.equal(lost?.event, 'reset')
    stream.stop()
    const again = await ofMia(updated?.cursor)
    const [first] = await again.until(1)
    assert.equal(first?.event, 'reset')
    again.stop()
    const unchanged = await ofMia(start?.cursor)
    assert.deepEqual(types(await received(unchanged)), [])
    unchanged.stop()
  })

  it('continues for clients with a number from before the first section', async () => {
    const other = await startServer({ rateLimit: 0 })
    const at = await other.server.listen({ host: '127.0.0.1', port: 0 })
    const max = await addPerson(other, 'Max', 'MEMBER')
    const stream = await listen(at, { ...other, key: max.key })
    const page = await addPage(other, 'Plan')
    await addPage(other, 'Second')
    const [, first] = await stream.until(3)
    assert.match(first?.cursor ?? '', /^\d+$/)
    await grantOnly(other, page, { [other.workspaceId]: 'read' })
    await addPage(other, 'Third')
    const all = await stream.until(5)
    assert.deepEqual(
      all.slice(2).map(({ data }) => data['title'] ?? data['type']),
      ['Second', 'page.permissions_changed', 'Third'],
    )
    assert.equal(all[4]?.data['sequence'], Number(all[2]?.data['sequence']) + 2)
    const resumed = await listen(at, { ...other, key: max.key }, first?.cursor)
    const again = await resumed.until(4)
    assert.deepEqual(
      again.slice(1).map(({ data }) => data),
      all.slice(2).map(({ data }) => data),
    )
    stream.stop()
    resumed.stop()
    await other.close()
  })
})
