import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { requestErrors } from './error-codes/of-requests.ts'
import { subjectErrors } from './error-codes/of-subjects.ts'
import { AppError, errorStatus, invalidInput, listErrorKinds } from './errors.ts'

describe('errorStatus', () => {
  it('is the status the specification gives a code', () => {
    const specified = {
      VALIDATION_FAILED: 400,
      INVALID_API_KEY: 401,
      API_KEY_REVOKED: 401,
      API_KEY_EXPIRED: 401,
      FORBIDDEN: 403,
      NOT_FOUND: 404,
      PAGE_NOT_FOUND: 404,
      FILE_NOT_FOUND: 404,
      METHOD_NOT_ALLOWED: 405,
      PAGE_CYCLE: 409,
      FILE_TOO_LARGE: 413,
      UNSUPPORTED_MIME_TYPE: 415,
      RATE_LIMITED: 429,
      INTERNAL: 500,
    } as const
    for (const [code, status] of Object.entries(specified)) {
      // SAFETY: the keys of the table above.
      assert.equal(errorStatus(code as keyof typeof specified), status)
    }
  })
})

describe('an error code', () => {
  it('stands in one of the two tables', () => {
    const all = [...Object.keys(requestErrors), ...Object.keys(subjectErrors)]
    assert.deepEqual(
      listErrorKinds().map(([code]) => code),
      all,
    )
  })

  for (const [code, { status, condition, remedy }] of listErrorKinds()) {
    it(`has a status of HTTP, and texts that fit a row of a table: ${code}`, () => {
      assert.ok(status >= 400 && status < 600)
      for (const text of [condition, remedy]) assert.match(text, /^[a-z`][^|\n]+[^.\n|]$/)
    })
  }
})

describe('invalidInput', () => {
  it('names the first violation and how many more there are', () => {
    const title = { path: '/title', rule: 'required', message: 'is required' }
    const body = { path: '', rule: 'type', message: 'must be object' }
    assert.equal(invalidInput([title]).message, '/title is required')
    assert.equal(invalidInput([title, body]).message, '/title is required (and 1 more)')
    assert.equal(invalidInput([body]).message, 'the body must be object')
  })

  it('carries every violation', () => {
    const violations = [{ path: '/a', rule: 'type', message: 'must be string' }]
    const error = invalidInput(violations)
    assert.ok(error instanceof AppError)
    assert.equal(error.code, 'VALIDATION_FAILED')
    assert.deepEqual(error.violations, violations)
  })
})
