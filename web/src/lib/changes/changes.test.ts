import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import { replaceGlobals } from '../../../../test/support/processes/replace.ts'
import { Source } from '../../../../test/support/web/event-source.ts'
import { type ChangeEvent, followChanges, onChange, publishChange } from './changes.ts'

beforeEach(() => {
  Source.opened = []
  replaceGlobals({ EventSource: Source })
  mock.timers.enable({ apis: ['setTimeout'] })
})
afterEach(() => mock.timers.reset())

const silent = { onChange: () => {}, onGap: () => {}, onRefused: () => {} }

describe('followChanges', () => {
  it('tells of changes and leaves out what is none', () => {
    const seen: ChangeEvent[] = []
    const stop = followChanges('w', { ...silent, onChange: (change) => seen.push(change) })
    Source.opened[0]?.emit('{"type":"page.created","sequence":1}')
    Source.opened[0]?.emit(': not json')
    assert.deepEqual(
      seen.map(({ type }) => type),
      ['page.created'],
    )
    assert.equal(Source.opened[0]?.url, '/v1/changes?workspaceId=w')
    stop()
    assert.equal(Source.opened[0]?.readyState, Source.CLOSED)
  })

  it('tries again, ever more slowly, when the browser gave up', () => {
    let gaps = 0
    let refusals = 0
    const stop = followChanges('w', {
      onChange: () => {},
      onGap: () => (gaps += 1),
      onRefused: () => (refusals += 1),
    })
    Source.opened[0]?.dispatchEvent(new Event('open'))
    Source.opened[0]?.fail(true)
    mock.timers.tick(1000)
    assert.equal(Source.opened.length, 2)
    Source.opened[1]?.fail(true)
    mock.timers.tick(1000)
    assert.equal(Source.opened.length, 2)
    mock.timers.tick(1000)
    assert.equal(Source.opened.length, 3)
    assert.equal(gaps, 0)
    Source.opened[2]?.dispatchEvent(new Event('open'))
    assert.equal(gaps, 1)
    assert.equal(refusals, 2)
    stop()
  })

  it('tells of a gap also where the stream did not open at first', () => {
    let gaps = 0
    const stop = followChanges('w', { ...silent, onGap: () => (gaps += 1) })
    Source.opened[0]?.fail(false)
    Source.opened[0]?.dispatchEvent(new Event('open'))
    assert.equal(gaps, 1)
    stop()
  })

  it('tells of a gap when the stream was reset', () => {
    let gaps = 0
    const stop = followChanges('w', { ...silent, onGap: () => (gaps += 1) })
    Source.opened[0]?.dispatchEvent(new Event('reset'))
    assert.equal(gaps, 1)
    stop()
  })

  it('leaves it to the browser while that tries itself', () => {
    const stop = followChanges('w', silent)
    Source.opened[0]?.fail(false)
    mock.timers.tick(60_000)
    assert.equal(Source.opened.length, 1)
    stop()
  })
})

describe('onChange', () => {
  it('tells listeners until they leave', () => {
    const seen: string[] = []
    const stop = onChange(({ type }) => seen.push(type))
    publishChange({ type: 'one', sequence: 1 })
    stop()
    publishChange({ type: 'two', sequence: 2 })
    assert.deepEqual(seen, ['one'])
  })
})
