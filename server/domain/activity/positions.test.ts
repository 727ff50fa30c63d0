import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../lib/ids.ts'
import { systemViewer } from '../../store/index.ts'
import { afterAllEvents, afterAllIds, openPosition, sealPosition } from './positions.ts'

/** Seals readably: what matters here is what is sealed, and for whom. */
const secrets = {
  seal: (text: string, purpose: string) => `${purpose}|${text}`,
  open: (sealed: string, purpose: string) =>
    sealed.startsWith(`${purpose}|`) ? sealed.slice(purpose.length + 1) : undefined,
}

const viewer = systemViewer(newId())

describe('the position in a list of activity', () => {
  it('is rejected if it is of another person or workspace', () => {
    const cursor = sealPosition(secrets, viewer, { sequence: 1, auditId: newId() })
    for (const other of [systemViewer(newId()), { ...viewer, viewerId: newId() }]) {
      assert.throws(() => openPosition(secrets, other, cursor), { code: 'VALIDATION_FAILED' })
    }
    assert.throws(() => openPosition(secrets, viewer, 'x'), { code: 'VALIDATION_FAILED' })
  })

  it('is the same when it is opened', () => {
    for (const position of [
      { sequence: 0, auditId: newId() },
      { sequence: 123_456, auditId: newId() },
      { sequence: afterAllEvents, auditId: afterAllIds },
    ]) {
      assert.deepEqual(
        openPosition(secrets, viewer, sealPosition(secrets, viewer, position)),
        position,
      )
    }
  })

  it('has the same length everywhere, so that it tells no number', () => {
    const lengths = [1, 1000, afterAllEvents].map(
      (sequence) => sealPosition(secrets, viewer, { sequence, auditId: afterAllIds }).length,
    )
    assert.equal(new Set(lengths).size, 1)
  })

  it('of the end sorts behind all IDs', () => {
    assert.ok(afterAllIds > newId())
  })
})
