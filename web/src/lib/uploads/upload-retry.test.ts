import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { loadErrorTexts } from '../errors.ts'
import { failureMessage } from './upload-retry.ts'

const answer = (body: string) =>
  // SAFETY: of the error of the library only the answer is looked at.
  Object.assign(new Error('tus: unexpected response'), {
    originalResponse: { getBody: () => body, getStatus: () => 413 },
  }) as unknown as Parameters<typeof failureMessage>[0]

describe('failureMessage', () => {
  it('gives the text of the error code', async () => {
    await loadErrorTexts()
    const body = JSON.stringify({ code: 'FILE_TOO_LARGE', message: 'of the server' })
    assert.equal(failureMessage(answer(body)), 'The file is too large for this server.')
  })

  it('says what to do where the server said nothing', () => {
    for (const error of [new Error('lost'), answer(''), answer('<html>'), answer('{"code":1}')]) {
      assert.match(failureMessage(error), /is not responding/)
    }
  })
})
