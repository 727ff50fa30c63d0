import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { failureTexts } from '../../../../../server/lib/failures/failure-texts.ts'
import {
  failureOf,
  failureText as failureWords,
} from '../../../../../server/lib/failures/failures.ts'
import { switchLanguage } from '../../language.ts'
import { failureText } from './failure-text.ts'
import { t } from './messages.ts'

describe('the text of a failure', () => {
  it('is there for each code of the server, and for no other', () => {
    assert.deepEqual(Object.keys(t), Object.keys(failureTexts))
  })

  it('is made of the words of the server where there is no code', () => {
    assert.equal(failureText(null, 'channel_not_found'), 'channel_not_found')
    assert.equal(failureText({ code: 'later', values: {} }, 'it is late'), 'It is late.')
  })

  for (const [code, words] of Object.entries(failureTexts)) {
    it(`takes the values of ${code}`, () => {
      const written = words.replaceAll(/\{\w+\}/g, '12')
      const text = failureText(failureOf(written), written)
      assert.match(text, /^(?:[A-Z]|12).*(?:[.]|12)$/s)
      assert.doesNotMatch(text, /undefined|[{}]/)
    })
  }

  it('includes the failure behind it, in the language of the reader', async () => {
    const detail = failureWords('addressNotPublic', { host: '10.0.0.1' })
    const words = failureWords('addressRefused', { detail })
    await switchLanguage('de')
    const text = failureText(failureOf(words), words)
    await switchLanguage('en')
    assert.match(text, /^10\.0\.0\.1 ist keine öffentliche Adresse\. .*WEBHOOK_ALLOWED_HOSTS/)
  })
})
