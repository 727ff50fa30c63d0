import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../../lib/ids.ts'
import * as events from '../../events/events.ts'
import * as files from '../../files/files.ts'
import * as sections from '../../rights/sections.ts'
import { principalViewer, systemViewer } from '../../rights/viewer.ts'
import * as deliveries from '../../webhooks/deliveries.ts'
import * as webhooks from '../../webhooks/endpoints.ts'
import type { Dialect } from '../dialect.ts'
import { addPage, createFixture, deliveryRow, fileRow, type Fixture, useStore } from '../rows.ts'
import { addWebhook } from '../webhooks.ts'
import { restrict } from './section-rows.ts'

export function deliveriesInSectionsContract(open: Dialect['open']): void {
  describe('deliveries in a workspace with sections', () => {
    const { store } = useStore(open)
    const append = ({ workspaceId, userId }: Fixture) =>
      store().transact((transaction) =>
        events.append(transaction, {
          workspaceId,
          id: newId(),
          type: 'page.created',
          actorId: userId,
          via: 'api',
          data: '{}',
          createdAt: 1,
        }),
      )
    const insert = (address: webhooks.WebhookAddress, sequence: number) =>
      store().transact((transaction) =>
        deliveries.insert(transaction, deliveryRow(address, { sequence }), '{}'),
      )
    const take = (address: webhooks.WebhookAddress, count: number) =>
      store().transact((transaction) => webhooks.takeNumbers(transaction, address, count))

    it('are numbered from 1, or after those from before the first section', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const [sent, idle] = [await addWebhook(store(), fixture), await addWebhook(store(), fixture)]
      for (let count = 0; count < 3; count += 1) await append(fixture)
      for (const sequence of [1, 3, 2, 0]) await insert(sent, sequence)
      await append(fixture)
      await store().transact((transaction) => sections.advance(transaction, workspaceId))
      const created = await addWebhook(store(), fixture)
      await insert(created, 0)
      assert.deepEqual([await take(sent, 2), await take(sent, 1)], [4, 6])
      assert.deepEqual([await take(idle, 1), await take(idle, 1)], [5, 6])
      assert.deepEqual([await take(created, 5), await take(created, 1)], [1, 6])
    })

    it('are seen by those who can read their page or file, or could when it was deleted', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const address = await addWebhook(store(), fixture)
      const [open, secret] = [await addPage(store(), fixture), await addPage(store(), fixture)]
      const file = fileRow(fixture)
      await store().transact((transaction) => files.insert(transaction, file))
      await restrict(store(), fixture, secret.id, { [userId]: 1 })
      const subjects = {
        open: { pageId: open.id },
        secret: { pageId: secret.id },
        upload: { fileId: file.id },
        purged: { pageId: newId(), sectionId: secret.id },
        gone: { pageId: newId() },
        lost: { fileId: newId(), sectionId: secret.id },
        member: {},
      }
      const names = new Map<string, string>()
      for (const [name, subject] of Object.entries(subjects)) {
        const row = deliveryRow(address, { ...subject, status: 'failed', dueAt: null })
        names.set(row.id, name)
        await store().transact((transaction) => deliveries.insert(transaction, row, '{}'))
      }
      const filter = { status: '', type: '', since: 0, until: 99, limit: 99, offset: 0 } as const
      const rightsVersion = 1
      for (const [viewer, seen] of [
        [principalViewer(workspaceId, newId(), { rightsVersion }), ['open', 'gone', 'member']],
        [principalViewer(workspaceId, userId, { rightsVersion }), Object.keys(subjects)],
        [systemViewer(workspaceId), Object.keys(subjects)],
        [principalViewer(workspaceId, newId(), { rightsVersion, isShared: true }), []],
      ] as const) {
        const rows = await deliveries.list(store(), viewer, address.webhookId, filter)
        assert.deepEqual(new Set(rows.map(({ id }) => names.get(id))), new Set(seen))
        for (const [deliveryId, name] of names) {
          const row = await deliveries.get(store(), viewer, { ...address, deliveryId })
          assert.equal(
            row !== undefined,
            seen.some((one) => one === name),
            name,
          )
        }
        const again = await store().transact((transaction) =>
          deliveries.recover(transaction, viewer, address.webhookId, { since: 0, dueAt: 1 }),
        )
        assert.equal(again, seen.length)
        await store().transact((transaction) => deliveries.cancel(transaction, address, 2))
      }
    })
  })
}
