import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { linkVersion } from '../../../content/links/link-version.ts'
import { indexPageLinks } from '../../../server/domain/links/index-pages.ts'
import { linkIndexing, pageLinks, pageTags } from '../../../server/store/index.ts'
import { statement } from '../../../server/store/statement.ts'
import { addPage } from '../../support/pages.ts'
import { runJobs } from '../../support/semantic.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { until } from '../../support/until.ts'

const tables = ['page_links', 'page_tags', 'link_indexes'] as const

/** Leaves the store as an earlier release wrote it. */
async function forgetLinks({ app }: TestServer): Promise<void> {
  await app.store.transact(async (transaction) => {
    for (const table of tables) {
      await transaction.run(statement(`test.forget.${table}`, `delete from ${table}`))
    }
    await transaction.run(
      statement('test.forgetAnchors', 'update page_contents set anchors = null'),
    )
  })
}

describe('the links of existing pages', () => {
  let quire: TestServer
  const sources: string[] = []
  let target: string
  before(async () => {
    quire = await startServer({ rateLimit: 0 })
    target = await addPage(quire, 'Target', { markdown: '# Here' })
    for (let number = 0; number < 40; number += 1) {
      const markdown = `A [link](/pages/${target}#there) and a #tag.`
      sources.push(await addPage(quire, `Source ${number}`, { markdown }))
    }
  })
  after(() => quire.close())

  const linksOf = (pageId: string) =>
    pageLinks.ofPage(quire.app.store, { workspaceId: quire.workspaceId, pageId })
  const progress = () => linkIndexing.indexedTo(quire.app.store, quire.workspaceId, linkVersion)

  it('are indexed in parts, and continue after an interruption', async () => {
    await forgetLinks(quire)
    assert.deepEqual(await linksOf(sources[0] ?? ''), [])
    const { store } = quire.app
    const { content } = quire.app.semantic
    const stop = new AbortController()
    let read = 0
    const stopping = {
      links: (page: { id: string; document: string }) => {
        read += 1
        if (read === 20) stop.abort()
        return content.links(page)
      },
    }
    const context = { store, content: Object.assign(Object.create(content), stopping) }
    await indexPageLinks(context, quire.workspaceId, stop.signal)
    assert.notEqual(await progress(), null)
    const before = read
    await indexPageLinks(context, quire.workspaceId, new AbortController().signal)
    assert.equal(await progress(), null)
    assert.ok(read < before + 41)
    for (const pageId of sources) {
      const [link] = await linksOf(pageId)
      assert.deepEqual([link?.targetId, link?.anchor], [target, 'there'])
      const tags = await pageTags.ofPage(store, { workspaceId: quire.workspaceId, pageId }, 'text')
      assert.deepEqual(
        tags.map(({ tag }) => tag),
        ['tag'],
      )
    }
  })

  it('are indexed by the background job, with the anchors', async () => {
    await forgetLinks(quire)
    const { workspaceId } = quire
    const broken = () =>
      quire.post<{ items: { reason: string }[] }>('/v1/page-links/broken', { workspaceId })
    assert.deepEqual((await broken()).body.items, [])
    const runner = runJobs(quire)
    await until(async () => (await progress()) === null)
    await runner.stop()
    assert.deepEqual(runner.faults, [])
    const { items } = (await broken()).body
    assert.equal(items.length, 40)
    assert.ok(items.every(({ reason }) => reason === 'anchor'))
  })
})
