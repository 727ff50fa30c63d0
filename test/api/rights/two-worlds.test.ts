import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { randomFrom } from '../../../bench/support/texts.ts'
import { clock } from '../../../server/lib/clock.ts'
import { makeHistory } from './two-worlds/history.ts'
import { observe } from './two-worlds/observe.ts'
import { createWorld, type Features } from './two-worlds/world.ts'

const realNow = clock.now
afterEach(() => {
  clock.now = realNow
})

async function seen(seed: number, features: Features): Promise<string[]> {
  const world = await createWorld(makeHistory(randomFrom(seed), 90), features)
  try {
    return await observe(world)
  } finally {
    await world.close()
  }
}

describe('a workspace with a section', () => {
  for (const [seed, hasGuest] of [
    [1, false],
    [2, false],
    [34, true],
    [48, true],
  ] as const) {
    const who = hasGuest ? 'members and guests' : 'members'
    it(`looks to other ${who} as it does without the section, in history ${seed}`, async () => {
      const withSection = await seen(seed, { hasSection: true, hasGuest })
      const without = await seen(seed, { hasSection: false, hasGuest })
      assert.ok(without.length > 100)
      for (const [index, line] of without.entries()) assert.equal(withSection[index], line)
      assert.equal(withSection.length, without.length)
    })
  }
})
