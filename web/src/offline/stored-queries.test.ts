import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { StoredEntry } from './offline-database.ts'
import { limits, storedQueryOf, surplusOf } from './stored-queries.ts'

describe('storedQueryOf', () => {
  it('leaves out everything that is neither the person, a page nor a list of pages', () => {
    for (const key of [
      ['session', 'get'],
      ['sessions'],
      ['keys', 'own'],
      ['keys', 'w'],
      ['invitations', 'w'],
      ['invitation', 'token'],
      ['reset', 'token'],
      ['totp'],
      ['passkeys'],
      ['webhooks', 'w'],
      ['webhook-section', 's'],
      ['members', 'w'],
      ['search', 'find', {}],
      ['files', 'list', {}],
      ['trash', 'list', {}],
      ['comments', 'list', {}],
      ['history', 'list', {}],
      ['pages', 'document', { workspaceId: 'w' }],
      ['pages', 'document', 'w'],
      ['pages', 'locate', 'p'],
    ]) {
      assert.equal(storedQueryOf(key), undefined, JSON.stringify(key))
    }
  })

  it('names the page, and the page that a list is below', () => {
    assert.deepEqual(storedQueryOf(['session']), { kind: 'session' })
    assert.deepEqual(storedQueryOf(['pages', 'document', 'w/p']), {
      kind: 'page',
      workspaceId: 'w',
      pageId: 'p',
    })
    assert.deepEqual(storedQueryOf(['pages', 'children', 'w', null]), { kind: 'list' })
    assert.deepEqual(storedQueryOf(['pages', 'children', 'w', 'p']), { kind: 'list', pageId: 'p' })
    for (const noun of ['recent', 'favourites', 'pages']) {
      assert.deepEqual(storedQueryOf([noun, 'list', { workspaceId: 'w' }]), { kind: 'list' })
    }
  })
})

describe('surplusOf', () => {
  const now = 100 * 86_400_000
  const entry = (index: number, extra: Partial<StoredEntry> = {}): StoredEntry => ({
    key: `u ${index}`,
    kind: 'page',
    at: now - index,
    confirmedAt: now,
    size: 10,
    ...extra,
  })
  const keysOf = (entries: StoredEntry[]) => surplusOf(entries, now).map(({ key }) => key)

  it('are the pages read longest ago, beyond so many', () => {
    const pages = Array.from({ length: limits.page.count + 2 }, (_, index) => entry(index))
    assert.deepEqual(keysOf(pages.toReversed()), ['u 100', 'u 101'])
    assert.deepEqual(keysOf([...pages.slice(0, 100), entry(200, { kind: 'session' })]), [])
  })

  it('are those that take more room than there is', () => {
    const size = limits.totalSize / 4
    const pages = Array.from({ length: 5 }, (_, index) => entry(index, { size }))
    assert.deepEqual(keysOf(pages), ['u 4'])
  })

  it('are those older than a session lasts', () => {
    assert.deepEqual(keysOf([entry(0), entry(1, { at: now - limits.ageMs - 1 })]), ['u 1'])
  })
})
