import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage, nothing } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { addGuest, isPrivate, restrict } from '../../support/sections.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { inboxOf } from '../inbox/inboxes.ts'

type Thread = {
  id: string
  page: { id: string; title: string; icon: string | null }
  author: { id: string; firstName: string }
  run: { isAgent: boolean } | null
  text: string
  quote: string | null
  replies: number
  createdAt: string
  lastAt: string
}
type Listed = { threads: Thread[]; nextCursor: string | null }

let quire: TestServer
let mia: Person
let top: string
let low: string
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  mia = await addPerson(quire, 'Mia', 'MEMBER')
  top = await addPage(quire, 'Top', { markdown: 'We start on Monday.' })
  low = await addPage(quire, 'Low', { parentId: top })
})
after(() => quire.close())

const ask = (filter: object = {}, key?: string) =>
  inboxOf(quire, key).ask<Listed>('/v1/comments/list-open', filter)
const list = async (filter: object = {}, key?: string) => (await ask(filter, key)).body
const textsOf = async (filter: object = {}, key?: string) =>
  (await list(filter, key)).threads.map(({ text }) => text.trim())
const comment = async (pageId: string, markdown: string, extra: object = {}, key?: string) => {
  const said = { pageId, markdown, ...extra }
  const who = inboxOf(quire, key)
  return (await who.ask<{ commentId: string }>('/v1/comments/create', said)).body.commentId
}

describe('comments.listOpen', () => {
  it('refuses a damaged cursor, and a page that is hidden or not there', async () => {
    const hidden = await addPage(quire, 'Hidden')
    await comment(hidden, 'Hidden words.')
    await restrict(quire, hidden, isPrivate)
    for (const cursor of ['x', '1.x', `x.${top}`]) {
      const answer = await inboxOf(quire).ask('/v1/comments/list-open', { cursor })
      assert.deepEqual([answer.status, answer.body.errors[0]?.path], [400, '/cursor'])
    }
    for (const underPageId of [hidden, nothing]) {
      const answer = await inboxOf(quire, mia.key).ask('/v1/comments/list-open', { underPageId })
      assert.deepEqual([answer.status, answer.body.code], [404, 'PAGE_NOT_FOUND'])
    }
    assert.deepEqual(await textsOf({}, mia.key), [])
  })

  it('lists the threads that are not resolved, newest first, with their replies', async () => {
    const first = await comment(top, 'When?', { quote: 'start on Monday' })
    const second = await comment(low, 'By whom?', {}, mia.key)
    const third = await comment(low, 'Done.')
    await comment(top, 'Soon.', { parentId: first }, mia.key)
    await inboxOf(quire).ask('/v1/comments/resolve', { commentId: third, resolved: true })
    const { threads, nextCursor } = await list({}, mia.key)
    assert.equal(nextCursor, null)
    const [newest, oldest, ...others] = threads
    assert.ok(newest && oldest)
    assert.equal(others.length, 0)
    assert.deepEqual([newest.id, newest.text, newest.replies], [second, 'By whom?\n', 0])
    assert.deepEqual(
      [newest.page, newest.author.id],
      [{ id: low, title: 'Low', icon: null }, mia.userId],
    )
    assert.deepEqual([oldest.id, oldest.quote, oldest.replies], [first, 'start on Monday', 1])
    assert.ok(oldest.lastAt > oldest.createdAt)
    assert.deepEqual([newest.createdAt, newest.run?.isAgent], [newest.lastAt, true])
    await inboxOf(quire).ask('/v1/comments/resolve', { commentId: third, resolved: false })
    assert.deepEqual(await textsOf({}, mia.key), ['Done.', 'By whom?', 'When?'])
  })

  it('continues in parts, while newer threads come', async () => {
    const part = await list({ limit: 2, underPageId: top })
    assert.equal(part.threads.length, 2)
    await comment(top, 'Newer.')
    const rest = await list({ limit: 2, underPageId: top, cursor: part.nextCursor })
    assert.deepEqual(
      [rest.threads.map(({ text }) => text.trim()), rest.nextCursor],
      [['When?'], null],
    )
  })

  it('keeps to a page and those below it, and to an author', async () => {
    const other = await addPage(quire, 'Other')
    await comment(other, 'Elsewhere.')
    assert.deepEqual(await textsOf({ underPageId: low }), ['Done.', 'By whom?'])
    assert.deepEqual(await textsOf({ underPageId: top, authorId: mia.userId }), ['By whom?'])
    assert.deepEqual(await textsOf({ authorId: nothing }), [])
    await inboxOf(quire).ask('/v1/pages/delete', { pageId: low })
    assert.deepEqual(await textsOf({ underPageId: top }), ['Newer.', 'When?'])
    await inboxOf(quire).ask('/v1/pages/restore', { pageId: low })
  })

  it('shows a guest the threads on shared pages only', async () => {
    const shared = await addPage(quire, 'Shared')
    const guest = await addGuest(quire, 'Gus', 'VIEWER')
    await comment(shared, 'For guests.')
    await restrict(quire, shared, {
      inherits: true,
      grants: [{ principalId: guest.userId, level: 'read' }],
    })
    assert.deepEqual(await textsOf({}, guest.key), ['For guests.'])
  })
})
