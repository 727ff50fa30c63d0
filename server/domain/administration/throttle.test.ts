import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { createThrottle, networkOf } from './throttle.ts'

const realNow = clock.now
afterEach(() => {
  clock.now = realNow
})

const limit = { max: 2, windowMs: 60_000 }

function refusal(work: () => unknown): AppError | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

describe('attempts', () => {
  it('are refused over the limit until their time is over, and say when', () => {
    const start = 1_000_000
    clock.now = () => start
    const throttle = createThrottle()
    const take = () => throttle.take({ subject: 'a', limit })
    take()
    take()
    clock.now = () => start + 15_000
    const refused = refusal(take)
    assert.deepEqual([refused?.code, refused?.retryAfter], ['RATE_LIMITED', 45])
    assert.match(refused?.message ?? '', /Wait 45 seconds/)
    clock.now = () => start + 60_000
    assert.equal(refusal(take), undefined)
  })

  it('take a bounded memory: of invented subjects only the last are counted', () => {
    const throttle = createThrottle()
    const subjectOf = (index: number) => `${index} ${'x'.repeat(100_000)}`
    for (let index = 0; index < 100; index += 1) {
      throttle.take({ subject: subjectOf(index), limit })
    }
    assert.deepEqual([throttle.count(subjectOf(0)), throttle.count(subjectOf(99))], [0, 1])
  })

  it('say a long wait in minutes', () => {
    const throttle = createThrottle()
    const long = { subject: 'a', limit: { max: 1, windowMs: 900_000 } }
    clock.now = () => 0
    throttle.take(long)
    assert.match(refusal(() => throttle.take(long))?.message ?? '', /Wait 15 minutes/)
  })

  it('count for nothing once they proved right, and not where one of several is refused', () => {
    const throttle = createThrottle()
    const one = { subject: 'one', limit }
    const two = { subject: 'two', limit }
    for (let count = 0; count < 5; count += 1) throttle.take(one, two)()
    throttle.take(one)
    throttle.take(one)
    for (let count = 0; count < 5; count += 1) {
      assert.ok(refusal(() => throttle.take(two, one)) !== undefined)
    }
    assert.equal(
      refusal(() => throttle.take(two)),
      undefined,
    )
  })
})

describe('networkOf', () => {
  for (const { address, network } of [
    { address: '203.0.113.7', network: '203.0.113.7' },
    { address: '::ffff:203.0.113.7', network: '203.0.113.7' },
    { address: '2001:db8:1:2:3:4:5:6', network: '2001:db8:1:2' },
    { address: '2001:db8:1:2::1', network: '2001:db8:1:2' },
    { address: '::1', network: '0:0:0:0' },
    { address: 'unknown', network: 'unknown' },
  ]) {
    it(`takes ${address} as ${network}`, () => assert.equal(networkOf(address), network))
  }
})
