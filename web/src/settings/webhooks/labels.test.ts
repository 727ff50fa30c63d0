import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeEvents, readable, stateOf } from './labels.ts'
import type { Webhook } from './types.ts'

describe('the state of a webhook', () => {
  // SAFETY: no more of it is looked at.
  const state = (columns: Partial<Webhook>) =>
    stateOf({ enabled: true, failingSince: null, ...columns } as Webhook).label

  it('is off before it is anything else', () => {
    assert.equal(state({ enabled: false, failingSince: '2026-01-01T00:00:00.000Z' }), 'Off')
    assert.equal(state({ failingSince: '2026-01-01T00:00:00.000Z' }), 'Failing')
    assert.equal(state({}), 'On')
  })
})

describe('readable', () => {
  it('leaves alone what is no JSON, and sets the rest in lines', () => {
    assert.equal(readable('<html>'), '<html>')
    assert.equal(readable('{"a":1}'), '{\n  "a": 1\n}')
  })
})

describe('describeEvents', () => {
  it('names them, unless it is all of them', () => {
    assert.equal(describeEvents(['page.*', 'file.uploaded']), 'page.*, file.uploaded')
    assert.equal(describeEvents(['page.*', '*']), 'All events')
  })
})
