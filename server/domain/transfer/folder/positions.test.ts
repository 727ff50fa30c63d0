import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { describe, it } from 'node:test'
import { newId } from '../../../lib/ids.ts'
import { openSecrets } from '../../../lib/secrets/secrets.ts'
import { isContinued, isCurrent, openPosition, sealPosition, shortHash } from './positions.ts'

describe('positions of file lists', () => {
  const secrets = openSecrets(tmpdir(), 'a secret')
  const workspaceId = newId()
  const position = {
    sequence: 7,
    rightsVersion: 2,
    sourceVersion: 5,
    eventId: newId(),
    scope: shortHash('scope'),
    entries: shortHash([]),
  }
  const { scope, entries: _entries, ...now } = position

  it('open only for their workspace, and only unchanged', () => {
    const sealed = sealPosition(secrets, workspaceId, position)
    assert.equal(openPosition(secrets, newId(), sealed), undefined)
    assert.equal(openPosition(secrets, workspaceId, `${sealed}A`), undefined)
    assert.equal(openPosition(openSecrets(tmpdir(), 'b'), workspaceId, sealed), undefined)
    assert.deepEqual(openPosition(secrets, workspaceId, sealed), position)
    const first = { ...position, sequence: 0, eventId: '' }
    const sealedFirst = sealPosition(secrets, workspaceId, first)
    assert.deepEqual(openPosition(secrets, workspaceId, sealedFirst), first)
    assert.equal(sealedFirst.length, sealed.length)
  })

  it('do not continue where events or sources are missing, or other events have their numbers', () => {
    assert.equal(isContinued(position, { ...now, sequence: 6, eventId: null }), false)
    assert.equal(isContinued(position, { ...now, sourceVersion: 4 }), false)
    assert.equal(isContinued(position, { ...now, sequence: 9, eventId: newId() }), false)
    assert.equal(isContinued(position, { ...now, sequence: 9, sourceVersion: 6 }), true)
    const first = { ...position, sequence: 0, eventId: '' }
    assert.equal(isContinued(first, { ...now, sequence: 3, eventId: null }), true)
  })

  it('are current until something is written, for the same reader and folder', () => {
    assert.equal(isCurrent(position, now, scope), true)
    assert.equal(isCurrent(position, now, shortHash('other')), false)
    for (const name of ['sequence', 'rightsVersion', 'sourceVersion'] as const) {
      assert.equal(isCurrent(position, { ...now, [name]: now[name] + 1 }, scope), false, name)
    }
  })
})
