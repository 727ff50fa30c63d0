import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Caller } from '../../domain/context.ts'
import { personLimits } from '../limits.ts'
import { AllSenderLimits } from './sender-limits.ts'

const person = (userId: string, keyId?: string): Caller => ({
  userId,
  keyId,
  via: 'api',
  readOnly: false,
  workspaceIds: [],
})
const visit = (id: string, linkId: string): Caller => ({
  ...person(`user of ${id}`),
  visitor: { id, linkId, workspaceId: 'w', level: 4, allowsUploads: false },
})

describe('AllSenderLimits', () => {
  it('are those of the person, whatever key or connection they use', () => {
    const all = new AllSenderLimits()
    const { batches } = all.of(person('ada', 'one'))
    for (let count = 0; count < personLimits.batches.capacity; count += 1) batches.take()
    batches.spend(personLimits.batches.capacity)
    assert.ok(all.of(person('ada', 'two')).batches.isUsedUp)
    assert.ok(!all.of(person('grace')).batches.isUsedUp)
  })

  it('are those of the link for all who visit it', () => {
    const all = new AllSenderLimits()
    assert.equal(all.of(visit('a', 'link')), all.of(visit('b', 'link')))
    assert.notEqual(all.of(visit('a', 'link')), all.of(visit('a', 'other')))
  })
})
