import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../../lib/ids.ts'
import * as events from '../../events/events.ts'
import * as sections from '../../rights/sections.ts'
import * as deliveries from '../../webhooks/deliveries.ts'
import * as webhooks from '../../webhooks/endpoints.ts'
import type { Dialect } from '../dialect.ts'
import { createFixture, type Fixture, useStore } from '../rows.ts'
import { addWebhook, deliveryRow } from '../webhooks.ts'

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
  })
}
