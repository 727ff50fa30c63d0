import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it, mock } from 'node:test'
import { clock } from '../../../server/lib/clock.ts'
import { linkChanges } from '../../../server/store/index.ts'
import { addPage } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import { grantOnly } from '../../support/sections.ts'
import { runJobs } from '../../support/semantic.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { until } from '../../support/until.ts'

type Tags = { items: { name: string; pages: number }[]; nextCursor: string | null }
type Pages = { items: { id: string; title: string }[]; nextCursor: string | null }

let quire: TestServer
before(async () => (quire = await startServer({ rateLimit: 0 })))
after(() => quire.close())
afterEach(() => mock.restoreAll())

async function ask<Body>(path: string, input: object, key?: string): Promise<Body> {
  const body = { workspaceId: quire.workspaceId, ...input }
  const answer = await quire.post<Body>(path, body, key)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}
const listed = async (input: object, key?: string) =>
  (await ask<Tags>('/v1/tags/list', input, key)).items.map(({ name, pages }) => `${name} ${pages}`)
const tagged = async (tag: string, key?: string) =>
  (await ask<Pages>('/v1/tags/pages', { tag }, key)).items.map(({ title }) => title)
const read = async (pageId: string) =>
  (await ask<{ markdown: string }>('/v1/pages/markdown', { pageId })).markdown.trim()

/** Runs the background jobs until no change of links is pending. */
async function runChanges(): Promise<void> {
  mock.method(clock, 'now', () => Date.now() + 60_000)
  const runner = runJobs(quire)
  const { store } = quire.app
  await until(async () => (await linkChanges.list(store, quire.workspaceId, 1)).length === 0)
  await runner.stop()
  assert.deepEqual(runner.faults, [])
  mock.restoreAll()
}

describe('POST /v1/tags', () => {
  it('refuses names that are no tags, and viewers; a tag on no page stays', async () => {
    const { workspaceId } = quire
    await addPage(quire, 'Tagged', { markdown: 'A #fruit.' })
    const path = '/v1/tags/rename'
    for (const newName of ['a b', '123', '#', 'a#b', 'fff']) {
      const refused = await quire.post(path, { workspaceId, tag: 'fruit', newName })
      assert.equal(refused.body.errors[0]?.path, '/newName', newName)
    }
    const unknown = await ask(path, { tag: 'nothing', newName: 'x' })
    assert.deepEqual(unknown, { pages: 0 })
    const viewer = await addPerson(quire, 'Vera', 'VIEWER')
    const body = { workspaceId, tag: 'fruit', newName: 'x' }
    assert.equal((await quire.post(path, body, viewer.key)).status, 403)
  })

  it('counts the pages of the reader, and lists them', async () => {
    const reader = await addPerson(quire, 'Rita', 'MEMBER')
    await addPage(quire, 'One', { markdown: '#Alpha and #alpha, #alphabet' })
    const hidden = await addPage(quire, 'Two', { markdown: '#alpha #alphorn' })
    await grantOnly(quire, hidden, { [quire.userId]: 'manage' })
    assert.deepEqual(await listed({ prefix: '#ALPH' }), ['Alpha 2', 'alphabet 1', 'alphorn 1'])
    const mine = await listed({ prefix: 'alph' }, reader.key)
    assert.deepEqual(mine, ['Alpha 1', 'alphabet 1'])
    assert.deepEqual(await tagged('#Alpha', reader.key), ['One'])
    assert.deepEqual(await tagged('alpha'), ['One', 'Two'])
    const first = await ask<Tags>('/v1/tags/list', { prefix: 'alph', limit: 2 })
    const rest = await listed({ prefix: 'alph', cursor: first.nextCursor })
    assert.deepEqual(rest, ['alphorn 1'])
    const part = await ask<Pages>('/v1/tags/pages', { tag: 'alpha', limit: 1 })
    const next = await ask<Pages>('/v1/tags/pages', { tag: 'alpha', cursor: part.nextCursor })
    assert.deepEqual([next.items[0]?.title, next.nextCursor], ['Two', null])
  })

  it('follows changes, and filters a search', async () => {
    const { workspaceId } = quire
    const pageId = await addPage(quire, 'Pears', { markdown: 'Pears are #green' })
    await addPage(quire, 'Cherries', { markdown: 'Pears are not #red' })
    const find = (tag: string) =>
      ask<{ results: { title: string }[] }>('/v1/search/find', { query: 'pears', tag })
    const titles = async (tag: string) => (await find(tag)).results.map(({ title }) => title)
    assert.deepEqual(await titles('#Green'), ['Pears'])
    assert.deepEqual(await titles('blue'), [])
    const edit = { workspaceId, pageId, mode: 'replace', find: '#green', text: '#blue' }
    assert.equal((await quire.post('/v1/pages/edit', edit)).status, 200)
    assert.deepEqual([await titles('green'), await titles('blue')], [[], ['Pears']])
    assert.deepEqual(await tagged('green'), [])
  })

  it('renames and merges on the pages that the caller can write', async () => {
    const member = await addPerson(quire, 'Mia', 'MEMBER')
    const open = await addPage(quire, 'Open', { markdown: 'So #todo and `#todo` #later' })
    const closed = await addPage(quire, 'Closed', { markdown: 'So #Todo' })
    await grantOnly(quire, closed, {
      [quire.userId]: 'manage',
      [quire.workspaceId]: 'read',
    })
    const renamed = { tag: 'todo', newName: '#later' }
    const { pages } = await ask<{ pages: number }>('/v1/tags/rename', renamed, member.key)
    assert.equal(pages, 2)
    await runChanges()
    assert.equal(await read(open), 'So #later and `#todo` #later')
    assert.equal(await read(closed), 'So #Todo')
    assert.deepEqual([await tagged('todo'), await tagged('later')], [['Closed'], ['Open']])
    const { versions } = await ask<{ versions: { author: { id: string } }[] }>('/v1/history/list', {
      pageId: open,
    })
    assert.equal(versions[0]?.author.id, member.userId)
  })
})

describe('a renamed page', () => {
  const mention = (pageId: string, label: string) => ({
    type: 'doc',
    content: [
      {
        type: 'paragraph',
        content: [
          { type: 'pageMention', attrs: { pageId, label } },
          { type: 'text', text: ' and ' },
          { type: 'pageMention', attrs: { pageId, label: 'own words' } },
        ],
      },
    ],
  })
  const addMention = async (title: string, target: string, label: string, parentId?: string) => {
    const pageId = await addPage(quire, title, parentId === undefined ? {} : { parentId })
    const content = mention(target, label)
    await ask('/v1/pages/update', { pageId, content })
    return pageId
  }

  it('gives links its new title where they had the old one', async () => {
    const pageId = await addPage(quire, 'Before')
    const source = await addMention('Mentions it', pageId, 'Before')
    await ask('/v1/pages/update', { pageId, title: 'Betw' })
    await ask('/v1/pages/update', { pageId, title: 'Between' })
    await ask('/v1/pages/update', { pageId, title: 'After' })
    await runChanges()
    const url = `(/pages/${pageId})`
    assert.equal(await read(source), `[After]${url} and [own words]${url}`)
    const { versions } = await ask<{ versions: object[] }>('/v1/history/list', { pageId: source })
    assert.equal(versions.length, 3)
  })

  it('has its former titles, as far as links had them, for those who can read it', async () => {
    const pageId = await addPage(quire, 'Alone')
    await ask('/v1/pages/update', { pageId, title: 'First' })
    await addMention('Names it', pageId, 'First')
    for (const title of ['Second', 'Third', 'Second']) {
      await ask('/v1/pages/update', { pageId, title })
    }
    type Titles = { pages: { title: string; formerTitles: string[] }[] }
    const titles = (key?: string) =>
      ask<Titles>('/v1/page-links/titles', { pageIds: [pageId] }, key)
    const { pages } = await titles()
    assert.deepEqual(
      pages.map(({ title, formerTitles }) => [title, formerTitles]),
      [['Second', ['First', 'Third']]],
    )
    const { key } = await addPerson(quire, 'Tina', 'MEMBER')
    await grantOnly(quire, pageId, { [quire.userId]: 'manage' })
    assert.deepEqual((await titles(key)).pages, [])
  })

  it('gives links to its headings, and embeds, the new title too', async () => {
    const pageId = await addPage(quire, 'Guide', { markdown: '# Start' })
    const links = (title: string) =>
      `[${title} › Start](/pages/${pageId}#start), [${title}](/pages/${pageId}#start)\n\n![${title}](/pages/${pageId})`
    const source = await addPage(quire, 'Leads to it', { markdown: links('Guide') })
    await ask('/v1/pages/update', { pageId, title: 'Handbook' })
    await runChanges()
    assert.equal(await read(source), links('Handbook'))
  })

  it('tells nothing to readers of other sections', async () => {
    const pageId = await addPage(quire, 'Harmless')
    const source = await addMention('Public page', pageId, 'Harmless')
    const inside = await addMention('Inside', pageId, 'Harmless', pageId)
    await grantOnly(quire, pageId, { [quire.userId]: 'manage' })
    await ask('/v1/pages/update', { pageId, title: 'Secret' })
    await runChanges()
    assert.match(await read(source), /^\[Harmless\]/)
    assert.match(await read(inside), /^\[Secret\]/)
  })
})
