import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage } from '../../../test/support/pages.ts'
import { startServer, type TestServer } from '../../../test/support/server.ts'
import { events } from '../../store/index.ts'
import { readEvent } from '../events/stored-events.ts'
import { PayloadBuilder } from './payload.ts'
import { sectionsOf } from './sections.ts'

describe('sectionsOf', () => {
  let quire: TestServer
  before(async () => {
    quire = await startServer()
  })
  after(() => quire.close())

  const move = (pageId: string, newParentId: string | null) =>
    quire.post('/v1/pages/move', {
      workspaceId: quire.workspaceId,
      pageId,
      newParentId,
      prevPageId: null,
    })

  it('are those a page was in when it happened, wherever it and those above it went since', async () => {
    const { workspaceId } = quire
    const { store } = quire.app
    const [left, right] = [await addPage(quire, 'Left'), await addPage(quire, 'Right')]
    const middle = await addPage(quire, 'Middle', { parentId: left })
    const leaf = await addPage(quire, 'Leaf', { parentId: middle })
    const from = await events.last(store, workspaceId)
    const rename = (title: string) =>
      quire.post('/v1/pages/update', { workspaceId, pageId: leaf, title })
    await rename('In left')
    await move(middle, right)
    await rename('In right')
    await move(leaf, null)
    await rename('On top')
    await move(leaf, left)
    const rows = await events.since(store, workspaceId, from, 20)
    const builder = new PayloadBuilder(store, '')
    const messages = await Promise.all(
      rows.map((row) => builder.build(readEvent({ ...row, workspaceId }, 'webhooks'))),
    )
    const found = await sectionsOf(store, workspaceId, messages)
    const names = new Map([
      [left, 'left'],
      [right, 'right'],
    ])
    assert.deepEqual(
      messages.map(({ id, type }) => [
        type,
        [...(found.get(id) ?? [])].flatMap((pageId) => names.get(pageId) ?? []).toSorted(),
      ]),
      [
        ['page.updated', ['left']],
        ['page.moved', ['left', 'right']],
        ['page.updated', ['right']],
        ['page.moved', ['right']],
        ['page.updated', []],
        ['page.moved', ['left']],
      ],
    )
  })
})
