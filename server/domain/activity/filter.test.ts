import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../lib/ids.ts'
import type { AuditItem } from '../administration/audit-log.ts'
import type { StoredEvent } from '../events/stored-events.ts'
import { type ActivityFilter, auditFits, eventFits, idsIn, pageOf } from './filter.ts'

const [pageId, actorId, runId] = [newId(), newId(), newId()]

function event(columns: Partial<StoredEvent> = {}): StoredEvent {
  const base = {
    workspaceId: newId(),
    sequence: 1,
    id: newId(),
    actorId,
    via: 'mcp',
    createdAt: 5,
    sectionId: null,
    runId,
    client: 'Claude Code',
    isKnown: true,
    type: 'page.updated',
    data: { pageId, changed: ['title'], version: 2 },
  } as const
  // SAFETY: the columns are those of an event of this type.
  return { ...base, ...columns } as StoredEvent
}

function entry(columns: Partial<AuditItem> = {}): AuditItem {
  return {
    id: newId(),
    createdAt: 5,
    workspaceId: newId(),
    actorId,
    keyId: 'key',
    via: 'api',
    action: 'permissions.update',
    outcome: 'done',
    subject: pageId,
    address: null,
    userAgent: null,
    runId,
    details: {},
    ...columns,
  }
}

const run = { runKeyId: 'key', runClient: 'Claude Code' }

describe('eventFits', () => {
  const fits = (filter: ActivityFilter, of = run, columns: Partial<StoredEvent> = {}) =>
    eventFits(event(columns), of, filter)

  it('is false for an event that this release does not know', () => {
    assert.equal(fits({}, run, { isKnown: false }), false)
  })

  for (const [name, filter] of Object.entries<ActivityFilter>({
    'another person': { userId: newId() },
    'another key': { keyId: 'other' },
    'another run': { runId: newId() },
    'another client': { client: 'Cursor' },
    'another interface': { via: 'web' },
    people: { by: 'people' },
    comments: { about: 'comment' },
  })) {
    it(`is false for ${name}`, () => assert.equal(fits(filter), false))
  }

  it('is true for everything that it is', () => {
    const filter = { userId: actorId, keyId: 'key', runId, client: 'Claude Code' } as const
    assert.equal(fits({ ...filter, via: 'mcp', by: 'agents', about: 'page' }), true)
    assert.equal(fits({}), true)
  })

  it('takes a change without a run for that of an agent by its interface', () => {
    const old = { runId: null, client: null }
    const by = (via: string) => eventFits(event({ ...old, via }), undefined, { by: 'agents' })
    assert.deepEqual(['mcp', 'api', 'web', 'chat', 'import'].map(by), [
      true,
      true,
      false,
      false,
      false,
    ])
  })
})

describe('auditFits', () => {
  it('finds a page in the subject and in the details', () => {
    const other = newId()
    assert.equal(auditFits(entry(), run, { pageId: other }), false)
    assert.equal(auditFits(entry(), run, { pageId }), true)
    assert.equal(auditFits(entry({ details: { pages: [other] } }), run, { pageId: other }), true)
  })

  it('compares the person, the key, the run and the client', () => {
    assert.equal(auditFits(entry({ keyId: null }), undefined, { keyId: 'key' }), false)
    assert.equal(auditFits(entry({ actorId: null }), run, { userId: actorId }), false)
    assert.equal(auditFits(entry(), undefined, { client: 'Claude Code' }), false)
    assert.equal(auditFits(entry(), run, { client: 'Claude Code', runId, keyId: 'key' }), true)
    assert.equal(auditFits(entry({ keyId: null }), undefined, { by: 'people' }), true)
  })
})

describe('idsIn and pageOf', () => {
  it('find nothing where there is none', () => {
    assert.deepEqual(idsIn(entry({ subject: null, details: { email: 'a@b.example' } })), [])
    assert.equal(pageOf(event({ isKnown: false })), undefined)
  })

  it('find all', () => {
    const other = newId()
    assert.deepEqual(idsIn(entry({ details: { of: { id: other } } })), [pageId, other])
    assert.equal(pageOf(event()), pageId)
  })
})
