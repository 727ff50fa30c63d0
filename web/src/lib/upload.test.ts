import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addUploads, cancelUpload, listUploads, sayWhy, watchUploads } from './upload.ts'

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

describe('addUploads', () => {
  it('lists what is to be sent until it is cancelled', async () => {
    let told = 0
    const stop = watchUploads(() => {
      told += 1
    })
    const files = ['a.txt', 'b.txt', 'c.txt'].map((name) => new File(['x'], name))
    const ids = addUploads('w', files)
    assert.deepEqual(
      listUploads().map(({ name, size }) => [name, size]),
      [
        ['a.txt', 1],
        ['b.txt', 1],
        ['c.txt', 1],
      ],
    )
    // Two at a time, so that a film does not keep a note waiting nor all share one line.
    assert.equal(listUploads().filter(({ state }) => state === 'sending').length, 2)
    for (const id of ids) await cancelUpload(id)
    assert.equal(listUploads().length, 0)
    assert.ok(told > 3)
    stop()
  })
})
