import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { takeEvents } from '../../../server/domain/inbox/from-events.ts'
import { joinWanted } from '../../../server/domain/links/join-wanted.ts'
import { callTool } from '../../support/mcp.ts'
import { addPage, markdownOf } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { grantOnly } from '../../support/sections.ts'
import { runJobs } from '../../support/semantic.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { uploadZip } from '../../support/transfer/imports.ts'
import { until } from '../../support/until.ts'

type Broken = {
  page: { id: string; title: string }
  reason: string
  targetId: string | null
  name: string | null
  sentence: { before: string; text: string; after: string }
}

let quire: TestServer
before(async () => {
  quire = await startServer({ rateLimit: 0 })
})
after(() => quire.close())

async function ask<Body>(path: string, body: object, key?: string): Promise<Body> {
  const { workspaceId } = quire
  const answer = await quire.post<Body>(path, { workspaceId, ...body }, key)
  assert.equal(answer.status, 200, `${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

async function brokenOn(pageId: string, key?: string): Promise<Broken[]> {
  return (await ask<{ items: Broken[] }>('/v1/page-links/broken', { pageId }, key)).items
}

async function linksTo(pageId: string, key?: string): Promise<string[]> {
  const input = { pageId }
  const found = await ask<{ items: Broken[] }>('/v1/page-links/backlinks', input, key)
  return found.items.map(({ page }) => page.title)
}

/** Does the background work of pages that appeared. */
async function join(): Promise<void> {
  const { app, workspaceId } = quire
  const write: Parameters<typeof takeEvents>[2] = (work) =>
    app.store.transactIn({ workspaceId }, work)
  while ((await takeEvents(app.store, workspaceId, write)).hasMore);
  const { content } = app.semantic
  const { signal } = new AbortController()
  await joinWanted({ store: app.store, content }, workspaceId, signal)
}

async function create(title: string, markdown: string): Promise<string> {
  const pageId = await addPage(quire, title)
  await ask('/v1/pages/save', { pageId, version: 1, markdown, dialect: 'wiki' })
  return pageId
}

/** Writes a page; some of the routes return its file too. */
const routes: Record<string, (title: string, markdown: string) => Promise<string>> = {
  'a save with the dialect': create,
  'an edit with the dialect': async (title, text) => {
    const page = await addPage(quire, title)
    const edit = { mode: 'append', text, dialect: 'wiki' }
    await ask('/v1/pages/edit', { pageId: page, ...edit })
    return page
  },
  create_page: async (title, markdown) => {
    const { value } = await callTool(quire, 'create_page', { title, markdown })
    return String(value['id'])
  },
  update_page: async (title, markdown) => {
    const page = await addPage(quire, title)
    await callTool(quire, 'update_page', { page, markdown, expectedVersion: 1 })
    return page
  },
  edit_page: async (title, text) => {
    const page = await addPage(quire, title)
    await callTool(quire, 'edit_page', { page, mode: 'append', text })
    return page
  },
  'a synced folder': async (title, text) => {
    const file = { name: `${title}.md` }
    const { pageId } = await ask<{ pageId: string }>('/v1/markdown-files/create', { file })
    await ask('/v1/markdown-files/save', { pageId, text, base: '' })
    return pageId
  },
  'an import': async (title, text) => {
    const jobs = runJobs(quire)
    const fileId = await uploadZip(quire, { [`${title}.md`]: text })
    const { id: importId } = await ask<{ id: string }>('/v1/imports/create', { fileId })
    for (const state of ['ready', 'done']) {
      await until(async () => {
        const now = await ask<{ state: string }>('/v1/imports/get', { importId })
        assert.notEqual(now.state, 'failed')
        return now.state === state
      })
      if (state === 'ready') await ask('/v1/imports/start', { importId })
    }
    await jobs.stop()
    const { pages } = await ask<{ pages: { id: string; title: string }[] }>('/v1/pages/list', {
      depth: 10,
      limit: 500,
    })
    return pages.find((page) => page.title === title)?.id ?? ''
  },
}

async function fileOf(pageId: string): Promise<string | undefined> {
  const input = { pageIds: [pageId] }
  const { files } = await ask<{ files: { text: string }[] }>('/v1/markdown-files/read', input)
  return files[0]?.text
}

describe('a wikilink to a page that does not exist yet', () => {
  for (const [number, [route, write]] of Object.entries(routes).entries()) {
    it(`written by ${route} is listed, and a link when the page appears`, async () => {
      const name = `Later ${number}`
      const text = `See [[${name}]] and **[[${name}#My part|that]]**, *a [[${name}#My part|b]] [[${name}]]*.\n\n* [[${name}]]\n`
      const pageId = await write(`By route ${number}`, text)
      const markdown = await markdownOf(quire, pageId)
      assert.equal(markdown, text.replace('* ', '- '))
      const file = await fileOf(pageId)
      await join()
      const broken = await brokenOn(pageId)
      assert.deepEqual(
        broken.map(({ reason, targetId, sentence }) => [reason, targetId, sentence.text]),
        [
          ['wanted', null, `[[${name}]]`],
          ['wanted', null, `[[${name}#My part|that]]`],
          ['wanted', null, `[[${name}#My part|b]]`],
          ['wanted', null, `[[${name}]]`],
          ['wanted', null, `[[${name}]]`],
        ],
      )
      assert.deepEqual(new Set(broken.map((link) => link.name)), new Set([name]))

      const target = await addPage(quire, name, { markdown: '## My part' })
      await join()
      const address = `/pages/${target}`
      assert.equal(
        await markdownOf(quire, pageId),
        `See [${name}](${address}) and **[that](${address}#my-part)**, *a [b](${address}#my-part) [${name}](${address})*.\n\n- [${name}](${address})\n`,
      )
      assert.deepEqual(await brokenOn(pageId), [])
      assert.deepEqual(new Set(await linksTo(target)), new Set([`By route ${number}`]))
      if (route === 'a synced folder' || route === 'an import') {
        assert.equal(await fileOf(pageId), file)
        assert.equal(file, text)
      }
    })
  }

  it('is joined by a page that is renamed or restored, in the background', async () => {
    const jobs = runJobs(quire)
    const pageId = await create('Waiting', '[[New name]]\n\n[[Back again]]')
    const renamed = await addPage(quire, 'Old name')
    await ask('/v1/pages/update', { pageId: renamed, title: 'New name' })
    await until(async () => (await linksTo(renamed)).length === 1)
    const restored = await addPage(quire, 'Gone')
    await ask('/v1/pages/delete', { pageId: restored })
    await ask('/v1/pages/restore', { pageId: restored })
    await ask('/v1/pages/update', { pageId: restored, title: 'Back again' })
    await until(async () => (await linksTo(restored)).length === 1)
    assert.deepEqual(await brokenOn(pageId), [])
    await jobs.stop()
    assert.deepEqual(jobs.faults, [])
  })

  it('can be a path, an embed, or one of many in a text', async () => {
    const pageId = await create(
      'Forms',
      '![[Shown]]\n\n## On [[Shown]]\n\n| a |\n| - |\n| [[Shown\\|s]] ![[Shown\\|300]] |\n\n[[Top/Shown 2]] `[[Shown]]`',
    )
    const shown = await addPage(quire, 'Shown')
    const top = await addPage(quire, 'Top')
    await addPage(quire, 'Shown 2')
    const second = await addPage(quire, 'Shown 2', { parentId: top })
    await join()
    assert.equal(
      await markdownOf(quire, pageId),
      `![Shown](/pages/${shown})\n\n## On [Shown](/pages/${shown})\n\n| a |\n| - |\n| [s](/pages/${shown}) [Shown](/pages/${shown}) |\n\n[Shown 2](/pages/${second}) \`[[Shown]]\`\n`,
    )
  })

  it('is a change of its author, which does not undo what others write', async () => {
    const pageId = await create('Changing', 'See [[Agreed]].')
    await ask('/v1/pages/edit', { pageId, mode: 'append', text: 'Another line.' })
    const writer = await addPerson(quire, 'Wren', 'MEMBER')
    const input = { title: 'Agreed' }
    const { pageId: target } = await ask<{ pageId: string }>('/v1/pages/create', input, writer.key)
    await join()
    assert.equal(
      await markdownOf(quire, pageId),
      `See [Agreed](/pages/${target}).\n\nAnother line.\n`,
    )
    const { versions } = await ask<{ versions: { author: { id: string } }[] }>('/v1/history/list', {
      pageId,
    })
    assert.equal(JSON.stringify(versions).includes(writer.userId), false)
  })

  it('stays text in CommonMark, and where it is escaped', async () => {
    const plain = await addPage(quire, 'CommonMark', { markdown: 'See [[Plain]].' })
    const escaped = await create('Escaped', 'See \\[[Plain]] and `[[Plain]]`.')
    assert.deepEqual([await brokenOn(plain), await brokenOn(escaped)], [[], []])
    const target = await addPage(quire, 'Plain')
    await join()
    assert.equal(await markdownOf(quire, plain), 'See [[Plain]].\n')
    assert.equal(await markdownOf(quire, escaped), 'See [[Plain]] and `[[Plain]]`.\n')
    assert.deepEqual(await linksTo(target), [])
  })

  it('waits while several pages have its title', async () => {
    const pageId = await create('Twins', '[[Twin]]')
    const first = await addPage(quire, 'Twin', { parentId: pageId })
    await addPage(quire, 'Twin', { parentId: first })
    await join()
    assert.deepEqual(
      (await brokenOn(pageId)).map(({ name }) => name),
      ['Twin'],
    )
    await ask('/v1/pages/update', { pageId: first, title: 'Twin' })
  })
})

describe('a page that not everyone can read', () => {
  let reader: Person
  before(async () => {
    reader = await addPerson(quire, 'Rita', 'MEMBER')
  })

  it('joins no link of a page with other readers, and changes nothing for them', async () => {
    const section = await addPage(quire, 'Section')
    await grantOnly(quire, section, { [quire.userId]: 'manage' })
    const open = await create('Open notes', 'See [[Secret plan]].')
    const { body } = await quire.post<{ pageId: string }>('/v1/pages/create', {
      workspaceId: quire.workspaceId,
      title: 'Private notes',
      parentId: section,
    })
    const inside = body.pageId
    const saved = { pageId: inside, version: 1, markdown: '[[Secret plan]]', dialect: 'wiki' }
    await ask('/v1/pages/save', saved)
    const seen = async () =>
      JSON.stringify([
        await brokenOn(open, reader.key),
        await ask('/v1/page-links/broken', {}, reader.key),
        await ask('/v1/pages/get', { page: open }, reader.key),
      ])
    const before = await seen()
    const secret = await addPage(quire, 'Secret plan', { parentId: section })
    await join()
    assert.equal(await seen(), before)
    assert.equal(await markdownOf(quire, inside), `[Secret plan](/pages/${secret})\n`)
    assert.deepEqual(await linksTo(secret), ['Private notes'])
    assert.equal(before.includes('Private notes'), false)
  })

  it('joins no link of someone who cannot read it', async () => {
    const section = await addPage(quire, 'Closed')
    await grantOnly(quire, section, { [quire.userId]: 'manage' })
    const page = await addPage(quire, 'Notes of Rita')
    const written = { pageId: page, version: 1, markdown: '[[Closed plan]]', dialect: 'wiki' }
    await ask('/v1/pages/save', written, reader.key)
    const closed = await addPage(quire, 'Closed plan', { parentId: section })
    await join()
    assert.deepEqual(
      (await brokenOn(page)).map(({ name }) => name),
      ['Closed plan'],
    )
    assert.deepEqual(await linksTo(closed), [])
    await grantOnly(quire, section, { [quire.workspaceId]: 'write', [quire.userId]: 'manage' })
    await ask('/v1/pages/update', { pageId: closed, title: 'Closed plan 2' })
    await join()
    assert.deepEqual(
      (await brokenOn(page)).map(({ name }) => name),
      ['Closed plan'],
    )
  })
})
