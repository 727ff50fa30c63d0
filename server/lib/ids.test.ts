import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { idsBefore, isId, newId } from './ids.ts'

describe('newId', () => {
  it('sorts by time of making, however many are made at once', () => {
    const ids = Array.from({ length: 20_000 }, newId)
    assert.ok(ids.every(isId))
    assert.ok(ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? '')))
  })

  it('is of version 7 and of the variant of RFC 9562', () => {
    assert.match(newId(), /^.{14}7.{4}[89ab]/)
  })
})

describe('idsBefore', () => {
  it('sorts behind the ids made before an instant, and before those made after it', () => {
    const id = newId()
    const now = Date.now()
    assert.ok(idsBefore(now + 1) > id)
    assert.ok(idsBefore(now - 60_000) < id)
  })
})
