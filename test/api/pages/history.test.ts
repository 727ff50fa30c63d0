import assert from 'node:assert/strict'
import { after, before, describe, it, mock } from 'node:test'
import type { WorkspaceContext, Via } from '../../../server/domain/context.ts'
import { createPage } from '../../../server/domain/pages/create.ts'
import { coalescingWindowMs } from '../../../server/domain/pages/history.ts'
import { savePage, updatePage } from '../../../server/domain/pages/update.ts'
import { restoreVersion } from '../../../server/domain/pages/versions.ts'
import { clock } from '../../../server/lib/clock.ts'
import { events } from '../../../server/store/index.ts'
import { statement } from '../../../server/store/statement.ts'
import { addPage, markdownOf, nothing, storedPage } from '../../support/pages.ts'
import { addPerson, addWorkspace } from '../../support/people.ts'
import { contextOf, startServer, type TestServer } from '../../support/server.ts'

let quire: TestServer
before(async () => {
  quire = await startServer({ rateLimit: 0 })
})
after(() => quire.close())

const documentOf = (...texts: string[]) => ({
  type: 'doc',
  content: texts.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
})

type Item = {
  version: number
  createdAt: string
  author: { id: string; firstName: string; lastName: string }
  via: Via | null
  title: string
  icon: string | null
}

const ask = <Body>(path: string, pageId: string, extra: object = {}, key?: string) =>
  quire.post<Body>(path, { workspaceId: quire.workspaceId, pageId, ...extra }, key)
const update = (pageId: string, change: object) => ask('/v1/pages/update', pageId, change)
const list = async (pageId: string, extra: object = {}) =>
  (await ask<{ versions: Item[] }>('/v1/history/list', pageId, extra)).body.versions
const numbers = async (pageId: string) => (await list(pageId)).map(({ version }) => version)
const read = async (pageId: string, version: number) =>
  (await ask<Item & { markdown: string; content: object }>('/v1/history/get', pageId, { version }))
    .body

/** The same rules as any door has, for somebody who came by this one. */
const by = (via: Via, userId = quire.userId): WorkspaceContext => contextOf(quire, { via, userId })

/** Saves as the editor does, on what is there. */
async function save(context: WorkspaceContext, pageId: string, text: string): Promise<number> {
  const { workspaceId } = quire
  const { version } = await storedPage(quire, pageId)
  const content = documentOf(text)
  return (await savePage(context, { workspaceId, pageId, version, content })).version
}

describe('POST /v1/history/list', () => {
  it('refuses a page that is not there, is in the trash or is of another workspace', async () => {
    const gone = await addPage(quire, 'Gone')
    await ask('/v1/pages/delete', gone)
    const workspaceId = await addWorkspace(quire, 'Other')
    const foreign = await addPage(quire, 'Foreign', { workspaceId })
    for (const pageId of [nothing, gone, foreign]) {
      for (const [path, extra] of [
        ['/v1/history/list', {}],
        ['/v1/history/get', { version: 1 }],
        ['/v1/history/compare', { from: 1, to: 1 }],
        ['/v1/history/restore', { version: 1 }],
      ] as const) {
        const { status, body } = await ask<{ code: string }>(path, pageId, extra)
        assert.deepEqual([status, body.code], [404, 'PAGE_NOT_FOUND'], path)
      }
    }
  })

  it('tells of every change who made it when, and by which door', async () => {
    const { workspaceId } = quire
    const max = await addPerson(quire, 'Max', 'MEMBER')
    const pageId = await addPage(quire, 'One', { markdown: 'First.' })
    await updatePage(by('mcp', max.userId), { workspaceId, pageId, title: 'Two', icon: '🌱' })
    await ask('/v1/pages/edit', pageId, { mode: 'append', text: 'Second.' })
    await updatePage(by('chat'), { workspaceId, pageId, content: documentOf('Third.') })
    const versions = await list(pageId)
    assert.deepEqual(
      versions.map(({ version, via, title, icon, author }) =>
        [version, via, title, icon, author.firstName].join(' '),
      ),
      ['4 chat Two 🌱 Ada', '3 api Two 🌱 Ada', '2 mcp Two 🌱 Max', '1 api One  Ada'],
    )
    assert.ok(versions.every(({ createdAt }) => Date.parse(createdAt) > 0))
    assert.deepEqual(
      (await list(pageId, { limit: 2, offset: 1 })).map(({ version }) => version),
      [3, 2],
    )
  })

  it('notes nothing for a move, or for an update that changes nothing', async () => {
    const pageId = await addPage(quire, 'Still')
    await update(pageId, {})
    await ask('/v1/pages/move', pageId, { newParentId: null })
    assert.deepEqual(await numbers(pageId), [1])
  })

  it('makes one version of a person’s saves in the web application within minutes', async () => {
    const { workspaceId } = quire
    let now = Date.parse('2026-05-04T10:00:00Z')
    const time = mock.method(clock, 'now', () => now)
    const web = by('web')
    const page = { workspaceId, parentId: null, title: 'Typed', markdown: '' }
    const pageId = await createPage(web, { ...page, ownership: 'TEXT' })
    for (const text of ['a', 'ab', 'abc']) {
      now += 60_000
      await save(web, pageId, text)
    }
    const [first, ...others] = await list(pageId)
    assert.deepEqual([first?.version, first?.createdAt], [4, '2026-05-04T10:00:00.000Z'])
    assert.deepEqual(others, [])
    now += coalescingWindowMs
    await save(web, pageId, 'abc d')
    now += 1000
    await save(web, pageId, 'abc de')
    time.mock.restore()
    assert.deepEqual(await numbers(pageId), [6, 4])
    assert.equal((await read(pageId, 4)).markdown, 'abc\n')
    assert.equal((await read(pageId, 2)).version, 4)
    assert.equal((await read(pageId, 6)).markdown, 'abc de\n')
  })

  it('keeps a version for each person, each door and every write of a program', async () => {
    const max = await addPerson(quire, 'Moritz', 'MEMBER')
    const pageId = await addPage(quire, 'Busy', { markdown: 'zero' })
    await save(by('web'), pageId, 'one')
    await save(by('web', max.userId), pageId, 'two')
    await save(by('api'), pageId, 'three')
    await save(by('api'), pageId, 'four')
    await save(by('web'), pageId, 'five')
    await save(by('web'), pageId, 'six')
    assert.deepEqual(await numbers(pageId), [7, 5, 4, 3, 2, 1])
    const texts = await Promise.all([1, 2, 3, 4, 5, 7].map((version) => read(pageId, version)))
    assert.deepEqual(
      texts.map(({ markdown }) => markdown.trim()),
      ['zero', 'one', 'two', 'three', 'four', 'six'],
    )
  })

  it('shows a page that is older than histories as it is, and loses nothing of it', async () => {
    const pageId = await addPage(quire, 'Ancient', { markdown: 'Old words.' })
    await quire.app.store.transact((transaction) =>
      transaction.run(
        statement<never, { pageId: string }>(
          'test.forget',
          'delete from page_versions where page_id = $pageId',
        ),
        { pageId },
      ),
    )
    const [present, ...others] = await list(pageId)
    assert.deepEqual([present?.version, present?.via, present?.title], [1, null, 'Ancient'])
    assert.deepEqual(others, [])
    assert.equal((await read(pageId, 1)).markdown, 'Old words.\n')
    await update(pageId, { title: 'Newer', content: documentOf('New words.') })
    assert.deepEqual(await numbers(pageId), [2, 1])
    const before = await read(pageId, 1)
    assert.deepEqual([before.title, before.markdown], ['Ancient', 'Old words.\n'])
  })
})

describe('a page that a node without histories has changed', () => {
  it('loses no version that anybody noted, nor the one nobody did', async () => {
    const pageId = await addPage(quire, 'Mixed', { markdown: 'one' })
    await update(pageId, { content: documentOf('two') })
    const forget = statement<never, { pageId: string }>(
      'test.forget2',
      'delete from page_versions where page_id = $pageId and version = 2',
    )
    await quire.app.store.transact((transaction) => transaction.run(forget, { pageId }))
    assert.deepEqual(await numbers(pageId), [2, 1])
    await save(by('web'), pageId, 'three')
    assert.deepEqual(await numbers(pageId), [3, 2, 1])
    const texts = await Promise.all([1, 2, 3].map((version) => read(pageId, version)))
    assert.deepEqual(
      texts.map(({ markdown, via }) => `${markdown.trim()} ${via}`),
      ['one api', 'two null', 'three web'],
    )
  })
})

describe('POST /v1/history/get', () => {
  it('refuses a version that the page has not had', async () => {
    const pageId = await addPage(quire, 'Short')
    const { status, body } = await ask<{ code: string }>('/v1/history/get', pageId, { version: 2 })
    assert.deepEqual([status, body.code], [404, 'VERSION_NOT_FOUND'])
    assert.equal((await ask('/v1/history/get', pageId, { version: 0 })).status, 400)
  })

  it('gives each body as it was, whichever change of title or icon came between', async () => {
    const pageId = await addPage(quire, 'T1', { markdown: 'B1' })
    await update(pageId, { title: 'T2' })
    await update(pageId, { content: documentOf('B3') })
    await update(pageId, { icon: '🌱' })
    await update(pageId, { title: 'T5', content: documentOf('B5') })
    await update(pageId, { title: 'T6' })
    const all = await Promise.all([1, 2, 3, 4, 5, 6].map((version) => read(pageId, version)))
    assert.deepEqual(
      all.map(({ title, markdown }) => `${title} ${markdown.trim()}`),
      ['T1 B1', 'T2 B1', 'T2 B3', 'T2 B3', 'T5 B5', 'T6 B5'],
    )
    assert.deepEqual(all[2]?.content, documentOf('B3'))
  })

  it('keeps the body of a version that shared it with the next, when saves of that one replace it', async () => {
    for (const change of [{ title: 'Renamed' }, { title: 'Renamed', content: documentOf('old') }]) {
      const pageId = await addPage(quire, 'Shared', { markdown: 'old' })
      const { workspaceId } = quire
      await savePage(by('web'), { workspaceId, pageId, version: 1, ...change })
      await save(by('web'), pageId, 'new')
      await save(by('web'), pageId, 'newer')
      assert.deepEqual(await numbers(pageId), [4, 1])
      assert.equal((await read(pageId, 1)).markdown, 'old\n')
      assert.equal((await read(pageId, 1)).title, 'Shared')
      assert.equal((await read(pageId, 4)).markdown, 'newer\n')
    }
  })

  it('gives the body of each version when an update repeats the body of the page', async () => {
    const pageId = await addPage(quire, 'One', { markdown: 'same' })
    await update(pageId, { title: 'Two', content: documentOf('same') })
    await update(pageId, { content: documentOf('other') })
    const bodies = await Promise.all([1, 2, 3].map((version) => read(pageId, version)))
    assert.deepEqual(
      bodies.map(({ title, markdown }) => [title, markdown]),
      [
        ['One', 'same\n'],
        ['Two', 'same\n'],
        ['Two', 'other\n'],
      ],
    )
  })

  it('keeps a body of 200 KB and gives it back to the letter', async () => {
    const text = Array.from({ length: 20_000 }, (_, n) => `słowo ${n}`).join(' ')
    const pageId = await addPage(quire, 'Large')
    await update(pageId, { content: documentOf(text) })
    await update(pageId, { content: documentOf('Short again.') })
    assert.deepEqual((await read(pageId, 2)).content, documentOf(text))
  })
})

describe('POST /v1/history/compare', () => {
  it('gives the lines of both, either way round', async () => {
    const pageId = await addPage(quire, 'Lines', { markdown: '# H\n\none\n\ntwo\n' })
    await ask('/v1/pages/edit', pageId, { mode: 'replace', find: 'one', text: 'three' })
    const lines = async (from: number, to: number) =>
      (
        await ask<{ lines: { kind: string; text: string }[] }>('/v1/history/compare', pageId, {
          from,
          to,
        })
      ).body.lines
        .filter(({ kind }) => kind !== 'same')
        .map(({ kind, text }) => `${kind} ${text}`)
    assert.deepEqual(await lines(1, 2), ['removed one', 'added three'])
    assert.deepEqual(await lines(2, 1), ['removed three', 'added one'])
    assert.deepEqual(await lines(2, 2), [])
  })

  it('says that the title differs, also where the bodies are the same', async () => {
    const pageId = await addPage(quire, 'Plan', { markdown: 'Text.' })
    const body = { workspaceId: quire.workspaceId, pageId }
    await quire.post('/v1/pages/update', { ...body, title: 'Plan B' })
    const { body: compared } = await quire.post<{ lines: { kind: string }[]; changes: object[] }>(
      '/v1/history/compare',
      { ...body, from: 1, to: 2 },
    )
    assert.ok(compared.lines.every(({ kind }) => kind === 'same'))
    assert.deepEqual(compared.changes, [{ field: 'title', from: 'Plan', to: 'Plan B' }])
  })
})

describe('POST /v1/history/restore', () => {
  it('tells of what differs from before, and of nothing else', async () => {
    const pageId = await addPage(quire, 'First', { markdown: 'The same.' })
    const body = { workspaceId: quire.workspaceId, pageId }
    await quire.post('/v1/pages/update', { ...body, title: 'Second' })
    assert.equal((await ask('/v1/history/restore', pageId, { version: 1 })).status, 200)
    const all = await events.after(quire.app.store, quire.workspaceId, 0, 10_000)
    const published = all.map(({ type, data }) => ({ type, ...JSON.parse(data) }))
    const updates = published.filter(
      (event) => event.pageId === pageId && event.type === 'page.updated',
    )
    assert.deepEqual(
      updates.map(({ changed }) => changed),
      [['title'], ['title']],
    )
  })

  const restore = (pageId: string, version: number, key?: string) =>
    ask<{ version: number; code: string }>('/v1/history/restore', pageId, { version }, key)

  it('refuses viewers and a version that is not there', async () => {
    const viewer = await addPerson(quire, 'Vera', 'VIEWER')
    const pageId = await addPage(quire, 'Kept')
    assert.equal((await restore(pageId, 1, viewer.key)).status, 403)
    assert.equal((await restore(pageId, 9)).body.code, 'VERSION_NOT_FOUND')
    assert.deepEqual(await numbers(pageId), [1])
  })

  it('writes what was as a new version, and search and event follow', async () => {
    const pageId = await addPage(quire, 'Before', { markdown: 'A quokka.' })
    await update(pageId, { title: 'After', icon: '🌱', content: documentOf('A wombat.') })
    assert.deepEqual((await restore(pageId, 1)).body, { version: 3 })
    assert.equal(await markdownOf(quire, pageId), 'A quokka.\n')
    const { title, icon, version } = await storedPage(quire, pageId)
    assert.deepEqual([title, icon, version], ['Before', null, 3])
    assert.equal((await read(pageId, 2)).markdown, 'A wombat.\n')
    const search = async (query: string) => {
      const found = await ask<{ results: { pageId: string }[] }>('/v1/search/pages', pageId, {
        query,
      })
      return found.body.results.some((result) => result.pageId === pageId)
    }
    assert.deepEqual([await search('quokka'), await search('wombat')], [true, false])
    const events = await quire.app.store.all(
      statement<{ data: string }>(
        'test.updated',
        `select data from events where type = 'page.updated' order by sequence desc limit 1`,
      ),
    )
    const previous = { title: 'After', icon: '🌱' }
    const published = { pageId, changed: ['title', 'icon', 'content'], version: 3, previous }
    assert.deepEqual(JSON.parse(events[0]?.data ?? ''), published)
  })

  it('stands alone in the middle of a burst of saves', async () => {
    const pageId = await addPage(quire, 'Back', { markdown: 'one' })
    await save(by('web'), pageId, 'two')
    await quire.post('/v1/pages/update', { workspaceId: quire.workspaceId, pageId, icon: '🌱' })
    await save(by('web'), pageId, 'three')
    const { workspaceId } = quire
    const { version } = await restoreVersion(by('web'), { workspaceId, pageId, version: 1 })
    assert.equal(version, 5)
    assert.deepEqual(await numbers(pageId), [5, 4, 3, 2, 1])
    assert.equal((await read(pageId, 4)).markdown, 'three\n')
  })
})
