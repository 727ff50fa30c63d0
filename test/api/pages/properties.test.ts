import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { events } from '../../../server/store/index.ts'
import { addPage, nothing } from '../../support/pages.ts'
import { addPerson, addWorkspace } from '../../support/people.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let quire: TestServer
before(async () => {
  quire = await startServer({ rateLimit: 0 })
})
after(() => quire.close())

type Failure = { code: string; message: string }
type Read = {
  version: number
  source: string | null
  properties: { key: string; type: string; value: unknown; yaml: string | null }[]
  schema: { key: string; type: string }[]
  errors: { key: string; problem: string; message: string }[]
  people: { id: string; name: string }[]
  pages: { id: string; title: string }[]
}

const ask = <Body>(path: string, pageId: string, extra: object = {}, key?: string) =>
  quire.post<Body>(path, { workspaceId: quire.workspaceId, pageId, ...extra }, key)
const set = (pageId: string, extra: object, key?: string) =>
  ask<{ version: number } & Failure>('/v1/pages/set-properties', pageId, extra, key)
const read = async (pageId: string, key?: string) =>
  (await ask<Read>('/v1/pages/properties', pageId, {}, key)).body
const sourceOf = async (pageId: string) => (await read(pageId)).source
const valuesOf = async (pageId: string) =>
  Object.fromEntries((await read(pageId)).properties.map(({ key, value }) => [key, value]))

async function pageWith(change: object): Promise<string> {
  const pageId = await addPage(quire, 'Page')
  const { status, body } = await set(pageId, change)
  assert.equal(status, 200, JSON.stringify(body))
  return pageId
}

describe('POST /v1/pages/set-properties', () => {
  it('refuses YAML that is too large, nested, aliased or repeats a key, and changes nothing', async () => {
    const pageId = await pageWith({ source: 'a: 1 # one\n' })
    const deep = Array.from({ length: 40 }, (_, level) => `${' '.repeat(level)}a:\n`).join('')
    for (const change of [
      { source: `a: ${'x'.repeat(65_534)}\n` },
      { source: `a: ${'é'.repeat(40_000)}\n` },
      { source: 'a: &x [1]\nb: *x\n' },
      { source: 'a: 1\na: 2\n' },
      { source: deep },
      { source: '- a\n' },
      { source: 'a: 1\n---\nb: 2\n' },
      { source: 'a: [\n' },
      { set: { a: 'x'.repeat(65_535) } },
      { set: { ['k'.repeat(101)]: 1 } },
      { set: { a: { nested: true } } },
      { set: { a: [['x']] } },
      { set: { a: { type: 'number', value: 'x' } } },
      { set: { a: { type: 'date', value: '2026-02-30' } } },
      { set: { a: { type: 'checkbox', value: 1 } } },
      { set: { a: { type: 'url', value: 'javascript:alert(1)' } } },
      { set: { a: { type: 'person', value: nothing } } },
      { set: { a: { type: 'page', value: nothing } } },
      { set: { a: { type: 'text', value: ['x'] } } },
      { set: { a: { type: 'color', value: 'x' } } },
      { rename: { none: 'b' } },
      { rename: { a: 'k'.repeat(101) } },
    ]) {
      const { status, body } = await set(pageId, change)
      const text = JSON.stringify(change).slice(0, 80)
      assert.deepEqual([status, body.code], [400, 'VALIDATION_FAILED'], text)
    }
    assert.equal(await sourceOf(pageId), 'a: 1 # one\n')
  })

  it('refuses pages that are not there, and people who only read', async () => {
    const viewer = await addPerson(quire, 'Vera', 'VIEWER')
    const pageId = await pageWith({ set: { a: 1 } })
    const { status, body } = await set(pageId, { set: { a: 2 } }, viewer.key)
    assert.deepEqual([status, body.code], [403, 'FORBIDDEN'])
    assert.equal((await read(pageId, viewer.key)).properties.length, 1)
    const foreign = await addPage(quire, 'Foreign', {
      workspaceId: await addWorkspace(quire, 'Other'),
    })
    for (const id of [nothing, foreign]) {
      assert.equal((await set(id, { set: { a: 1 } })).status, 404)
      assert.equal((await ask('/v1/pages/properties', id)).status, 404)
    }
  })

  it('changes lines by key, and leaves comments, order and other lines', async () => {
    const source = '# About\nstatus:   draft # not yet\n\ntags:\n  - a # one\nnested: { x: [1] }\n'
    const pageId = await pageWith({ source })
    await set(pageId, { set: { status: 'done', due: '2026-12-01' }, remove: ['none'] })
    const after = `${source.replace('draft', 'done')}due: 2026-12-01\n`
    assert.equal(await sourceOf(pageId), after)
    await set(pageId, { rename: { due: 'deadline' }, move: { key: 'due', after: null } })
    await set(pageId, { move: { key: 'deadline', after: null } })
    assert.equal(
      await sourceOf(pageId),
      source.replace('status:   draft', 'deadline: 2026-12-01\nstatus:   done'),
    )
    const { version } = await read(pageId)
    const again = await set(pageId, { set: { status: 'done' } })
    assert.equal(again.body.version, version, 'nothing to change')
    await set(pageId, { source: null })
    assert.deepEqual((await read(pageId)).properties, [])
  })

  it('merges changes of several people by key', async () => {
    const pageId = await pageWith({ source: 'a: 1\n# kept\nb: 1\n' })
    const keys = Array.from({ length: 8 }, (_, index) => `key${index}`)
    const answers = await Promise.all(keys.map((key) => set(pageId, { set: { [key]: key } })))
    assert.ok(answers.every(({ status }) => status === 200))
    assert.equal(Object.keys(await valuesOf(pageId)).length, 10)
    const { version, source } = await read(pageId)
    await set(pageId, { set: { a: 'theirs', c: 1 }, remove: ['key0'] })
    const mine = source?.replace('b: 1', 'b: mine').replace('key1: key1\n', '')
    const { status } = await set(pageId, { source: mine, expectedVersion: version })
    assert.equal(status, 200)
    const values = await valuesOf(pageId)
    assert.deepEqual([values['a'], values['b'], values['c']], ['theirs', 'mine', 1])
    assert.ok(!('key0' in values) && !('key1' in values) && 'key2' in values)
    assert.match((await sourceOf(pageId)) ?? '', /^# kept$/m)
    const unknown = await set(pageId, { source: 'x: 1\n', expectedVersion: version + 50 })
    assert.deepEqual([unknown.status, unknown.body.code], [409, 'VERSION_CONFLICT'])
  })

  it('merges what was read at any version with changes of the body and title in between', async () => {
    const pageId = await pageWith({ source: 'a: 1\nb: 1\n' })
    const { version } = await read(pageId)
    await ask('/v1/pages/update', pageId, { title: 'Other' })
    await set(pageId, { set: { b: 2 } })
    await ask('/v1/pages/edit', pageId, { mode: 'append', text: 'More.' })
    await set(pageId, { source: 'a: 3\nb: 1\n', expectedVersion: version })
    assert.deepEqual(await valuesOf(pageId), { a: 3, b: 2 })
  })

  it('survives hostile keys and values', async () => {
    const pageId = await pageWith({
      set: { constructor: 'x', toString: 1, 'a: b': '# no comment', '- x': '*alias', y: 'yes\nno' },
    })
    await quire.post('/v1/pages/set-properties', {
      workspaceId: quire.workspaceId,
      pageId,
      // SAFETY: the text is an object.
      set: JSON.parse('{"__proto__": "polluted"}') as object,
    })
    const { properties } = await read(pageId)
    assert.ok(properties.some(({ key, value }) => key === 'toString' && value === 1))
    assert.ok(properties.some(({ key, value }) => key === 'y' && value === 'yes\nno'))
    assert.ok(properties.some(({ key, value }) => key === 'a: b' && value === '# no comment'))
    assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false)
  })
})

describe('POST /v1/pages/properties', () => {
  it('returns types from the values, people and pages by ID, and nested values as YAML', async () => {
    const target = await addPage(quire, 'Roadmap [1]')
    const pageId = await pageWith({
      set: {
        status: 'Draft',
        done: true,
        due: '2026-12-01',
        site: 'https://example.com',
        tags: ['a', 'b'],
        lead: { type: 'person', value: quire.userId },
        see: { type: 'page', value: [target] },
        empty: null,
      },
    })
    const source = `${await sourceOf(pageId)}deep:\n  x: 1\n`
    assert.match(source, /^lead: "\[.+\]\(\/members\/.+\)"$/m)
    assert.match(source, /^see: \["\[Roadmap \\\\\[1\\\\\]\]\(\/pages\/.+\)"\]$/m)
    await set(pageId, { source })
    const { properties, people, pages, errors } = await read(pageId)
    assert.deepEqual(
      properties.map(({ key, type, value, yaml }) => [key, type, value, yaml]),
      [
        ['status', 'text', 'Draft', null],
        ['done', 'checkbox', true, null],
        ['due', 'date', '2026-12-01', null],
        ['site', 'url', 'https://example.com', null],
        ['tags', 'multi-select', ['a', 'b'], null],
        ['lead', 'person', quire.userId, null],
        ['see', 'page', [target], null],
        ['empty', 'text', null, null],
        ['deep', 'text', null, '  x: 1'],
      ],
    )
    assert.equal(people[0]?.id, quire.userId)
    assert.deepEqual(
      pages.map(({ id, title }) => [id, title]),
      [[target, 'Roadmap [1]']],
    )
    assert.deepEqual(errors, [])
    await set(pageId, { set: { see: [target, pageId] } })
    assert.deepEqual((await valuesOf(pageId))['see'], [target, pageId])
  })

  it('names no page that the reader cannot read', async () => {
    const secret = await addPage(quire, 'Secret')
    const change = {
      inherits: false,
      everyone: null,
      grants: [{ principalId: quire.userId, level: 'manage' }],
    }
    assert.equal((await ask('/v1/permissions/update', secret, change)).status, 200)
    const pageId = await pageWith({ set: { see: { type: 'page', value: secret } } })
    const other = await addPerson(quire, 'Otto', 'MEMBER')
    assert.deepEqual((await read(pageId, other.key)).pages, [])
    const refused = await set(pageId, { set: { b: { type: 'page', value: secret } } }, other.key)
    assert.equal(refused.status, 400)
  })

  it('is part of versions, events and restoring, and of no specified answer', async () => {
    const pageId = await pageWith({ set: { a: 1 } })
    const { version } = await read(pageId)
    await set(pageId, { set: { a: 2 } })
    const { store } = quire.app
    const last = await events.last(store, quire.workspaceId)
    const [event] = await events.after(store, quire.workspaceId, last - 1, 1)
    const data: unknown = JSON.parse(event?.data ?? '{}')
    const { changed, previous } = Object(data)
    assert.deepEqual([changed, previous], [['properties'], {}])
    const { body: first } = await ask<{ properties: string }>('/v1/history/get', pageId, {
      version,
    })
    assert.equal(first.properties, 'a: 1\n')
    const now = (await read(pageId)).version
    const { body: compared } = await ask<{ changes: object[] }>('/v1/history/compare', pageId, {
      from: version,
      to: now,
    })
    assert.deepEqual(compared.changes, [{ field: 'properties', from: 'a: 1\n', to: 'a: 2\n' }])
    await ask('/v1/history/restore', pageId, { version })
    assert.deepEqual(await valuesOf(pageId), { a: 1 })
    const { body: page } = await ask<object>('/v1/pages/get', pageId, { page: pageId })
    const { body: opened } = await ask<object>('/v1/pages/document', pageId)
    const { body: versions } = await ask<{ versions: object[] }>('/v1/history/list', pageId)
    for (const answer of [page, opened, ...versions.versions]) {
      assert.ok(!('properties' in answer), JSON.stringify(answer).slice(0, 200))
    }
    const { body: saved } = await ask<{ version: number }>('/v1/pages/save', pageId, {
      version: (await read(pageId)).version,
      title: 'New',
      properties: 'x: 1\n',
    })
    assert.ok(saved.version > now)
    assert.deepEqual(await valuesOf(pageId), { a: 1 })
  })

  it('leaves YAML at the start of a body in the body', async () => {
    const markdown = '---\ntitle: x\n---\n\nText\n'
    const pageId = await addPage(quire, 'Page', { markdown })
    assert.equal(await sourceOf(pageId), null)
    const { body } = await ask<{ markdown: string }>('/v1/pages/markdown', pageId)
    assert.match(body.markdown, /title: x/)
  })
})

describe('POST /v1/properties/set-schema', () => {
  const status = {
    key: 'status',
    type: 'select',
    options: [{ name: 'Draft', color: 'gray' }, { name: 'Done' }],
    required: true,
  }
  const schema = (extra: object, key?: string) =>
    quire.post<Failure>(
      '/v1/properties/set-schema',
      { workspaceId: quire.workspaceId, ...extra },
      key,
    )

  it('refuses definitions that contradict themselves, and callers who do not manage', async () => {
    const pageId = await addPage(quire, 'No section')
    const max = await addPerson(quire, 'Max', 'MEMBER')
    for (const [extra, expected, key] of [
      [{ tag: 'plan', definitions: [status, status] }, 400],
      [{ tag: 'plan', definitions: [{ key: 'a', type: 'text', options: [{ name: 'x' }] }] }, 400],
      [{ tag: 'plan', definitions: [{ ...status, options: [{ name: 'x' }, { name: 'x' }] }] }, 400],
      [{ tag: 'plan', definitions: [{ key: 'a', type: 'color' }] }, 400],
      [{ tag: ' # ', definitions: [] }, 400],
      [{ tag: 'plan', pageId, definitions: [status] }, 400],
      [{ pageId, definitions: [status] }, 400],
      [{ pageId: nothing, definitions: [status] }, 404],
      [{ tag: 'plan', definitions: [status] }, 403, max.key],
      [{ definitions: [status] }, 403, max.key],
      [{ pageId, definitions: [status] }, 403, max.key],
    ] as const) {
      const answer = await schema(extra, key)
      assert.equal(answer.status, expected, JSON.stringify([extra, answer.body]))
    }
  })

  it('gives the pages of a section and of a tag their types, and lists what does not fit', async () => {
    const section = await addPage(quire, 'Section')
    const change = { inherits: true, everyone: 'role', grants: [] }
    assert.equal((await ask('/v1/permissions/update', section, change)).status, 200)
    const pageId = await addPage(quire, 'Below', { parentId: section })
    assert.equal((await schema({ pageId: section, definitions: [status] })).status, 200)
    const budget = { key: 'budget', type: 'number', description: 'In euros' }
    assert.equal(
      (
        await schema({
          tag: '#Plan',
          definitions: [budget, { ...status, type: 'text', options: undefined }],
        })
      ).status,
      200,
    )
    assert.deepEqual(
      (await read(pageId)).errors.map(({ key, problem }) => [key, problem]),
      [['status', 'required']],
    )
    await set(pageId, { set: { tags: ['plan'], status: 'Doing', budget: 'much' } })
    const typed = await read(pageId)
    assert.deepEqual(
      typed.schema.map(({ key, type }) => [key, type]),
      [
        ['status', 'select'],
        ['budget', 'number'],
      ],
    )
    assert.deepEqual(
      typed.errors.map(({ key, problem }) => [key, problem]),
      [
        ['status', 'option'],
        ['budget', 'type'],
      ],
    )
    assert.deepEqual(
      typed.properties.map(({ key, type, value }) => [key, type, value]),
      [
        ['tags', 'multi-select', ['plan']],
        ['status', 'select', 'Doing'],
        ['budget', 'number', 'much'],
      ],
    )
    await set(pageId, { set: { status: 'Done', budget: 3 } })
    assert.deepEqual((await read(pageId)).errors, [])
    const outside = await pageWith({ set: { budget: 'x' } })
    assert.deepEqual((await read(outside)).schema, [])
    const { body } = await quire.post<{ definitions: object[] }>('/v1/properties/schema', {
      workspaceId: quire.workspaceId,
      tag: 'PLAN',
    })
    assert.equal(body.definitions.length, 2)
    await schema({ tag: 'plan', definitions: [] })
    assert.equal((await read(pageId)).schema.length, 1)
  })

  it('counts for pages outside of sections when it names none', async () => {
    const workspaceId = await addWorkspace(quire, 'Open')
    const pageId = await addPage(quire, 'Page', { workspaceId })
    await quire.post('/v1/properties/set-schema', {
      workspaceId,
      definitions: [{ key: 'lead', type: 'person' }],
    })
    await quire.post('/v1/pages/set-properties', {
      workspaceId,
      pageId,
      set: { lead: quire.userId },
    })
    const { body } = await quire.post<Read>('/v1/pages/properties', { workspaceId, pageId })
    assert.deepEqual(body.properties[0]?.value, quire.userId)
    assert.equal(body.people.length, 1)
  })
})
