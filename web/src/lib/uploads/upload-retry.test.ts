import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sayWhy } from './upload-retry.ts'

const answer = (body: string) =>
  // SAFETY: of the error of the library only the answer is looked at.
  Object.assign(new Error('tus: unexpected response'), {
    originalResponse: { getBody: () => body },
  }) as unknown as Parameters<typeof sayWhy>[0]

describe('sayWhy', () => {
  it('gives the words of the server', () => {
    const message = 'The file has more than 5 GB.'
    assert.equal(sayWhy(answer(JSON.stringify({ code: 'FILE_TOO_LARGE', message }))), message)
  })

  it('says what to do where the server said nothing', () => {
    for (const error of [new Error('lost'), answer(''), answer('<html>'), answer('{"code":1}')]) {
      assert.match(sayWhy(error), /does not answer/)
    }
  })
})
