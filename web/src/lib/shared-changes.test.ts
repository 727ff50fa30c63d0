import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import type { Change } from './changes.ts'
import { shareChanges } from './shared-changes.ts'

/** A browser's EventSource and locks as far as this needs them. */
class Source extends EventTarget {
  static readonly CLOSED = 2
  static opened: Source[] = []
  readyState = 1
  constructor() {
    super()
    Source.opened.push(this)
  }
  close() {
    this.readyState = Source.CLOSED
  }
  tell(change: object) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(change) }))
  }
}

/** One holder at a time; the next one when the former is done. */
function makeLocks() {
  let last: Promise<unknown> = Promise.resolve()
  return {
    request: (
      _name: string,
      { signal }: { signal: AbortSignal },
      hold: () => Promise<void>,
    ): Promise<unknown> => {
      last = last.then(() => (signal.aborted ? undefined : hold()))
      return last
    },
  }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 30))
const stops: (() => void)[] = []

beforeEach(() => {
  Source.opened = []
  Object.assign(globalThis, { EventSource: Source })
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true })
})

function follow(): Change[] {
  const seen: Change[] = []
  stops.push(shareChanges('w', { onChange: (change) => seen.push(change), onGap: () => undefined }))
  return seen
}

describe('shareChanges', () => {
  it('follows in each tab where there are no locks', () => {
    Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true })
    follow()
    follow()
    assert.equal(Source.opened.length, 2)
  })

  it('opens one stream for all tabs, and each hears of every change', async () => {
    Object.defineProperty(navigator, 'locks', { value: makeLocks(), configurable: true })
    const [first, second] = [follow(), follow()]
    await settle()
    assert.equal(Source.opened.length, 1)
    Source.opened[0]?.tell({ type: 'page.created', sequence: 1 })
    await settle()
    assert.deepEqual(
      [first, second].map((seen) => seen.map(({ type }) => type)),
      [['page.created'], ['page.created']],
    )
  })

  it('lets another tab follow when the first one closes', async () => {
    Object.defineProperty(navigator, 'locks', { value: makeLocks(), configurable: true })
    follow()
    const second = follow()
    await settle()
    stops.shift()?.()
    await settle()
    assert.equal(Source.opened.length, 2)
    Source.opened[1]?.tell({ type: 'page.moved', sequence: 2 })
    assert.equal(second.length, 1)
  })
})
