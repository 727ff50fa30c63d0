import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { contextOf, startServer, type TestServer } from '../../../test/support/server.ts'
import { newId } from '../../lib/ids.ts'
import { pages, systemViewer } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { searchPages } from '../search/search.ts'
import { checkStore } from '../transfer/check/check.ts'
import { createPage } from './create.ts'
import { getMarkdown } from './read.ts'
import { updatePage } from './update.ts'

function documentOf(...texts: string[]): object {
  const paragraphs = texts.map((text) => ({
    type: 'paragraph',
    content: [{ type: 'text', text }],
  }))
  return { type: 'doc', content: paragraphs }
}

describe('pages written at once', () => {
  let server: TestServer
  let context: WorkspaceContext
  let workspaceId = ''
  before(async () => {
    server = await startServer()
    workspaceId = server.workspaceId
    context = contextOf(server)
  })
  after(() => server.close())

  const create = (title: string, markdown = '') =>
    createPage(context, { workspaceId, parentId: null, title, ownership: 'TEXT', markdown })
  const find = async (query: string) =>
    (await searchPages(context, { query, k: 20 })).map(({ pageId }) => pageId)

  it('are undone whole when a file to attach is not there', async () => {
    const page = { workspaceId, parentId: null, title: 'Undone', ownership: 'TEXT' } as const
    const before = (await checkStore(context)).events
    await assert.rejects(
      createPage(context, { ...page, markdown: 'vanished', attachments: [newId()] }),
    )
    assert.deepEqual(await find('vanished'), [])
    const report = await checkStore(context)
    assert.deepEqual([report.faults, report.events], [[], before])
  })

  it('keep the later write of two, whole, and never a mix', async () => {
    const pageId = await create('Start', 'start')
    const names = Array.from({ length: 40 }, (_, index) => `writer${100 + index}`)
    const writing = { isOver: false }
    const seen = new Set<string>()
    const reading = (async () => {
      while (!writing.isOver) {
        const markdown = await getMarkdown(context, { workspaceId, pageId })
        seen.add(markdown)
        await new Promise(setImmediate)
      }
    })()
    await Promise.all(
      names.map((name) =>
        updatePage(context, { workspaceId, pageId, title: name, content: documentOf(name, name) }),
      ),
    )
    writing.isOver = true
    await reading
    for (const markdown of seen) assert.match(markdown, /^(start|(writer\d+)\n\n\2)\n$/)

    const page = await pages.get(context.store, systemViewer(workspaceId), pageId)
    assert.equal(page?.version, 1 + names.length)
    const { title } = page
    assert.equal(await getMarkdown(context, { workspaceId, pageId }), `${title}\n\n${title}\n`)
    for (const name of names)
      assert.deepEqual(await find(`"${name}"`), name === title ? [pageId] : [])
    assert.deepEqual((await checkStore(context)).faults, [])
  })

  it('keep both when one changes the title and the other the content', async () => {
    for (let round = 0; round < 10; round += 1) {
      const pageId = await create('Start', 'start')
      const title = `Renamed${round}`
      await Promise.all([
        updatePage(context, { workspaceId, pageId, title }),
        updatePage(context, { workspaceId, pageId, content: documentOf(`rewritten${round}`) }),
        updatePage(context, { workspaceId, pageId, icon: '🌲' }),
      ])
      const page = await pages.get(context.store, systemViewer(workspaceId), pageId)
      assert.deepEqual([page?.title, page?.icon, page?.version], [title, '🌲', 4])
      assert.equal(await getMarkdown(context, { workspaceId, pageId }), `rewritten${round}\n`)
      assert.deepEqual(
        [await find(`"${title}"`), await find(`"rewritten${round}"`)],
        [[pageId], [pageId]],
      )
    }
  })

  it('each get a place of their own at the end', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, index) => create(`At once ${index}`)))
    const rows = await pages.children(context.store, workspaceId, workspaceId)
    assert.equal(new Set(rows.map(({ position }) => position)).size, rows.length)
  })
})
