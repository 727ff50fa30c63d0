import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage, nothing } from '../../support/pages.ts'
import { addWorkspace } from '../../support/people.ts'
import { startServer, type TestServer } from '../../support/server.ts'

type Found = {
  id: string
  title: string
  url: string
  version: number
  parentId: string | null
  markdown: string
  length: number
  nextOffset: number | null
}

describe('/v1/pages/get', () => {
  let quire: TestServer
  before(async () => {
    quire = await startServer({ publicUrl: 'https://notes.example.com' })
  })
  after(() => quire.close())

  const get = <Body = Found>(page: string, part: object = {}) =>
    quire.post<Body>('/v1/pages/get', { workspaceId: quire.workspaceId, page, ...part })

  it('refuses what names no page', async () => {
    for (const page of [nothing, `https://notes.example.com/pages/${nothing}`]) {
      const { status, body } = await get<{ code: string; message: string }>(page)
      assert.equal(status, 404)
      assert.equal(body.code, 'PAGE_NOT_FOUND')
      assert.match(body.message, /^PAGE_NOT_FOUND: page .+ not found/)
    }
  })

  it('lists pages with a similar title for one that is not there, not those that search finds', async () => {
    const id = await addPage(quire, 'Release checklist', { markdown: 'A roadmap.' })
    const messageFor = async (page: string) => {
      const { status, body } = await get<{ code: string; message: string }>(page)
      assert.deepEqual([status, body.code], [404, 'PAGE_NOT_FOUND'])
      return body.message
    }
    assert.equal(
      await messageFor('release checklists'),
      `Page "release checklists" not found. No page has exactly this title. Similar pages: "Release checklist" (${id}).`,
    )
    assert.equal(
      await messageFor('Roadmap'),
      'Page "Roadmap" not found. No page has exactly this title. Search for the page and use its ID.',
    )
  })

  it('refuses a title of several pages, and names them', async () => {
    const ids = [await addPage(quire, 'Twin'), await addPage(quire, 'Twin')]
    const { status, body } = await get<{ code: string; message: string }>('Twin')
    assert.equal(status, 409)
    assert.equal(body.code, 'PAGE_AMBIGUOUS')
    for (const id of ids) assert.match(body.message, new RegExp(id))
  })

  it('does not look into another workspace', async () => {
    const other = await addWorkspace(quire, 'Other')
    const pageId = await addPage(quire, 'Elsewhere', { workspaceId: other })
    for (const page of [pageId, 'Elsewhere']) assert.equal((await get(page)).status, 404)
  })

  it('finds a page by its id, its addresses and its exact title', async () => {
    const parentId = await addPage(quire, 'Above')
    const id = await addPage(quire, 'Below', { parentId, markdown: 'Text.' })
    const { workspaceId } = quire
    for (const page of [
      id,
      id.toUpperCase(),
      `https://notes.example.com/pages/${id}`,
      `/workspaces/${workspaceId}/pages/${id}?from=mail#top`,
      'Below',
    ]) {
      const { status, body } = await get(page)
      assert.equal(status, 200, page)
      assert.equal(body.id, id)
    }
    const { body } = await get(id)
    assert.equal(body.url, `https://notes.example.com/pages/${id}`)
    assert.equal(body.parentId, parentId)
    assert.equal(body.version, 1)
    assert.equal(body.markdown, 'Text.\n')
    assert.equal(body.nextOffset, null)
  })

  it('gives a long page in parts that make the whole, cut at lines', async () => {
    const lines = Array.from({ length: 60 }, (_, index) => `Line ${index} with дома и 🏠 in it.`)
    const id = await addPage(quire, 'Long', { markdown: lines.join('\n\n') })
    const complete = (await get(id)).body
    let text = ''
    let offset: number | null = 0
    let parts = 0
    while (offset !== null) {
      const { body }: { body: Found } = await get(id, { offset, maxBytes: 500 })
      assert.ok(Buffer.byteLength(body.markdown) <= 500)
      if (body.nextOffset !== null) assert.match(body.markdown, /\n$/)
      text += body.markdown
      offset = body.nextOffset
      parts += 1
    }
    assert.equal(text, complete.markdown)
    assert.equal(complete.length, complete.markdown.length)
    assert.ok(parts > 4)
  })

  it('never cuts a character in two', async () => {
    const id = await addPage(quire, 'Emoji', { markdown: '🏠'.repeat(200) })
    const { body } = await get(id, { maxBytes: 101 })
    assert.equal(body.markdown, '🏠'.repeat(25))
    assert.equal((await get(id, { offset: 51, maxBytes: 104 })).body.markdown.at(0), '\ud83c')
  })

  it('gives nothing beyond the end', async () => {
    const id = await addPage(quire, 'Short', { markdown: 'x' })
    const { body } = await get(id, { offset: 1000 })
    assert.equal(body.markdown, '')
    assert.equal(body.nextOffset, null)
  })
})
