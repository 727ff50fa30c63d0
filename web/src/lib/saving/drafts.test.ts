import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import type { Draft } from './drafts.ts'
import { browserDrafts, forgetDrafts } from './drafts.ts'

/** A browser's database as far as drafts need it: what it keeps outlives whoever opened it. */
const kept = new Map<string, Map<string, Map<string, unknown>>>()
let refused: string | undefined
let opened = 0
const connections = new Set<EventTarget>()

class Request extends EventTarget {
  result: unknown
  error: DOMException | null = null
  constructor(kind: string, act: () => unknown, before: () => void = () => undefined) {
    super()
    queueMicrotask(() => {
      if (refused === kind) {
        this.error = new DOMException('No room is left.', 'QuotaExceededError')
        this.dispatchEvent(new Event('error'))
        return
      }
      this.result = act()
      before.call(this)
      this.dispatchEvent(new Event('success'))
    })
  }
}

class Database extends EventTarget {
  readonly #stores: Map<string, Map<string, unknown>>
  constructor(stores: Map<string, Map<string, unknown>>) {
    super()
    this.#stores = stores
    connections.add(this)
  }
  createObjectStore(name: string) {
    this.#stores.set(name, new Map())
  }
  close() {
    connections.delete(this)
  }
  transaction(name: string, mode: string) {
    const store = this.#stores.get(name)
    const change = (act: (values: Map<string, unknown>) => unknown) => {
      if (mode !== 'readwrite') throw new DOMException('The transaction only reads.')
      return store === undefined ? undefined : act(store)
    }
    return {
      objectStore: () => ({
        get: (key: string) => new Request('get', () => structuredClone(store?.get(key))),
        put: (value: unknown, key: string) =>
          new Request('put', () => change((values) => values.set(key, structuredClone(value)))),
        delete: (key: string) =>
          new Request('delete', () => change((values) => values.delete(key))),
      }),
    }
  }
}

const indexedDB = {
  open: (name: string) => {
    opened += 1
    const isNew = !kept.has(name)
    const stores = kept.get(name) ?? new Map<string, Map<string, unknown>>()
    kept.set(name, stores)
    const request: Request = new Request(
      'open',
      () => new Database(stores),
      () => isNew && request.dispatchEvent(new Event('upgradeneeded')),
    )
    return request
  },
  deleteDatabase: (name: string) => {
    for (const connection of connections) connection.dispatchEvent(new Event('versionchange'))
    return new Request('deleteDatabase', () => kept.delete(name))
  },
}

const draft = (title: string): Draft => {
  const state = { title, icon: null, content: { type: 'doc' as const, content: [] } }
  const updatedBy = { id: 'u1', firstName: 'Ada', lastName: 'Lovelace' }
  const base = { ...state, version: 3, updatedAt: '2026-01-01T00:00:00Z', updatedBy }
  return { base, mine: state }
}

beforeEach(() => {
  kept.clear()
  connections.clear()
  refused = undefined
  opened = 0
  Object.assign(globalThis, { indexedDB })
})

describe('browserDrafts', () => {
  it('tells when the browser refuses to keep a draft', async () => {
    refused = 'put'
    await assert.rejects(browserDrafts('ada').set('p1', draft('A')), { name: 'QuotaExceededError' })
  })

  it('tells when there is no database to be had, as in some private windows', async () => {
    refused = 'open'
    await assert.rejects(browserDrafts('ada').get('p1'), { name: 'QuotaExceededError' })
  })

  it('has nothing of a page that was saved', async () => {
    assert.equal(await browserDrafts('ada').get('p1'), undefined)
  })

  it('keeps the draft of each page by itself, also for the next tab', async () => {
    const drafts = browserDrafts('ada')
    await drafts.set('p1', draft('A'))
    await drafts.set('p2', draft('B'))
    await drafts.set('p1', draft('C'))
    const next = browserDrafts('ada')
    assert.deepEqual(await next.get('p1'), draft('C'))
    assert.deepEqual(await next.get('p2'), draft('B'))
  })

  it('shows nobody the draft of another person', async () => {
    await browserDrafts('ada').set('p1', draft('A'))
    assert.equal(await browserDrafts('bob').get('p1'), undefined)
  })

  it('lets go of a draft, and of one that is not there', async () => {
    const drafts = browserDrafts('ada')
    await drafts.set('p1', draft('A'))
    await drafts.remove('p1')
    await drafts.remove('p1')
    assert.equal(await drafts.get('p1'), undefined)
  })

  it('opens the database once', async () => {
    const drafts = browserDrafts('ada')
    await Promise.all([drafts.get('p1'), drafts.set('p1', draft('A')), drafts.remove('p2')])
    assert.equal(opened, 1)
  })
})

describe('forgetDrafts', () => {
  it('leaves nothing behind, and is not held up by a tab that has it open', async () => {
    const drafts = browserDrafts('ada')
    await drafts.set('p1', draft('A'))
    assert.equal(connections.size, 1)
    await forgetDrafts()
    assert.equal(connections.size, 0)
    assert.equal(await browserDrafts('ada').get('p1'), undefined)
  })
  it('does not keep another tab from keeping drafts afterwards', async () => {
    const other = browserDrafts('ada')
    await other.set('p1', draft('A'))
    await forgetDrafts()
    await other.set('p1', draft('B'))
    assert.deepEqual(await browserDrafts('ada').get('p1'), draft('B'))
  })
})
