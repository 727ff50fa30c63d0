import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { failureTexts } from './failure-texts.ts'
import { failureOf, failureText } from './failures.ts'

describe('failureOf', () => {
  it('knows no other text', () => {
    for (const text of ['', 'channel_not_found', 'it answered', 'no response within a minute']) {
      assert.equal(failureOf(text), undefined)
    }
  })

  for (const [code, text] of Object.entries(failureTexts)) {
    it(`reads ${code} and its values back`, () => {
      const values = Object.fromEntries(
        [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [
          name,
          name === 'detail' ? 'Some\n(words): 5.' : name === 'host' ? 'a.lan' : '12',
        ]),
      )
      const written = text.replaceAll(/\{(\w+)\}/g, (_, name) => values[name] ?? '')
      assert.deepEqual(failureOf(written), { code, values })
    })
  }

  it('reads a failure inside of another', () => {
    const detail = failureText('answered', { status: 401, detail: 'Unauthorized' })
    assert.deepEqual(failureOf(failureText('refused', { detail })), {
      code: 'refused',
      values: { detail },
      detail: { code: 'answered', values: { status: '401', detail: 'Unauthorized' } },
    })
  })
})
