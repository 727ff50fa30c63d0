import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dayMs } from '../../../lib/clock.ts'
import { type Dates, staleReasonsOf } from './stale.ts'

const now = 1000 * dayMs
const ago = (days: number) => now - days * dayMs
const fresh: Dates = {
  createdAt: ago(500),
  updatedAt: ago(1),
  publishedAt: ago(1),
  servedAt: ago(1),
  changedSince: null,
  lastUsedAt: null,
}
const reasons = (dates: Partial<Dates>, since = 0, days = 90) =>
  staleReasonsOf({ ...fresh, ...dates }, { now, days, since })

describe('staleReasonsOf', () => {
  it('finds nothing about a skill that was just published, or never needs to be', () => {
    assert.deepEqual(reasons({}), [])
    const draft = { publishedAt: null, servedAt: null }
    assert.deepEqual(reasons({ ...draft, createdAt: ago(89) }), [])
  })

  it('calls a skill unused after so many days without a use', () => {
    const old = { servedAt: ago(200) }
    assert.deepEqual(reasons(old), ['unused'])
    assert.deepEqual(reasons({ ...old, lastUsedAt: ago(90) }), ['unused'])
    assert.deepEqual(reasons({ ...old, lastUsedAt: ago(89) }), [])
    assert.deepEqual(reasons(old, 0, 201), [])
  })

  it('does not call it unused for a time in which uses were not counted', () => {
    assert.deepEqual(reasons({ servedAt: ago(200) }, ago(89)), [])
    assert.deepEqual(reasons({ servedAt: ago(200) }, ago(90)), ['unused'])
  })

  it('does not call it unused if agents are served no version', () => {
    assert.deepEqual(reasons({ servedAt: null }), [])
  })

  it('finds a draft that has been ahead of its publication', () => {
    assert.deepEqual(reasons({ changedSince: ago(89) }), [])
    assert.deepEqual(reasons({ changedSince: ago(90) }), ['changed_since_publication'])
  })

  it('finds a draft that was never published', () => {
    const draft = { publishedAt: null, servedAt: null }
    assert.deepEqual(reasons(draft), ['never_published'])
  })

  it('finds a skill without a change or a publication', () => {
    const old = { updatedAt: ago(100), publishedAt: ago(95) }
    assert.deepEqual(reasons(old), ['not_changed'])
    assert.deepEqual(reasons({ ...old, changedSince: ago(3) }), [])
    assert.deepEqual(reasons({ ...old, publishedAt: ago(3) }), [])
    assert.deepEqual(reasons({ ...old, updatedAt: ago(3) }), [])
  })
})
