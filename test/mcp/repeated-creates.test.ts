import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { clock } from '../../server/lib/clock.ts'
import { items, type Json, post } from '../support/mcp.ts'
import { addPage, markdownOf, titlesUnder } from '../support/pages.ts'
import { addPerson } from '../support/people.ts'
import { addKey, startServer, type TestServer } from '../support/server.ts'

const realNow = clock.now

describe('a page that is created again', () => {
  let quire: TestServer
  before(async () => {
    quire = await startServer({ rateLimit: 0 })
    // PostgreSQL reads its own clock.
    Object.assign(quire.app.store, { now: async () => clock.now() })
  })
  afterEach(() => {
    clock.now = realNow
  })
  after(() => quire.close())

  const call = async (name: string, given: object, meta: object = {}, key = quire.key) => {
    const params = { name, arguments: given, _meta: meta }
    const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    const { body } = await post(quire, request, { key })
    const [block] = items(body['result']?.['content'])
    const value: Json = JSON.parse(String(block?.['text']))
    return value
  }
  const create = (given: object, meta?: object, key?: string) =>
    call('create_page', given, meta, key)
  const idOf = (value: Json) => String(value['id'])

  it('is the first one for an identical call of the last minutes', async () => {
    const parent = await addPage(quire, 'Diary')
    const given = { title: 'Monday', parent, markdown: 'Rain.' }
    const first = await create(given)
    const again = await create(given)
    assert.deepEqual([idOf(again), String(again['repeated'])], [idOf(first), 'true'])
    assert.match(String(again['note']), /nothing was created now/)
    assert.deepEqual(await titlesUnder(quire, parent), ['Monday'])
    clock.now = () => realNow() + 5 * 60_000 + 1000
    const later = await create(given)
    assert.notEqual(idOf(later), idOf(first))
    assert.deepEqual(later['sameTitle']?.toString(), idOf(first))
  })

  it('is the first one for calls that are sent at the same time', async () => {
    const parent = await addPage(quire, 'Crowd')
    const given = {
      pages: [
        { key: 'a', title: 'One', parent },
        { title: 'Two', parent: '#a' },
      ],
    }
    const answers = await Promise.all(Array.from({ length: 6 }, () => call('create_pages', given)))
    const ids = answers.map(({ pages }) => items(pages).map(idOf).join())
    assert.equal(new Set(ids).size, 1)
    assert.equal(answers.filter(({ repeated }) => String(repeated) === 'true').length, 5)
    assert.deepEqual(await titlesUnder(quire, parent), ['One'])
  })

  it('is another one with another text, key or run, or after the first was deleted', async () => {
    const given = { title: 'Twin', markdown: 'Text.' }
    const first = idOf(await create(given))
    const other = await create({ ...given, markdown: 'Other.' })
    assert.equal(other['sameTitle']?.toString(), first)
    const run = await create(given, { 'quire/run': 'another-task' })
    const key = await addKey(quire)
    const byOther = await create(given, {}, key)
    const ids = [first, ...[other, run, byOther].map(idOf)]
    assert.equal(new Set(ids).size, 4)
    await call('delete_page', { page: first })
    const again = await create(given)
    assert.ok(!ids.includes(idOf(again)))
    assert.equal(again['repeated'], undefined)
    assert.equal((await create(given))['repeated']?.toString(), 'true')
  })

  it('lists twins below the same parent alone, also when it is only tried', async () => {
    const [left, right] = [await addPage(quire, 'Left'), await addPage(quire, 'Right')]
    const twin = idOf(await create({ title: 'Overview', parent: left }))
    const elsewhere = await create({ title: 'Overview', parent: right })
    assert.equal(elsewhere['sameTitle'], undefined)
    const tried = await create({ title: 'Overview', parent: left, markdown: 'x', dryRun: true })
    assert.deepEqual([tried['sameTitle']?.toString(), tried['id']], [twin, undefined])
  })

  it('is the first one for calls with one key, whatever the tool, and refused for another call', async () => {
    const meta = { 'quire/idempotencyKey': 'note-of-today' }
    const first = await create({ title: 'Keyed' }, meta)
    const again = await create({ title: 'Keyed' }, meta)
    assert.deepEqual([idOf(again), String(again['repeated'])], [idOf(first), 'true'])
    const reused = await create({ title: 'Other' }, meta)
    assert.equal(String(reused['code']), 'IDEMPOTENCY_KEY_REUSED')
    const page = await addPage(quire, 'Log', { markdown: 'Start.' })
    const append = { page, mode: 'append', text: 'Line.' }
    const key = { 'quire/idempotencyKey': 'line-1' }
    await call('edit_page', append, key)
    const repeated = await call('edit_page', append, key)
    assert.equal(String(repeated['repeated']), 'true')
    assert.equal(await markdownOf(quire, page), 'Start.\n\nLine.\n')
    const comment = { page, markdown: 'Hm.' }
    const said = await call('create_comment', comment, { 'quire/idempotencyKey': 'c' })
    const saidAgain = await call('create_comment', comment, { 'quire/idempotencyKey': 'c' })
    assert.equal(String(saidAgain['commentId']), String(said['commentId']))
    const many = Array.from({ length: 100 }, () => ({ page, mode: 'append', text: 'x' }))
    const large = { 'quire/idempotencyKey': 'many' }
    assert.equal((await call('edit_pages', { edits: many }, large))['code'], undefined)
    for (const bad of ['', 'ä', 'x'.repeat(256), 7]) {
      const { code } = await create({ title: 'Bad' }, { 'quire/idempotencyKey': bad })
      assert.equal(String(code), 'VALIDATION_FAILED')
    }
  })

  it('is not shown to those who cannot read it any more', async () => {
    const parent = await addPage(quire, 'Soon hidden')
    const mia = await addPerson(quire, 'Mia', 'MEMBER')
    const meta = { 'quire/idempotencyKey': 'hidden' }
    const given = { title: 'Secret', parent }
    const first = await create(given, meta, mia.key)
    assert.equal(idOf(await create(given, meta, mia.key)), idOf(first))
    const { status } = await quire.post('/v1/permissions/update', {
      workspaceId: quire.workspaceId,
      pageId: parent,
      inherits: false,
      everyone: null,
    })
    assert.equal(status, 200)
    const again = await create(given, meta, mia.key)
    assert.deepEqual([String(again['code']), again['title']], ['PAGE_NOT_FOUND', undefined])
    const unkeyed = await create(given, {}, mia.key)
    assert.equal(String(unkeyed['code']), 'PAGE_NOT_FOUND')
  })
})
