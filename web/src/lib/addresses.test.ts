import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { forgetSecret, takeSecret } from './address-secret.ts'
import { returnToOf } from './return-to.ts'

describe('takeSecret', () => {
  beforeEach(() => {
    sessionStorage.clear()
    history.replaceState(null, '', '/setup')
  })

  it('takes the secret out of the address, and keeps it for a reload', () => {
    history.replaceState(null, '', '/setup?a=1#the%20code')
    assert.equal(takeSecret('setup'), 'the code')
    assert.equal(location.href, 'http://quire.test/setup?a=1')
    assert.equal(takeSecret('setup'), 'the code')
  })

  it('keeps secrets apart, and forgets them', () => {
    history.replaceState(null, '', '/setup#code')
    takeSecret('setup')
    assert.equal(takeSecret('join'), '')
    forgetSecret('setup')
    assert.equal(takeSecret('setup'), '')
  })
})

describe('returnToOf', () => {
  it('never leads to another host, and to the start where nothing is known', () => {
    for (const state of [
      null,
      undefined,
      '/x',
      {},
      { to: 1 },
      { to: '//evil.test' },
      { to: '/\\evil.test' },
      { to: 'https://evil.test' },
    ]) {
      assert.equal(returnToOf(state), '/')
    }
  })

  it('leads where the person wanted to go', () => {
    assert.equal(returnToOf({ to: '/pages/a?b=1' }), '/pages/a?b=1')
  })
})
