import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assemble, constant, get, load8x8, set } from './assemble.ts'

describe('constant', () => {
  for (const { value, bytes } of [
    { value: 0, bytes: [0x00] },
    { value: 63, bytes: [0x3f] },
    { value: 64, bytes: [0xc0, 0x00] },
    { value: 128, bytes: [0x80, 0x01] },
    { value: -1, bytes: [0x7f] },
    { value: -64, bytes: [0x40] },
    { value: -65, bytes: [0xbf, 0x7f] },
    { value: 2 ** 31 - 1, bytes: [0xff, 0xff, 0xff, 0xff, 0x07] },
    { value: -(2 ** 31), bytes: [0x80, 0x80, 0x80, 0x80, 0x78] },
  ]) {
    it(`writes ${value} with its sign`, () => assert.deepEqual(constant(value), [0x41, bytes]))
  }
})

describe('load8x8', () => {
  it('writes an offset of more than 7 bits without a sign', () => {
    assert.deepEqual(load8x8(8), [0xfd, [1], 0, [8]])
    assert.deepEqual(load8x8(300), [0xfd, [1], 0, [0xac, 0x02]])
  })
})

describe('assemble', () => {
  it('begins with the magic number and version of a module', () => {
    const bytes = assemble(0, [0], [])
    assert.deepEqual([...bytes.subarray(0, 8)], [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])
  })

  it('writes its sections in order, each as long as it says', () => {
    const body = Array.from({ length: 200 }, (_, step) => [get(step % 3), set(3)])
    const bytes = assemble(3, [1, 1, 0x7f], body)
    const ids: number[] = []
    let place = 8
    while (place < bytes.length) {
      ids.push(bytes[place] ?? 0)
      let size = 0
      let shift = 0
      for (let byte = 0x80; byte > 0x7f; shift += 7) {
        place += 1
        byte = bytes[place] ?? 0
        size |= (byte & 0x7f) << shift
      }
      place += size + 1
    }
    assert.deepEqual(ids, [1, 2, 3, 7, 10])
    assert.equal(place, bytes.length)
  })
})
