import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../../lib/ids.ts'
import * as events from '../../events/events.ts'
import * as files from '../../files/files.ts'
import * as fileLocations from '../../files/locations.ts'
import * as sections from '../../rights/sections.ts'
import { levelNumbers, principalViewer, readableOf, readableSections } from '../../rights/viewer.ts'
import type { Dialect } from '../dialect.ts'
import { addPage, createFixture, fileRow, plain, useStore } from '../rows.ts'
import { restrict } from './section-rows.ts'

export function streamsContract(open: Dialect['open']): void {
  describe('what streams of events read', () => {
    const { store } = useStore(open)

    it('keep the section of a page with its events, and the newest event before the first section', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const { id: pageId } = await addPage(store(), fixture)
      const common = { workspaceId, type: 'page.updated', actorId: userId, via: 'api', data: '{}' }
      const append = (about?: string) =>
        store().transact((transaction) =>
          events.append(transaction, {
            ...common,
            id: newId(),
            createdAt: 1,
            pageId: about ?? null,
          }),
        )
      await append(pageId)
      const before = { sequence: 1, rightsVersion: 0, rightsFromSequence: null }
      assert.deepEqual(plain(await events.state(store(), workspaceId)), before)
      await restrict(store(), fixture, pageId, {})
      await append(pageId)
      await append()
      await restrict(store(), fixture, pageId, {})
      const rows = await events.since(store(), workspaceId, 0, 9)
      assert.deepEqual(
        rows.map(({ sectionId, rightsVersion }) => [sectionId, rightsVersion]),
        [
          [null, 2],
          [pageId, 2],
          [null, 2],
        ],
      )
      assert.equal((await events.bySequence(store(), workspaceId, 2))?.sectionId, pageId)
      const now = { sequence: 3, rightsVersion: 2, rightsFromSequence: 1 }
      assert.deepEqual(plain(await events.state(store(), workspaceId)), now)
      assert.deepEqual(await events.state(store(), 'nowhere'), { ...before, sequence: 0 })
    })

    it('find the sections of pages and files, and which a webhook can read', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const [open, shared, hidden] = [
        await addPage(store(), fixture),
        await addPage(store(), fixture),
        await addPage(store(), fixture),
      ]
      const webhookId = newId()
      await restrict(store(), fixture, shared.id, { [webhookId]: levelNumbers.read })
      await restrict(store(), fixture, hidden.id, { [userId]: levelNumbers.manage })
      const viewer = principalViewer(workspaceId, webhookId, { rightsVersion: 1 })
      const ids = [open.id, shared.id, hidden.id]
      const found = await sections.ofPages(store(), workspaceId, [...ids, newId()])
      assert.deepEqual(
        new Map(found.map(({ id, sectionId }) => [id, sectionId])),
        new Map([
          [open.id, null],
          [shared.id, shared.id],
          [hidden.id, hidden.id],
        ]),
      )
      assert.deepEqual(await sections.ofPages(store(), workspaceId, []), [])
      assert.deepEqual(await readableSections(store(), viewer), [shared.id])
      assert.deepEqual([...(await readableOf(store(), viewer, ids))], [shared.id])
      assert.equal((await readableOf(store(), viewer, [])).size, 0)
      const file = fileRow(fixture)
      const at = { workspaceId, fileId: file.id, createdAt: 1 }
      await store().transact(async (transaction) => {
        await files.insert(transaction, file)
        await files.attach(transaction, { ...at, pageId: open.id })
        await files.attach(transaction, { ...at, pageId: hidden.id })
      })
      const locations = await fileLocations.list(store(), workspaceId, [file.id])
      assert.deepEqual(
        new Set(locations.map(({ sectionId, isOnPage }) => [sectionId, isOnPage].join(' '))),
        new Set([' 1', `${hidden.id} 1`]),
      )
      assert.equal(locations[0]?.createdBy, file.createdBy)
    })
  })
}
