import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sortInSlices } from './sort-in-slices.ts'

type Item = { key: number; position: number }

const itemsOf = (count: number): Item[] =>
  Array.from({ length: count }, (_, position) => ({ key: (position * 7919) % 101, position }))
const byKey = (one: Item, other: Item) => one.key - other.key

describe('sortInSlices', () => {
  it('sorts as toSorted does, equal items in their order, for every number of chunks', async () => {
    for (const count of [0, 1, 2, 511, 512, 513, 1024, 1025, 2600]) {
      const items = itemsOf(count)
      const before = [...items]
      assert.deepEqual(await sortInSlices(items, byKey), items.toSorted(byKey), `${count} items`)
      assert.deepEqual(items, before)
    }
  })

  it('sorts what is sorted already, or the other way round', async () => {
    const up = Array.from({ length: 1500 }, (_, index) => index)
    const compare = (one: number, other: number) => one - other
    assert.deepEqual(await sortInSlices(up, compare), up)
    assert.deepEqual(await sortInSlices(up.toReversed(), compare), up)
  })

  it('lets other work run meanwhile', async () => {
    const rounds: string[] = []
    const other = new Promise<void>((resolve) => {
      setImmediate(() => {
        rounds.push('other')
        resolve()
      })
    })
    const slow = (one: Item, item: Item) => {
      for (let index = 0; index < 2000; index += 1) Math.sqrt(index)
      return byKey(one, item)
    }
    await sortInSlices(itemsOf(4000), slow)
    rounds.push('sorted')
    await other
    assert.deepEqual(rounds, ['other', 'sorted'])
  })
})
