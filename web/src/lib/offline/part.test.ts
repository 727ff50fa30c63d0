import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { part } from './part.ts'

describe('part', () => {
  it('is loaded again until it is there, at once when the network is back', async () => {
    let attempts = 0
    const loaded = part(async () => {
      attempts += 1
      if (attempts < 3) throw new TypeError('offline')
      return 'there'
    })
    const whenLoaded = loaded.load()
    assert.equal(loaded.now, undefined)
    const soon = setInterval(() => dispatchEvent(new Event('online')), 5)
    assert.equal(await whenLoaded, 'there')
    clearInterval(soon)
    assert.equal(attempts, 3)
    assert.equal(loaded.now, 'there')
  })

  it('is loaded once for all who want it', async () => {
    let attempts = 0
    const loaded = part(async () => (attempts += 1))
    assert.deepEqual(await Promise.all([loaded.load(), loaded.load()]), [1, 1])
    assert.equal(await loaded.load(), 1)
  })

  it('is fetched at another address where the browser keeps the failure of the first', async () => {
    const loaded = part<{ value: string }>(
      async () => {
        throw new TypeError('Failed to fetch dynamically imported module: http://x/a.js')
      },
      { fetchAt: async (address) => ({ value: address }) },
    )
    const whenLoaded = loaded.load()
    const soon = setInterval(() => dispatchEvent(new Event('online')), 5)
    assert.deepEqual(await whenLoaded, { value: 'http://x/a.js?attempt=1' })
    clearInterval(soon)
  })

  it('is found by a name that it exports in a file of several modules', async () => {
    const own = { value: 1, more: 2 }
    const loaded = part<{ value: number }>(
      async () => {
        throw new TypeError('Failed to fetch dynamically imported module: http://x/a.js')
      },
      { exported: 'value', fetchAt: async () => ({ a: () => 0, b: { other: 1 }, c: own }) },
    )
    const whenLoaded = loaded.load()
    const soon = setInterval(() => dispatchEvent(new Event('online')), 5)
    assert.equal(await whenLoaded, own)
    clearInterval(soon)
  })
})
