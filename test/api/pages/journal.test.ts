import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { checkpoint } from '../../../server/domain/pages/journal/checkpoint.ts'
import { pruneJournal } from '../../../server/domain/pages/journal/upkeep.ts'
import { newId } from '../../../server/lib/ids.ts'
import { contents, history, steps } from '../../../server/store/index.ts'
import { addPage } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import { contextOf, startServer, type TestServer } from '../../support/server.ts'

let quire: TestServer
before(async () => {
  quire = await startServer({ rateLimit: 0 })
})
after(() => quire.close())

const post = async <Body>(path: string, pageId: string, extra: object = {}) => {
  const input = { workspaceId: quire.workspaceId, pageId, ...extra }
  return (await quire.post<Body>(path, input)).body
}
const markdownOf = async (pageId: string) =>
  (await post<{ markdown: string }>('/v1/pages/markdown', pageId)).markdown
const versionOf = async (pageId: string) =>
  (await post<{ version: number }>('/v1/pages/document', pageId)).version

/** Appends a change to the journal as typing does, without storing the document. */
async function type(pageId: string, at: number, text: string, authorId = quire.userId) {
  const { store } = contextOf(quire)
  const version = (await versionOf(pageId)) + 1
  const slice = { content: [{ type: 'text', text }] }
  const isAppended = await store.transactIn('none', (transaction) =>
    steps.append(transaction, {
      workspaceId: quire.workspaceId,
      pageId,
      version,
      batchId: newId(),
      base: version - 1,
      authorId,
      via: 'web',
      keyId: null,
      runId: null,
      at: Date.now(),
      steps: JSON.stringify([{ stepType: 'replace', from: at, to: at, slice }]),
      notes: null,
    }),
  )
  assert.ok(isAppended)
  return version
}

type Versions = {
  versions: { version: number; authors: { id: string }[]; author: { id: string } }[]
}
type Authors = {
  blocks: { parts: { text: string; author: { id: string } | null; via: string | null }[] }[]
}

describe('typing that is only in the journal', () => {
  it('is part of every read', async () => {
    const pageId = await addPage(quire, 'Typed', { markdown: 'one' })
    const version = await type(pageId, 4, ' two')
    assert.equal(await versionOf(pageId), version)
    assert.equal(await markdownOf(pageId), 'one two\n')
    const opened = await post<{ content: object }>('/v1/pages/document', pageId)
    assert.match(JSON.stringify(opened.content), /one two/)
    const quote = { markdown: 'Why?', quote: 'two' }
    const comment = await post<{ commentId?: string }>('/v1/comments/create', pageId, quote)
    assert.ok(comment.commentId)
  })

  it('is kept by a write that does not know of it, as a version of its own', async () => {
    const pageId = await addPage(quire, 'Replaced', { markdown: 'one' })
    const typed = await type(pageId, 4, ' typed')
    const content = {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'anew' }] }],
    }
    await post('/v1/pages/update', pageId, { content })
    assert.equal(await markdownOf(pageId), 'anew\n')
    const { markdown } = await post<{ markdown: string }>('/v1/history/get', pageId, {
      version: typed,
    })
    assert.equal(markdown, 'one typed\n')
  })

  it('is kept by edits, renames and merged saves', async () => {
    const pageId = await addPage(quire, 'Kept', { markdown: 'one' })
    const read = await versionOf(pageId)
    await type(pageId, 4, ' typed')
    await post('/v1/pages/edit', pageId, { mode: 'append', text: 'edited' })
    await type(pageId, 1, 'more ')
    await post('/v1/pages/update', pageId, { title: 'Renamed' })
    await type(pageId, 1, 'even ')
    const content = {
      type: 'doc',
      content: [
        { type: 'paragraph', content: [{ type: 'text', text: 'one' }] },
        { type: 'paragraph', content: [{ type: 'text', text: 'saved' }] },
      ],
    }
    const saved = await post<{ merged: boolean }>('/v1/pages/save', pageId, {
      version: read,
      merge: true,
      content,
    })
    assert.equal(saved.merged, true)
    const markdown = await markdownOf(pageId)
    for (const word of ['even', 'more', 'one', 'typed', 'edited', 'saved']) {
      assert.ok(markdown.includes(word), `${word} in ${markdown}`)
    }
  })

  it('is stored by a checkpoint with its authors, and found by search', async () => {
    const pageId = await addPage(quire, 'Stored', { markdown: 'one' })
    const other = await addPerson(quire, 'Writer1', 'MEMBER')
    await type(pageId, 4, ' quokka')
    const version = await type(pageId, 1, 'two ', other.userId)
    await checkpoint(contextOf(quire), { workspaceId: quire.workspaceId, pageId })
    await checkpoint(contextOf(quire), { workspaceId: quire.workspaceId, pageId })
    const { versions } = await post<Versions>('/v1/history/list', pageId)
    const [newest] = versions
    assert.deepEqual([newest?.version, newest?.author.id], [version, other.userId])
    assert.deepEqual(
      newest?.authors.map(({ id }) => id),
      [quire.userId, other.userId],
    )
    const found = await post<{ results: { pageId: string }[] }>('/v1/search/find', pageId, {
      query: 'quokka',
    })
    assert.ok(JSON.stringify(found).includes(pageId))
    assert.equal(await markdownOf(pageId), 'two one quokka\n')
  })
})

describe('POST /v1/history/authors', () => {
  it('refuses a page that does not exist, and a version that it never had', async () => {
    const input = { workspaceId: quire.workspaceId, pageId: newId() }
    assert.equal((await quire.post('/v1/history/authors', input)).status, 404)
    const pageId = await addPage(quire, 'None')
    const version = { workspaceId: quire.workspaceId, pageId, version: 9 }
    const { status, body } = await quire.post<{ code: string }>('/v1/history/authors', version)
    assert.deepEqual([status, body.code], [404, 'VERSION_NOT_FOUND'])
  })

  it('tells who typed what, also in an earlier version', async () => {
    const pageId = await addPage(quire, 'Shared', { markdown: 'one' })
    const other = await addPerson(quire, 'Writer2', 'MEMBER')
    const typed = await type(pageId, 4, ' two', other.userId)
    await post('/v1/pages/edit', pageId, { mode: 'append', text: 'three' })
    const parts = async (extra: object = {}) =>
      (await post<Authors>('/v1/history/authors', pageId, extra)).blocks.flatMap((block) =>
        block.parts.map(({ text, author, via }) => [text, author?.id, via]),
      )
    const typedParts = [
      ['one', quire.userId, 'api'],
      [' two', other.userId, 'web'],
    ]
    assert.deepEqual(await parts(), [...typedParts, ['three', quire.userId, 'api']])
    assert.deepEqual(await parts({ version: typed }), typedParts)
  })

  it('tells it when the journal is gone, for every version, for as long as the page is there', async () => {
    const { store } = contextOf(quire)
    const { workspaceId } = quire
    const pageId = await addPage(quire, 'Kept', { markdown: 'one' })
    const other = await addPerson(quire, 'Writer3', 'MEMBER')
    const typed = await type(pageId, 4, ' two', other.userId)
    await checkpoint(contextOf(quire), { workspaceId, pageId })
    await post('/v1/pages/edit', pageId, { mode: 'append', text: 'three' })
    const { signal } = new AbortController()
    await pruneJournal(store, workspaceId, { before: Date.now() + 1000, signal })
    assert.deepEqual(await steps.since(store, { workspaceId, pageId }, 0, 100), [])
    for (const version of [typed, undefined]) {
      const extra = version === undefined ? {} : { version }
      const { blocks } = await post<Authors>('/v1/history/authors', pageId, extra)
      const authors = blocks.flatMap(({ parts }) => parts.map(({ author }) => author?.id))
      const all = [quire.userId, other.userId, quire.userId]
      assert.deepEqual(authors, version === undefined ? all : all.slice(0, 2))
    }
  })

  it('keeps nothing of a page that is permanently deleted', async () => {
    const { store } = contextOf(quire)
    const { workspaceId } = quire
    const address = { workspaceId, pageId: await addPage(quire, 'Purged', { markdown: 'one' }) }
    const { pageId } = address
    await type(pageId, 4, ' two')
    await post('/v1/pages/edit', pageId, { mode: 'append', text: 'three' })
    const typed = await type(pageId, 4, ' four')
    const { total } = await post<{ total: number }>('/v1/history/authors', pageId)
    assert.equal(total, 2)
    await post('/v1/pages/delete', pageId)
    await post('/v1/trash/purge', pageId)
    assert.deepEqual(await steps.since(store, address, 0, 100), [])
    assert.deepEqual(await history.numbers(store, address, { after: 0, until: typed }), [])
    assert.equal(await history.attribution(store, address, typed), undefined)
    assert.equal(await contents.body(store, workspaceId, pageId), undefined)
    const asked = await quire.post('/v1/history/authors', address)
    assert.equal(asked.status, 404)
  })
})
