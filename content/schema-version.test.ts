import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { schemaVersion } from './schema-version.ts'
import { schemaSpec } from './schema.ts'

/** The hash of the schema of each version. Add a line; never change one. */
const known: Record<number, string> = {
  1: '3ec0cf7ab293c148',
  2: '61ca7ea1f25b1ddd',
}

describe('schemaVersion', () => {
  it('changes with the schema', () => {
    const hash = createHash('sha256').update(JSON.stringify(schemaSpec)).digest('hex')
    const advice = 'the schema has changed: raise schemaVersion, and add the hash above'
    assert.equal(hash.slice(0, 16), known[schemaVersion], advice)
  })

  it('is the highest known one', () => {
    assert.equal(Math.max(...Object.keys(known).map(Number)), schemaVersion)
  })
})
