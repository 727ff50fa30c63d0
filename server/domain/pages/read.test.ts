import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage, nothing } from '../../../test/support/pages.ts'
import { addWorkspace } from '../../../test/support/people.ts'
import { contextOf, startServer, type TestServer } from '../../../test/support/server.ts'
import { AppError } from '../../lib/errors.ts'
import { systemViewer } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { outlinePages } from './lists.ts'
import { findPage, referToPage } from './read.ts'
import { removePage } from './trash.ts'

let server: TestServer
let context: WorkspaceContext
let workspaceId = ''
before(async () => {
  server = await startServer()
  workspaceId = server.workspaceId
  context = contextOf(server, { via: 'mcp' })
})
after(() => server.close())

const find = (page: string, { offset = 0, maxBytes = 1000 } = {}) =>
  findPage(context, { workspaceId, page, offset, maxBytes })

describe('findPage', () => {
  it('refuses an id of nothing, of another workspace and of the trash alike', async () => {
    const other = await addWorkspace(server, 'Elsewhere')
    const unused = await addPage(server, 'Foreign', { workspaceId: other })
    const pageId = await addPage(server, 'Gone soon')
    await removePage(context, { workspaceId, pageId })
    for (const page of [nothing, unused, pageId, `/pages/${pageId}`, 'Gone soon', 'Foreign']) {
      await assert.rejects(find(page), { code: 'PAGE_NOT_FOUND' })
    }
  })

  it('takes a title exactly: in its case, whole, and with its spaces', async () => {
    await addPage(server, 'Exact Title')
    for (const page of [
      'exact title',
      'Exact',
      'Exact Title ',
      'Exact  Title',
      '%',
      'Exact_Title',
    ]) {
      await assert.rejects(find(page), { code: 'PAGE_NOT_FOUND' })
    }
    assert.equal((await find('Exact Title')).title, 'Exact Title')
  })

  it('refuses a title of several pages, naming at most five of them', async () => {
    const ids: string[] = []
    for (let count = 0; count < 7; count += 1) {
      ids.push(await addPage(server, 'Twin'))
      if (count === 0) continue
      await assert.rejects(find('Twin'), (error) => {
        assert.ok(error instanceof AppError)
        assert.equal(error.code, 'PAGE_AMBIGUOUS')
        const named = ids.filter((id) => error.message.includes(id))
        assert.deepEqual(named, ids.slice(0, 5))
        return true
      })
    }
  })

  it('finds the last of several by its title once the others are in the trash', async () => {
    const first = await addPage(server, 'Once two')
    const second = await addPage(server, 'Once two')
    await removePage(context, { workspaceId, pageId: first })
    assert.equal((await find('Once two')).id, second)
  })

  it('takes an id in either case, and an address with what may follow it', async () => {
    const id = await addPage(server, 'Addressed')
    const wanted = [
      id,
      ` ${id.toUpperCase()} `,
      `/pages/${id}`,
      `https://notes.example.com/pages/${id}/?tab=1#top`,
      `https://notes.example.com/workspaces/${workspaceId}/pages/${id}`,
    ]
    for (const page of wanted) assert.equal((await find(page)).id, id)
  })

  it('finds titles of every script', async () => {
    for (const title of ['研究ノート', 'Ünïcode ✓', '🌲', "Robert'); --"]) {
      const id = await addPage(server, title)
      assert.equal((await find(title)).id, id)
    }
  })

  it('gives the Markdown in parts that make the whole again, no character torn', async () => {
    const markdown = 'Ein Wald: 🌲🌲🌲 und 研究.\n\n'.repeat(40).trim()
    const id = await addPage(server, 'In parts', { markdown })
    const complete = await find(id, { maxBytes: 100_000 })
    assert.deepEqual([complete.nextOffset, complete.length], [null, complete.markdown.length])

    let text = ''
    let offset: number | null = 0
    while (offset !== null) {
      const part = await find(id, { offset, maxBytes: 101 })
      assert.ok(Buffer.byteLength(part.markdown) <= 101 && part.markdown.isWellFormed())
      assert.equal(part.length, complete.length)
      text += part.markdown
      offset = part.nextOffset
    }
    assert.equal(text, complete.markdown)
    const beyond = await find(id, { offset: complete.length + 5 })
    assert.deepEqual([beyond.markdown, beyond.nextOffset], ['', null])
  })

  it('says null for the page above a top page, else its id', async () => {
    const top = await addPage(server, 'Above')
    const below = await addPage(server, 'Below', { parentId: top })
    assert.deepEqual([(await find(top)).parentId, (await find(below)).parentId], [null, top])
  })
})

describe('outlinePages', () => {
  it('refuses a parent that is not there', async () => {
    const query = { workspaceId, parentId: nothing, depth: 1 }
    await assert.rejects(outlinePages(context, query, { limit: 1, offset: 0 }), {
      code: 'PAGE_NOT_FOUND',
    })
  })

  it('lists each page before those under it, to a depth, in parts', async () => {
    const parentId = await addPage(server, 'Root')
    const a = await addPage(server, 'A', { parentId })
    await addPage(server, 'B', { parentId })
    const deep = await addPage(server, 'A1', { parentId: a })
    await addPage(server, 'A1x', { parentId: deep })
    const list = async (depth: number, limit = 10, offset = 0) => {
      const query = { workspaceId, parentId, depth }
      const { pages, nextOffset } = await outlinePages(context, query, { limit, offset })
      return [pages.map((page) => `${page.title} ${page.depth} ${page.children}`), nextOffset]
    }
    assert.deepEqual(await list(1), [['A 1 1', 'B 1 0'], null])
    assert.deepEqual(await list(2), [['A 1 1', 'A1 2 1', 'B 1 0'], null])
    assert.deepEqual(await list(3, 2), [['A 1 1', 'A1 2 1'], 2])
    assert.deepEqual(await list(3, 2, 2), [['A1x 3 0', 'B 1 0'], null])
  })
})

describe('referToPage', () => {
  it('refuses a page of another workspace, and knows one in the trash', async () => {
    const pageId = await addPage(server, 'Referred')
    await assert.rejects(referToPage({ ...context, viewer: systemViewer(nothing) }, pageId), {
      code: 'PAGE_NOT_FOUND',
    })
    await removePage(context, { workspaceId, pageId })
    const { title, url } = await referToPage(context, pageId)
    assert.deepEqual([title, url], ['Referred', `/pages/${pageId}`])
  })
})
