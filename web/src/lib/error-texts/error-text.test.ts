import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { QuireError } from '../../../../client/errors.ts'
import { listErrorKinds } from '../../../../server/lib/errors.ts'
import { errorText, violationText } from './error-text.ts'

/** Codes that only programs and commands meet. */
const notInTheApp = new Set([
  'INVALID_API_KEY',
  'API_KEY_REVOKED',
  'API_KEY_EXPIRED',
  'METHOD_NOT_ALLOWED',
  'VERSION_NOT_SUPPORTED',
  'UNSUPPORTED_MEDIA_TYPE',
  'IDEMPOTENCY_KEY_REUSED',
  'HEADERS_TOO_LARGE',
  'NOT_SUPPORTED',
  'STORE_NOT_FOUND',
  'HEADING_NOT_FOUND',
  'HEADING_AMBIGUOUS',
  'TEXT_NOT_FOUND',
  'TEXT_AMBIGUOUS',
  'PAGE_AMBIGUOUS',
  'USER_NOT_FOUND',
  'WORKSPACE_NOT_FOUND',
])

const text = (code: string, details: object = {}) =>
  errorText(new QuireError('of the server', { code, status: 400, ...details }))

describe('errorText', () => {
  for (const [code] of listErrorKinds()) {
    if (notInTheApp.has(code)) continue
    it(`has a text for ${code}`, () => assert.equal(typeof text(code), 'string'))
  }

  it('knows no text for other codes', () => {
    assert.equal(text('NEWS'), undefined)
    assert.equal(text('sessionCreateFailed'), undefined)
  })

  it('is more helpful where the operation tells what was refused', () => {
    const operation = 'session.create'
    assert.match(text('SIGN_IN_FAILED', { operation }) ?? '', /email address, password or code/)
  })

  it('tells when to try again', () => {
    const wait = (retryAfter: number) => text('RATE_LIMITED', { retryAfter })
    assert.equal(wait(1), 'Too many attempts. Try again in 1 second.')
    assert.equal(wait(61), 'Too many attempts. Try again in 2 minutes.')
  })

  it('takes what is wrong with the input from its violations', () => {
    const errors = [{ path: '/title', rule: 'maxLength', message: 'of the server' }]
    const details = { operation: 'pages.create', errors }
    assert.equal(text('VALIDATION_FAILED', details), 'Use at most 255 characters.')
  })
})

describe('violationText', () => {
  const cases: [path: string, rule: string, operation: string, text: string][] = [
    ['/title', 'minLength', 'pages.create', 'Fill in this field.'],
    ['/title', 'required', 'pages.create', 'Fill in this field.'],
    ['/instructions', 'maxLength', 'workspaceSettings.update', 'Use at most 4,000 characters.'],
    ['/pagesPerPerson', 'maximum', 'serverSettings.update', 'Enter 1,000,000,000 or less.'],
    ['/events/3', 'maxLength', 'webhooks.create', 'Use at most 100 characters.'],
    ['/password', 'minLength', 'setup.complete', 'Use a longer password.'],
    ['/email', 'format', 'invitations.create', 'Enter a valid email address.'],
    ['/url', 'webhook', 'webhooks.create', 'This was not accepted: of the server'],
  ]
  for (const [path, rule, operation, expected] of cases) {
    it(`reads ${path} ${rule} as ${expected}`, () => {
      assert.equal(violationText({ path, rule, message: 'of the server' }, operation), expected)
    })
  }
})
