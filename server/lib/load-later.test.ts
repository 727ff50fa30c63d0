import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { loadOnce } from './load-later.ts'

describe('loadOnce', () => {
  it('loads for the first call only', async () => {
    let loads = 0
    const load = loadOnce(async () => ({ loads: ++loads }))
    assert.equal(await load(), await load())
    assert.equal(loads, 1)
  })

  it('loads again after a failure', async () => {
    let loads = 0
    const load = loadOnce(async () => {
      loads += 1
      if (loads === 1) throw new Error('The file was being replaced.')
      return loads
    })
    await assert.rejects(load(), { message: 'The file was being replaced.' })
    assert.equal(await load(), 2)
  })
})
