import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { makePendingChanges } from '../../../server/domain/links/pending-changes.ts'
import { dropMember } from '../../../server/domain/people/members.ts'
import { linkChanges } from '../../../server/store/index.ts'
import { addPage } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import { grantOnly } from '../../support/sections.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let quire: TestServer
before(async () => (quire = await startServer({ rateLimit: 0 })))
after(() => quire.close())

async function ask<Body = unknown>(path: string, input: object, key?: string): Promise<Body> {
  const body = { workspaceId: quire.workspaceId, ...input }
  const answer = await quire.post<Body>(path, body, key)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}
const rename = (tag: string, newName: string, key?: string) =>
  ask<{ pages: number }>('/v1/tags/rename', { tag, newName }, key)
const tagged = async (tag: string) =>
  (await ask<{ items: { title: string }[] }>('/v1/tags/pages', { tag })).items.map(
    ({ title }) => title,
  )
const read = async (pageId: string) =>
  (await ask<{ markdown: string }>('/v1/pages/markdown', { pageId })).markdown.trim()
const propertiesOf = (pageId: string) =>
  ask<{ source: string | null; version: number }>('/v1/pages/properties', { pageId })

/** Makes the pending changes, until `signal` stops them. */
async function run(signal = new AbortController().signal, content?: object): Promise<void> {
  const { store, semantic } = quire.app
  const context = { store, content: Object.assign(Object.create(semantic.content), content) }
  await makePendingChanges(context, quire.workspaceId, signal)
}

/** A page with tags in its properties. */
async function addTagged(title: string, source: string, markdown = ''): Promise<string> {
  const pageId = await addPage(quire, title, { markdown })
  await ask('/v1/pages/set-properties', { pageId, source })
  return pageId
}

describe('a renamed tag', () => {
  it('is renamed in properties, whose comments and order stay', async () => {
    const source = '# Ours\nowner: Ada\ntags:\n  - other # first\n  - Apple\nend: 1\n'
    const pageId = await addTagged('Listed', source)
    const text = await addTagged('Written', 'tags: apple, pear\n')
    const both = await addTagged('Both', 'tags: [apple]\n', 'An #apple.')
    await rename('apple', 'pear')
    await run()
    const { source: now } = await propertiesOf(pageId)
    assert.equal(now, source.replace('Apple', 'pear'))
    assert.equal((await propertiesOf(text)).source, 'tags: pear\n')
    assert.equal((await propertiesOf(both)).source, 'tags: [pear]\n')
    assert.equal(await read(both), 'An #pear.')
    assert.deepEqual(await tagged('apple'), [])
    assert.deepEqual(await tagged('pear'), ['Listed', 'Written', 'Both'])
    const { versions } = await ask<{ versions: object[] }>('/v1/history/list', { pageId: both })
    assert.ok(versions.length <= 3, 'text and properties change together')
  })

  it('leaves properties of pages that the caller cannot write', async () => {
    const { key } = await addPerson(quire, 'Mia', 'MEMBER')
    const pageId = await addTagged('Closed', 'tags: [closed]\n')
    await grantOnly(quire, pageId, { [quire.userId]: 'manage', [quire.workspaceId]: 'read' })
    assert.deepEqual(await rename('closed', 'open', key), { pages: 1 })
    await run()
    assert.equal((await propertiesOf(pageId)).source, 'tags: [closed]\n')
  })

  it('continues at the page where it stopped', async () => {
    const pages: string[] = []
    for (let number = 0; number < 60; number += 1) {
      pages.push(await addPage(quire, `Page ${number}`, { markdown: 'So #slow.' }))
    }
    await rename('slow', 'fast')
    const stop = new AbortController()
    let changed = 0
    const { content } = quire.app.semantic
    const changeLinks: typeof content.changeLinks = (...task) => {
      changed += 1
      if (changed === 55) stop.abort()
      return content.changeLinks(...task)
    }
    await run(stop.signal, { changeLinks })
    const [row] = await linkChanges.list(quire.app.store, quire.workspaceId, 9)
    assert.equal(row?.doneTo, pages[49])
    assert.equal((await tagged('slow')).length, 5)
    await run()
    assert.deepEqual(await linkChanges.list(quire.app.store, quire.workspaceId, 9), [])
    assert.deepEqual([(await tagged('slow')).length, (await tagged('fast')).length], [0, 50])
    for (const pageId of pages) assert.equal(await read(pageId), 'So #fast.')
  })

  it('loses nothing that others change meanwhile', async () => {
    const pageId = await addTagged('Busy', 'tags: [now]\ncount: 0\n', 'It is #now.\n\nLine 0.')
    await rename('now', 'then')
    const edits = async () => {
      for (let number = 0; number < 12; number += 1) {
        const change = { mode: 'replace', find: `Line ${number}.`, text: `Line ${number + 1}.` }
        await ask('/v1/pages/edit', { pageId, ...change })
        await ask('/v1/pages/set-properties', { pageId, set: { count: number + 1 } })
      }
    }
    await Promise.all([edits(), run()])
    assert.equal(await read(pageId), 'It is #then.\n\nLine 12.')
    assert.equal((await propertiesOf(pageId)).source, 'tags: [then]\ncount: 12\n')
    assert.deepEqual([await tagged('now'), await tagged('then')], [[], ['Busy']])
  })

  it('does nothing for someone who has left', async () => {
    const pageId = await addPage(quire, 'Left', { markdown: 'So #left.' })
    const { key, userId } = await addPerson(quire, 'Lea', 'MEMBER')
    await rename('left', 'right', key)
    const actor = { userId: quire.userId, via: 'cli' } as const
    await dropMember(quire.app.store, quire.workspaceId, userId, actor)
    await run()
    assert.equal(await read(pageId), 'So #left.')
    assert.deepEqual(await linkChanges.list(quire.app.store, quire.workspaceId, 9), [])
  })
})
