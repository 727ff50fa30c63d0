import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { asRequestOf } from './scheduling/current-request.ts'
import { startTimeSlice, startWriteSlice, yieldToEventLoop, yieldWholeTurn } from './time-slices.ts'

describe('yieldToEventLoop', () => {
  it('lets one caller go on per round of the event loop, in their order', async () => {
    const order: string[] = []
    const round = async () => {
      await new Promise(setImmediate)
      order.push('round')
    }
    const callers = ['a', 'b', 'c'].map(async (name) => {
      await yieldToEventLoop()
      order.push(name)
    })
    await Promise.all([...callers, round().then(round).then(round).then(round)])
    const positions = ['a', 'b', 'c'].map((name) => order.indexOf(name))
    assert.deepEqual(
      positions,
      positions.toSorted((one, other) => one - other),
    )
    assert.ok(order.slice(positions[0], positions[1]).includes('round'))
    assert.ok(order.slice(positions[1], positions[2]).includes('round'))
  })

  it('lets a computation of another caller go on before all of one caller have', async () => {
    const order: string[] = []
    const compute = (caller: string, name: string) =>
      asRequestOf(caller, async () => {
        await yieldToEventLoop()
        order.push(name)
      })
    const many = Array.from({ length: 20 }, (_, index) => compute('many', `many ${index}`))
    await Promise.all([...many, compute('one', 'one')])
    assert.equal(order.indexOf('one'), 1)
  })

  it('serves callers that come while others wait', async () => {
    const order: number[] = []
    const call = async (number: number): Promise<void> => {
      await yieldToEventLoop()
      order.push(number)
      if (number < 3) await call(number + 1)
    }
    await Promise.all([call(0), call(10)])
    assert.deepEqual(new Set(order), new Set([0, 10, 1, 2, 3]))
  })
})

describe('startTimeSlice', () => {
  it('is over after a few milliseconds, and begins anew after a pause', async () => {
    await new Promise(setImmediate)
    await new Promise(setImmediate)
    const timeSlice = startTimeSlice()
    assert.equal(timeSlice.isOver(), false)
    const end = performance.now() + 4
    while (performance.now() < end);
    assert.equal(timeSlice.isOver(), true)
    assert.equal(startTimeSlice().isOver(), true, 'all computations share a round')
    await timeSlice.pause()
    assert.equal(timeSlice.isOver(), false)
  })
})

describe('yieldWholeTurn', () => {
  it('lets everything that has arrived have its turn between two works', async () => {
    const order: string[] = []
    // In the poll phase, such as a request, the next phase is that of `setImmediate`.
    await stat('.')
    setImmediate(() => {
      order.push('this turn')
      setImmediate(() => order.push('next turn'))
    })
    await yieldWholeTurn()
    order.push('second work')
    assert.deepEqual(order, ['this turn', 'next turn', 'second work'])
  })
})

describe('startWriteSlice', () => {
  it('pauses for one round, however many computations wait', async () => {
    const order: string[] = []
    const computations = Array.from({ length: 10 }, async () => {
      await yieldToEventLoop()
      order.push('computation')
    })
    await startWriteSlice().pause()
    order.push('write')
    await Promise.all(computations)
    assert.ok(order.indexOf('write') <= 1, order.join(', '))
  })
})
