import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { comments, systemViewer } from '../../../server/store/index.ts'
import { statement } from '../../../server/store/statement.ts'
import { addPage, nothing } from '../../support/pages.ts'
import { addPerson, addWorkspace, type Person } from '../../support/people.ts'
import { addKey, type Refusal, startServer, type TestServer } from '../../support/server.ts'

type Comment = {
  id: string
  author: { id: string; firstName: string; lastName: string }
  markdown: string
  createdAt: string
  updatedAt: string | null
  isMine: boolean
  isDeleted: boolean
}
type Thread = {
  id: string
  quote: { text: string; block: number | null; start: number | null; current: string | null } | null
  isResolved: boolean
  resolvedAt: string | null
  resolvedBy: { firstName: string } | null
  comments: Comment[]
}
type Listed = { threads: Thread[]; total: number }

describe('comments', () => {
  let quire: TestServer
  let grace: Person
  let viewer: Person
  before(async () => {
    quire = await startServer()
    grace = await addPerson(quire, 'Grace', 'MEMBER')
    viewer = await addPerson(quire, 'Vera', 'VIEWER')
  })
  after(() => quire.close())

  const send = <Body = Refusal>(verb: string, body: object, key?: string) =>
    quire.post<Body>(`/v1/comments/${verb}`, { workspaceId: quire.workspaceId, ...body }, key)
  const create = async (body: object, key?: string): Promise<string> => {
    const answer = await send<{ commentId: string }>('create', { markdown: 'Hm.', ...body }, key)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.commentId
  }
  const list = async (pageId: string, more: object = {}, key?: string): Promise<Listed> => {
    const answer = await send<Listed>('list', { pageId, ...more }, key)
    assert.equal(answer.status, 200)
    return answer.body
  }
  const onlyThread = async (pageId: string): Promise<Thread> => {
    const { threads } = await list(pageId, { includeResolved: true })
    const [thread] = threads
    assert.ok(thread !== undefined && threads.length === 1)
    return thread
  }
  const lastEvent = async () => {
    const sql = `select type, data from events where type like 'comment.%' order by sequence desc limit 1`
    const [row] = await quire.app.store.all(
      statement<{ type: string; data: string }>('test.told', sql),
    )
    return { type: row?.type, ...JSON.parse(row?.data ?? '{}') }
  }
  const refused = async (verb: string, body: object, key?: string) => {
    const answer = await send(verb, body, key)
    return [answer.status, answer.body.code, ...(answer.body.errors ?? []).map(({ path }) => path)]
  }

  describe('/v1/comments/create', () => {
    it('refuses a page that is not there, or in the trash', async () => {
      const gone = await addPage(quire, 'Gone')
      await quire.post('/v1/pages/delete', { workspaceId: quire.workspaceId, pageId: gone })
      for (const pageId of [nothing, gone]) {
        assert.deepEqual(await refused('create', { pageId, markdown: 'x' }), [
          404,
          'PAGE_NOT_FOUND',
        ])
      }
    })

    it('refuses to answer what is not on the page, and a quote in an answer', async () => {
      const pageId = await addPage(quire, 'One')
      const elsewhere = await create({ pageId: await addPage(quire, 'Other') })
      for (const parentId of [nothing, elsewhere]) {
        const body = { pageId, parentId, markdown: 'x' }
        assert.deepEqual(await refused('create', body), [404, 'COMMENT_NOT_FOUND'])
      }
      const parentId = await create({ pageId })
      const quoting = { pageId, parentId, markdown: 'x', quote: 'One' }
      assert.deepEqual(await refused('create', quoting), [400, 'VALIDATION_FAILED', '/quote'])
    })

    it('refuses what is too long, empty, or no text at all', async () => {
      const pageId = await addPage(quire, 'Limits')
      for (const markdown of ['', '   ', 'x'.repeat(10_001), 5]) {
        const [status, , path] = await refused('create', { pageId, markdown })
        assert.deepEqual([status, path], [400, '/markdown'])
      }
      const quotes = [7, [], {}, { text: '' }, { text: 'x', block: -1 }, 'x'.repeat(2001)]
      for (const quote of quotes) {
        const [status] = await refused('create', { pageId, markdown: 'x', quote })
        assert.equal(status, 400, JSON.stringify(quote).slice(0, 40))
      }
      await create({ pageId, markdown: '😀'.repeat(10_000) })
    })

    it('refuses people and keys that may only read, and strangers', async () => {
      const pageId = await addPage(quire, 'Closed')
      const readOnly = await addKey(quire, { readOnly: true })
      const outsider = await addPerson(quire, 'Stan')
      for (const key of [viewer.key, readOnly, outsider.key]) {
        const body = { pageId, markdown: 'x' }
        assert.deepEqual(await refused('create', body, key), [403, 'FORBIDDEN'])
      }
    })

    it('tells of it in an event, with the people it names', async () => {
      const pageId = await addPage(quire, 'Told')
      const markdown = `[Grace](/members/${grace.userId}) look`
      const commentId = await create({ pageId, markdown })
      const published = { type: 'comment.created', pageId, commentId, threadId: commentId }
      assert.deepEqual(await lastEvent(), { ...published, mentions: [grace.userId] })
      const answer = await create({ pageId, parentId: commentId }, grace.key)
      const next = await create({ pageId, parentId: answer })
      assert.deepEqual(await lastEvent(), { ...published, commentId: next, mentions: [] })
      const { comments } = await onlyThread(pageId)
      assert.deepEqual(
        comments.map(({ id, author, isMine }) => [id, author.firstName, isMine]),
        [
          [commentId, 'Ada', true],
          [answer, 'Grace', false],
          [next, 'Ada', true],
        ],
      )
    })

    it('keeps no HTML and no address that runs', async () => {
      const pageId = await addPage(quire, 'Safe')
      await create({ pageId, markdown: '<img src=x onerror=alert(1)> [a](javascript:x)' })
      const [comment] = (await onlyThread(pageId)).comments
      assert.equal(comment?.markdown, '\\<img src=x onerror=alert(1)> a\n')
    })
  })

  describe('a comment on a text', () => {
    const markdown = 'The first line.\n\nA **bold** word and a word.\n'

    it('is refused when a bare text is not on the page', async () => {
      const pageId = await addPage(quire, 'Quoted', { markdown })
      const body = { pageId, markdown: 'x', quote: 'no such text' }
      assert.deepEqual(await refused('create', body), [404, 'TEXT_NOT_FOUND'])
    })

    it('is about the beginning of a selection that is very long', async () => {
      const pageId = await addPage(quire, 'Long', { markdown: `${'word '.repeat(2000)}end` })
      await create({ pageId, quote: { text: 'word '.repeat(2000), block: 1 } })
      const { quote } = await onlyThread(pageId)
      assert.deepEqual([quote?.text.length, quote?.block, quote?.start], [2000, 1, 0])
    })

    it('keeps a selection that is gone already', async () => {
      const pageId = await addPage(quire, 'Late', { markdown })
      await create({ pageId, quote: { text: 'just deleted', block: 2, start: 3 } })
      const { quote } = await onlyThread(pageId)
      const gone = { text: 'just deleted', prefix: '', suffix: '' }
      assert.deepEqual(quote, { ...gone, block: null, start: null, current: null })
    })

    it('finds its text again when the page changes, and tells when it is gone', async () => {
      const pageId = await addPage(quire, 'Moving', { markdown })
      await create({ pageId, quote: { text: 'word', block: 2, start: 18 } })
      const quoteNow = async () => {
        const { block, start, current } = (await onlyThread(pageId)).quote ?? {}
        return [block, start, current]
      }
      const rewrite = async (text: string) => {
        const content = { type: 'doc', content: text.split('|').map(paragraph) }
        const { workspaceId } = quire
        const saved = await quire.post('/v1/pages/update', { workspaceId, pageId, content })
        assert.equal(saved.status, 200)
      }
      assert.deepEqual(await quoteNow(), [2, 18, 'word'])
      await rewrite('Before.|The first line.|A bold word and a word.')
      assert.deepEqual(await quoteNow(), [3, 18, 'word'])
      await rewrite('Nothing of it.')
      assert.deepEqual(await quoteNow(), [null, null, null])
    })
  })

  describe('/v1/comments/list', () => {
    it('refuses a page that is not there, and strangers', async () => {
      assert.deepEqual(await refused('list', { pageId: nothing }), [404, 'PAGE_NOT_FOUND'])
      const outsider = await addPerson(quire, 'Sten')
      assert.deepEqual(await refused('list', { pageId: nothing }, outsider.key), [403, 'FORBIDDEN'])
    })

    it('gives viewers what is said, in parts when asked for', async () => {
      const pageId = await addPage(quire, 'Parts')
      const ids = [await create({ pageId }), await create({ pageId }), await create({ pageId })]
      const all = await list(pageId, {}, viewer.key)
      assert.deepEqual(
        all.threads.map(({ id }) => id),
        ids,
      )
      const part = await list(pageId, { limit: 1, offset: 1 })
      assert.deepEqual([part.threads.map(({ id }) => id), part.total], [ids.slice(1, 2), 3])
    })

    it('keeps comments to their workspace', async () => {
      const other = await addWorkspace(quire, 'Elsewhere')
      const commentId = await create({ pageId: await addPage(quire, 'Here') })
      const body = { workspaceId: other, commentId, resolved: true }
      assert.deepEqual(await refused('resolve', body), [404, 'COMMENT_NOT_FOUND'])
      assert.deepEqual(await refused('delete', body), [404, 'COMMENT_NOT_FOUND'])
    })
  })

  describe('/v1/comments/update', () => {
    it('refuses the words of others, even to owners', async () => {
      const pageId = await addPage(quire, 'Hers')
      const commentId = await create({ pageId }, grace.key)
      const body = { commentId, markdown: 'Mine.' }
      assert.deepEqual(await refused('update', body), [403, 'FORBIDDEN'])
      assert.deepEqual(await refused('update', { ...body, commentId: nothing }), [
        404,
        'COMMENT_NOT_FOUND',
      ])
    })

    it('replaces the text and says when', async () => {
      const pageId = await addPage(quire, 'Edited')
      const commentId = await create({ pageId }, grace.key)
      assert.equal((await send('update', { commentId, markdown: 'Oh.' }, grace.key)).status, 200)
      const [comment] = (await onlyThread(pageId)).comments
      assert.equal(comment?.markdown, 'Oh.\n')
      assert.match(comment?.updatedAt ?? '', /^\d{4}-.*Z$/)
      const published = { type: 'comment.updated', pageId, commentId, threadId: commentId }
      assert.deepEqual(await lastEvent(), published)
    })
  })

  describe('/v1/comments/resolve', () => {
    it('refuses viewers', async () => {
      const commentId = await create({ pageId: await addPage(quire, 'Seen') })
      const body = { commentId, resolved: true }
      assert.deepEqual(await refused('resolve', body, viewer.key), [403, 'FORBIDDEN'])
    })

    it('resolves the thread of an answer, once, and opens it again', async () => {
      const pageId = await addPage(quire, 'Done')
      const threadId = await create({ pageId })
      const commentId = await create({ pageId, parentId: threadId })
      const resolve = (resolved: boolean) => send('resolve', { commentId, resolved }, grace.key)
      await resolve(true)
      const published = { pageId, commentId: threadId, threadId }
      assert.deepEqual(await lastEvent(), { type: 'comment.resolved', ...published })
      assert.deepEqual((await list(pageId)).threads, [])
      const { isResolved, resolvedBy, resolvedAt } = await onlyThread(pageId)
      assert.deepEqual([isResolved, resolvedBy?.firstName], [true, 'Grace'])
      await resolve(true)
      assert.equal((await onlyThread(pageId)).resolvedAt, resolvedAt)
      await resolve(false)
      assert.deepEqual(await lastEvent(), { type: 'comment.reopened', ...published })
      assert.equal((await list(pageId)).threads[0]?.isResolved, false)
    })
  })

  describe('/v1/comments/delete', () => {
    it('refuses members who did not write it, and lets admins', async () => {
      const pageId = await addPage(quire, 'Removed')
      const commentId = await create({ pageId })
      assert.deepEqual(await refused('delete', { commentId }, grace.key), [403, 'FORBIDDEN'])
      const hers = await create({ pageId }, grace.key)
      assert.equal((await send('delete', { commentId: hers })).status, 200)
      assert.equal((await send('delete', { commentId })).status, 200)
      assert.deepEqual(await lastEvent(), {
        type: 'comment.deleted',
        pageId,
        commentId,
        threadId: commentId,
      })
      assert.deepEqual(await list(pageId), { threads: [], total: 0 })
    })

    it('leaves the place of a first comment to its answers, until the last of them goes', async () => {
      const pageId = await addPage(quire, 'Place')
      const first = await create({ pageId, markdown: 'Secret.' })
      const answers = [
        await create({ pageId, parentId: first }),
        await create({ pageId, parentId: first }),
      ]
      await send('delete', { commentId: first })
      const { comments } = await onlyThread(pageId)
      assert.deepEqual(
        comments.map(({ markdown, isDeleted }) => [markdown, isDeleted]),
        [
          ['', true],
          ['Hm.\n', false],
          ['Hm.\n', false],
        ],
      )
      for (const verb of ['update', 'delete']) {
        const body = { commentId: first, markdown: 'Back.' }
        assert.deepEqual(await refused(verb, body), [404, 'COMMENT_NOT_FOUND'])
      }
      for (const commentId of answers) await send('delete', { commentId })
      assert.equal((await list(pageId)).total, 0)
    })
  })

  it('go with their page and come back with it', async () => {
    const pageId = await addPage(quire, 'Trashed')
    const commentId = await create({ pageId })
    const page = { workspaceId: quire.workspaceId, pageId }
    await quire.post('/v1/pages/delete', page)
    assert.deepEqual(await refused('list', { pageId }), [404, 'PAGE_NOT_FOUND'])
    assert.deepEqual(await refused('delete', { commentId }), [404, 'COMMENT_NOT_FOUND'])
    await quire.post('/v1/pages/restore', page)
    assert.equal((await onlyThread(pageId)).id, commentId)
    await quire.post('/v1/pages/delete', page)
    const purged = await quire.post('/v1/trash/purge', page)
    assert.equal(purged.status, 200, JSON.stringify(purged.body))
    const rows = await comments.all(quire.app.store, systemViewer(quire.workspaceId))
    assert.ok(!rows.some(({ id }) => id === commentId))
  })
})

function paragraph(text: string) {
  return { type: 'paragraph', content: [{ type: 'text', text }] }
}
