import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { replace, replaceGlobals } from '../../../../test/support/processes/replace.ts'
import { Source } from '../../../../test/support/web/event-source.ts'
import type { ChangeEvent } from './changes.ts'
import { shareChanges } from './shared-changes.ts'

/** A browser's channel and locks as far as this needs them, for tabs of one browser. */
class Channel extends EventTarget {
  static open = new Set<Channel>()
  readonly name: string
  constructor(name: string) {
    super()
    this.name = name
    Channel.open.add(this)
  }
  postMessage(data: unknown) {
    for (const other of Channel.open) {
      if (other === this || other.name !== this.name) continue
      other.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) }))
    }
  }
  close() {
    Channel.open.delete(this)
  }
}

type Lead = () => Promise<void>

function createLocks() {
  const queues = new Map<string, Promise<void>>()
  return {
    request: async (name: string, { signal }: { signal: AbortSignal }, lead: Lead) => {
      const before = queues.get(name) ?? Promise.resolve()
      const mine = before.then(() => (signal.aborted ? Promise.reject(signal.reason) : lead()))
      queues.set(
        name,
        mine.catch(() => undefined),
      )
      return mine
    },
  }
}

type Tab = { seen: string[]; close: () => void }

function openTab(workspaceId = 'w1'): Tab {
  const seen: string[] = []
  const close = shareChanges(workspaceId, {
    onChange: ({ type }: ChangeEvent) => seen.push(type),
    onGap: () => seen.push('gap'),
    onRefused: () => seen.push('refused'),
  })
  return { seen, close }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))
const streams = () => Source.opened.filter(({ readyState }) => readyState !== Source.CLOSED)
const happens = (type: string) => {
  const data = JSON.stringify({ type, sequence: 1 })
  for (const source of streams()) source.dispatchEvent(new MessageEvent('message', { data }))
}

let passed = 0

beforeEach((t) => {
  Source.opened = []
  replaceGlobals({ EventSource: Source, BroadcastChannel: Channel })
  replace(navigator, { locks: { value: createLocks() } })
  passed = 0
  assert.ok('mock' in t)
  t.mock.method(performance, 'now', () => passed)
})
afterEach(() => {
  for (const channel of Channel.open) channel.close()
})

describe('shareChanges', () => {
  it('follows for itself where there are no locks', () => {
    replace(navigator, { locks: { value: undefined } })
    const tabs = [openTab(), openTab()]
    assert.equal(streams().length, 2)
    for (const { close } of tabs) close()
    assert.equal(streams().length, 0)
  })

  it('holds one stream for all tabs of a workspace', async () => {
    const tabs = [openTab(), openTab(), openTab()]
    await turn()
    assert.equal(streams().length, 1)
    happens('page.created')
    assert.deepEqual(
      tabs.map(({ seen }) => seen),
      [['page.created'], ['page.created'], ['page.created']],
    )
    for (const { close } of tabs) close()
  })

  it('tells nothing to the tabs of another workspace', async () => {
    const [one, other] = [openTab('w1'), openTab('w2')]
    await turn()
    assert.deepEqual(
      streams().map(({ url }) => url),
      ['/v1/changes?workspaceId=w1', '/v1/changes?workspaceId=w2'],
    )
    const data = JSON.stringify({ type: 'page.moved', sequence: 1 })
    streams()[0]?.dispatchEvent(new MessageEvent('message', { data }))
    assert.deepEqual([one.seen, other.seen], [['page.moved'], []])
    one.close()
    other.close()
  })

  it('goes on in another tab when the one that follows is closed, and tells of the gap', async () => {
    const [first, second] = [openTab(), openTab()]
    await turn()
    passed = 60_000
    first.close()
    await turn()
    assert.equal(streams().length, 1)
    happens('page.updated')
    assert.deepEqual(first.seen, [])
    assert.deepEqual(second.seen, ['gap', 'page.updated'])
    second.close()
    assert.equal(streams().length, 0)
  })

  it('tells all tabs of a gap in the stream', async () => {
    const [first, second] = [openTab(), openTab()]
    await turn()
    const [source] = streams()
    source?.dispatchEvent(new Event('open'))
    assert.deepEqual([first.seen, second.seen], [[], []])
    source?.dispatchEvent(new Event('open'))
    assert.deepEqual([first.seen, second.seen], [['gap'], ['gap']])
    first.close()
    second.close()
  })

  it('takes leaving while it waits for no failure', async () => {
    const [first, second] = [openTab(), openTab()]
    await turn()
    second.close()
    first.close()
    await turn()
    assert.equal(streams().length, 0)
  })
})
