import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { auditActions } from '../../server/domain/administration/audit-actions.ts'
import { sourcesOf } from './sources.ts'

const writers = sourcesOf('server')
  .filter(({ path }) => !path.endsWith('.test.ts'))
  .filter(({ text }) => /\b(?:recordAudit|noteAudit|recordRefusal)\(/.test(text))
  .map(({ text }) => text)

describe('the audit log', () => {
  for (const action of auditActions) {
    it(`is told of ${action}`, () => {
      assert.ok(
        writers.some((text) => text.includes(`'${action}'`)),
        `no file that writes to the audit log names ${action}`,
      )
    })
  }
})
