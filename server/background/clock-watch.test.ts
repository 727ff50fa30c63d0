import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { until } from '../../test/support/until.ts'
import { clock } from '../lib/clock.ts'
import { watchClock } from './clock-watch.ts'

const hour = 3_600_000

describe('watchClock', () => {
  const warningsFor = async (aheadMs: number, isRemote = true) => {
    const warnings: string[] = []
    let asked = 0
    const now = async () => {
      asked += 1
      return Date.now() - aheadMs
    }
    const end = watchClock({ isRemote, now }, (message) => warnings.push(message))
    if (isRemote) await until(() => asked > 0)
    await new Promise(setImmediate)
    const instant = clock.now()
    end()
    return { warnings: warnings.join(), asked, instant }
  }

  it('follows the clock of the database, and warns when it differs by more than a second', async () => {
    const ahead = await warningsFor(2 * hour)
    assert.ok(Math.abs(ahead.instant - (Date.now() - 2 * hour)) < hour)
    assert.ok(Math.abs(clock.now() - Date.now()) < hour)
    assert.match(
      ahead.warnings,
      /^The clock of this node is 7200 s ahead of the clock of the database\. /,
    )
    const behind = await warningsFor(-24 * hour)
    assert.ok(Math.abs(behind.instant - (Date.now() + 24 * hour)) < hour)
    assert.match(behind.warnings, /is 86400 s behind the clock of the database\. /)
  })

  it('is silent when they agree, and where the database has no clock of its own', async () => {
    for (const [aheadMs, isRemote, times] of [
      [0, true, 1],
      [2 * hour, false, 0],
    ] as const) {
      const { warnings, asked, instant } = await warningsFor(aheadMs, isRemote)
      assert.deepEqual([warnings, asked], ['', times])
      assert.ok(Math.abs(instant - Date.now()) < hour)
    }
  })

  it('follows again as soon as the clock of the machine has jumped', async (t) => {
    let shift = 2 * hour
    const right = Date.now
    let asked = 0
    t.mock.method(Date, 'now', () => right() + shift)
    t.mock.timers.enable({ apis: ['setInterval'] })
    const store = {
      isRemote: true,
      now: async () => {
        asked += 1
        return right()
      },
    }
    const end = watchClock(store, () => undefined)
    await until(() => Math.abs(clock.now() - right()) < hour)
    shift = 0
    t.mock.timers.tick(1000)
    await until(() => Math.abs(clock.now() - right()) < hour)
    t.mock.timers.tick(1000)
    assert.equal(asked, 2)
    end()
  })
})
