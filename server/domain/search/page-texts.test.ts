import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage } from '../../../test/support/pages.ts'
import { addNotes, merge } from '../../../test/support/search-index.ts'
import { openAnother, startServer, type TestServer } from '../../../test/support/server.ts'
import type { App } from '../../app.ts'
import { systemViewer } from '../../store/index.ts'
import { minChanges } from './merge.ts'
import { searchPages } from './search.ts'

let quire: TestServer
let other: App
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  other = await openAnother(quire)
})
after(async () => {
  await other.close()
  await quire.close()
})

async function contents(app: App, query: string): Promise<string[]> {
  const hits = await searchPages(
    { ...app, viewer: systemViewer(quire.workspaceId) },
    { query, k: 10 },
  )
  return hits.map(({ title, content }) => `${title}: ${content}`)
}

async function update(pageId: string, change: { title?: string; text?: string }): Promise<void> {
  const { workspaceId } = quire
  const { title, text } = change
  const paragraph = { type: 'paragraph', content: [{ type: 'text', text }] }
  const content = text === undefined ? {} : { content: { type: 'doc', content: [paragraph] } }
  await quire.post('/v1/pages/update', {
    workspaceId,
    pageId,
    ...content,
    ...(title === undefined ? {} : { title }),
  })
}

describe('the texts of found pages', () => {
  it('are those of the store after every change, in other processes too', async () => {
    const pageId = await addPage(quire, 'Draft', { markdown: 'quokka one' })
    const both = async () => [await contents(quire.app, 'quokka'), await contents(other, 'quokka')]
    assert.deepEqual(await both(), [['Draft: quokka one'], ['Draft: quokka one']])
    await update(pageId, { text: 'quokka two' })
    assert.deepEqual(await both(), [['Draft: quokka two'], ['Draft: quokka two']])
    await update(pageId, { title: 'Final' })
    assert.deepEqual(await both(), [['Final: quokka two'], ['Final: quokka two']])
    const { workspaceId } = quire
    await quire.post('/v1/pages/delete', { workspaceId, pageId })
    assert.deepEqual(await both(), [[], []])
  })

  it('are those of the store when another process has merged the change', async () => {
    const pageId = await addPage(quire, 'Animal', { markdown: 'wombat one' })
    assert.deepEqual(await contents(other, 'wombat'), ['Animal: wombat one'])
    await update(pageId, { text: 'wombat two' })
    await addNotes(quire, { from: 0, to: minChanges })
    await merge(quire)
    assert.deepEqual(await contents(other, 'wombat'), ['Animal: wombat two'])
  })

  it('are those of the store while others write', async () => {
    const pageId = await addPage(quire, 'Animal', { markdown: 'numbat 0' })
    for (let number = 1; number <= 20; number += 1) {
      const searches = Array.from({ length: 4 }, () => contents(other, 'numbat'))
      await update(pageId, { text: `numbat ${number}` })
      assert.deepEqual(await contents(other, 'numbat'), [`Animal: numbat ${number}`])
      await Promise.all(searches)
    }
  })
})
