import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { defaultFields } from '../../../../server/lib/page-fields.ts'
import { replaceGlobals } from '../../../../test/support/processes/replace.ts'
import { browserDrafts, type Draft } from './drafts.ts'

/** A browser's database as far as drafts need it: what it keeps outlives whoever opened it. */
const stored = new Map<string, Map<string, Map<string, unknown>>>()
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
        getAllKeys: () => new Request('get', () => [...(store?.keys() ?? [])]),
        getAll: () => new Request('get', () => structuredClone([...(store?.values() ?? [])])),
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
    const isNew = !stored.has(name)
    const stores = stored.get(name) ?? new Map<string, Map<string, unknown>>()
    stored.set(name, stores)
    const request: Request = new Request(
      'open',
      () => new Database(stores),
      () => isNew && request.dispatchEvent(new Event('upgradeneeded')),
    )
    return request
  },
  deleteDatabase: (name: string) => {
    for (const connection of connections) connection.dispatchEvent(new Event('versionchange'))
    return new Request('deleteDatabase', () => stored.delete(name))
  },
}

const draft = (title: string): Draft => {
  const state = { ...defaultFields, title, content: { type: 'doc' as const, content: [] } }
  const updatedBy = { id: 'u1', firstName: 'Ada', lastName: 'Lovelace' }
  const base = { ...state, version: 3, updatedAt: '2026-01-01T00:00:00Z', updatedBy }
  return { base, mine: state }
}

beforeEach(() => {
  // A module keeps its database open.
  indexedDB.deleteDatabase('quire')
  stored.clear()
  connections.clear()
  refused = undefined
  opened = 0
  replaceGlobals({ indexedDB })
})

const titles = async (userId: string, pageId?: string) =>
  (await browserDrafts(userId).list(pageId)).map(({ draft: { mine } }) => mine.title)

describe('browserDrafts', () => {
  it('tells when the browser refuses to keep a draft', async () => {
    refused = 'put'
    await assert.rejects(browserDrafts('ada').set('p1', 't1', draft('A')), {
      name: 'QuotaExceededError',
    })
  })

  it('tells when there is no database to be had, as in some private windows, and tries again', async () => {
    refused = 'open'
    await assert.rejects(browserDrafts('ada').list(), { name: 'QuotaExceededError' })
    refused = undefined
    assert.deepEqual(await titles('ada'), [])
  })

  it('tells when the browser blocks all storage, and tries again', async () => {
    const open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    replaceGlobals({ indexedDB: { open } })
    await assert.rejects(browserDrafts('ada').list(), { name: 'SecurityError' })
    replaceGlobals({ indexedDB })
    assert.deepEqual(await titles('ada'), [])
  })

  it('keeps the draft of each page and each tab by itself', async () => {
    const drafts = browserDrafts('ada')
    await drafts.set('p1', 't1', draft('A'))
    await drafts.set('p1', 't2', draft('B'))
    await drafts.set('p2', 't1', draft('C'))
    await drafts.set('p1', 't1', draft('D'))
    assert.deepEqual(await titles('ada'), ['D', 'B', 'C'])
    assert.deepEqual(await titles('ada', 'p1'), ['D', 'B'])
    const [first] = await drafts.list('p1')
    assert.deepEqual(first, { pageId: 'p1', slot: 't1', draft: draft('D') })
  })

  it('finds what the release before kept: one draft of each page, of no tab', async () => {
    stored.set('quire', new Map([['drafts', new Map([['ada p1', draft('Old')]])]]))
    const drafts = browserDrafts('ada')
    const [old] = await drafts.list('p1')
    assert.deepEqual(old, { pageId: 'p1', slot: undefined, draft: draft('Old') })
    assert.ok(old !== undefined)
    await drafts.removeRead(old)
    assert.deepEqual(await titles('ada'), [])
  })

  it('shows nobody the draft of another person', async () => {
    await browserDrafts('ada').set('p1', 't1', draft('A'))
    assert.deepEqual(await titles('bob'), [])
  })

  it('lets go of a draft of one tab only, and of one that is not there', async () => {
    const drafts = browserDrafts('ada')
    await drafts.set('p1', 't1', draft('A'))
    await drafts.set('p1', 't2', draft('B'))
    await drafts.remove('p1', 't1')
    await drafts.remove('p1', 't1')
    assert.deepEqual(await titles('ada'), ['B'])
  })

  it('keeps a draft that was written anew since it was read', async () => {
    const drafts = browserDrafts('ada')
    await drafts.set('p1', 't1', draft('A'))
    const [read] = await drafts.list()
    assert.ok(read !== undefined)
    await drafts.set('p1', 't1', draft('B'))
    await drafts.removeRead(read)
    assert.deepEqual(await titles('ada'), ['B'])
  })

  it('opens the database once', async () => {
    const drafts = browserDrafts('ada')
    await Promise.all([
      drafts.list(),
      drafts.set('p1', 't1', draft('A')),
      drafts.remove('p2', 't1'),
    ])
    assert.equal(opened, 1)
  })

  it('opens it anew where an older release takes it away', async () => {
    const drafts = browserDrafts('ada')
    await drafts.set('p1', 't1', draft('A'))
    indexedDB.deleteDatabase('quire')
    assert.equal(connections.size, 0)
    await drafts.set('p1', 't1', draft('B'))
    assert.deepEqual(await titles('ada'), ['B'])
  })
})
