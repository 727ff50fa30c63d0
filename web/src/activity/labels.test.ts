import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { auditActions } from '../../../server/domain/administration/audit-actions.ts'
import { eventTypeNames } from '../../../server/lib/event-types.ts'
import { exportAddress, readFilter } from './activity-queries.ts'
import { activityLabel } from './labels.ts'

describe('activityLabel', () => {
  it('uses general words for an event that it does not know', () => {
    assert.equal(activityLabel({ kind: 'event', type: 'page.cloned' }), 'Other change')
  })

  it('keeps the name of an action in the audit log', () => {
    assert.equal(activityLabel({ kind: 'audit', type: 'page.created' }), 'page.created')
  })

  for (const [type, label] of [
    ['page.created', 'Page created'],
    ['page.deleted', 'Page moved to the trash'],
    ['comment.resolved', 'Thread resolved'],
    ['file.renamed', 'File renamed'],
  ] as const) {
    it(`names ${type}`, () => assert.equal(activityLabel({ kind: 'event', type }), label))
  }

  it('names a proposal that was accepted in part', () => {
    const accepted = { kind: 'event', type: 'proposal.accepted' }
    const labels = [{}, { isAcceptedInPart: true }].map((data) =>
      activityLabel({ ...accepted, data }),
    )
    assert.deepEqual(labels, ['Proposal accepted', 'Proposal accepted in part'])
  })

  it('names every event but the test of a webhook', () => {
    const named = eventTypeNames.filter((type) => type !== 'webhook.test')
    const labels = named.map((type) => activityLabel({ kind: 'event', type }))
    assert.ok(
      labels.every((label) => label !== 'Other change'),
      labels.join(', '),
    )
    assert.equal(new Set(labels).size, named.length)
  })
})

describe('actions of the audit log', () => {
  it('are all named, each in another way', () => {
    const labels = auditActions.map((type) => activityLabel({ kind: 'audit', type }))
    const unnamed = labels.filter((label, index) => label === auditActions[index])
    assert.deepEqual(unnamed, [])
    assert.equal(new Set(labels).size, auditActions.length)
    assert.equal(activityLabel({ kind: 'audit', type: 'workspace.import' }), 'Pages imported')
  })
})

describe('the address of the screen', () => {
  for (const by of ['agents', 'people']) {
    it(`filters by ${by}`, () => {
      assert.deepEqual(readFilter(new URLSearchParams({ by })), { by })
    })
  }

  for (const about of ['page', 'comment', 'file', 'member', 'audit']) {
    it(`filters by ${about}`, () => {
      const filter = readFilter(new URLSearchParams({ about }))
      assert.deepEqual(filter, { about })
      assert.match(exportAddress('w', filter), new RegExp(`workspaceId=w&about=${about}$`))
    })
  }

  it('exports everything without filters', () => {
    assert.equal(exportAddress('w', {}), '/v1/activity/export?workspaceId=w')
  })
})
