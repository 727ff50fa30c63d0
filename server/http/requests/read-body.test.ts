import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { readBody } from './read-body.ts'

const read = (stream: Readable, declared: number) =>
  new Promise<string>((resolve, reject) => {
    readBody(stream, { declared, limit: 1000 }, (error, body) => {
      if (error === undefined) resolve(body.toString())
      else reject(error)
    })
  })

describe('a body', () => {
  it('that has arrived in several chunks is read to its end', async () => {
    const stream = new Readable({ read: () => undefined })
    stream.push('one ')
    stream.push('two ')
    stream.push('three')
    assert.equal(await read(stream, 13), 'one two three')
  })

  it('of which a part has arrived is read when the rest has', async () => {
    const stream = new Readable({ read: () => undefined })
    stream.push('one ')
    const body = read(stream, 7)
    stream.push('two')
    stream.push(null)
    assert.equal(await body, 'one two')
  })

  it('may be empty', async () => {
    assert.equal(await read(Readable.from([]), 0), '')
  })
})
