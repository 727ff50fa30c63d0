import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addUploads, cancelUpload, listUploads, watchUploads } from './upload.ts'

describe('addUploads', () => {
  it('lists what is to be sent until it is cancelled', async () => {
    let notified = 0
    const stop = watchUploads(() => {
      notified += 1
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
    assert.ok(notified > 3)
    stop()
  })

  it('needs no secure context', async (t) => {
    t.mock.method(crypto, 'randomUUID', () => assert.fail('plain HTTP has no crypto.randomUUID'))
    const [id = ''] = addUploads('w', [new File(['x'], 'a.txt')])
    assert.equal(listUploads().length, 1)
    await cancelUpload(id)
  })
})
