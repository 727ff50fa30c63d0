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
      return clock.now() - aheadMs
    }
    const end = watchClock({ isRemote, now }, (message) => warnings.push(message))
    if (isRemote) await until(() => asked > 0)
    await new Promise(setImmediate)
    end()
    return { warnings: warnings.join(), asked }
  }

  it('warns when the clocks of node and database differ by more than a second', async () => {
    const ahead = await warningsFor(2 * hour)
    assert.match(
      ahead.warnings,
      /^The clock of this node is 7200 s ahead of the clock of the database\. /,
    )
    const behind = await warningsFor(-24 * hour)
    assert.match(behind.warnings, /is 86400 s behind the clock of the database\. /)
  })

  it('is silent when they agree, and where the database has no clock of its own', async () => {
    assert.deepEqual(await warningsFor(0), { warnings: '', asked: 1 })
    assert.deepEqual(await warningsFor(2 * hour, false), { warnings: '', asked: 0 })
  })
})
