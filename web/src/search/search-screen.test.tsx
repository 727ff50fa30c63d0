import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { render, screen, waitFor } from '../../../test/support/web/screen.tsx'
import {
  inWorkspace,
  startWebServer,
  type WebServer,
} from '../../../test/support/web/web-server.tsx'

let quire: WebServer
const { SearchScreen } = await import('./search-screen.tsx')

before(async () => {
  quire = await startWebServer()
  const rivers = await quire.addPage('Rivers')
  await quire.addPage('Danube', { parentId: rivers, markdown: 'A river of ten countries.' })
  await quire.addPage('Measure', { ownership: 'SKILL', markdown: 'How to measure a river.' })
})
after(() => quire.close())

async function show(at: string) {
  const user = userEvent.setup()
  render(await inWorkspace(<SearchScreen />), { at })
  await screen.findByRole('heading', { name: 'Search' })
  return user
}

describe('SearchScreen', () => {
  it('says what is searched until something is asked', async () => {
    await show('/search')
    assert.ok(await screen.findByText('Search all pages'))
  })

  it('says that results can be missing while pages are indexed', async () => {
    const hit = { pageId: quire.workspaceId, title: 'Glaciers', icon: null, above: [] }
    const shown = { beginning: '', content: '', blockNumber: 0, ownership: 'TEXT', type: 'TEXT' }
    const results = [{ ...hit, ...shown, updatedAt: '2026-11-28T12:00:00.000Z' }]
    const part = { nextOffset: null, total: 1, isTotalExact: true, isIndexing: true }
    quire.answer('/v1/search/find', { results, ...part })
    await show('/search?q=glaciers')
    assert.ok(await screen.findByText(/^1 page · Pages are still being indexed/))
    quire.answer('/v1/search/find', { ...part, results: [], total: 0 })
    await show('/search?q=moraine')
    assert.ok(await screen.findByText(/^Pages are still being indexed/))
  })

  it('reads words and filters from the address', async () => {
    await show('/search?q=river&kind=skill')
    assert.ok(await screen.findByRole('link', { name: /Measure/ }))
    assert.ok(screen.getByText('1 page'))
    assert.ok(screen.getByText('Skill'))
  })

  it('takes an address that makes no sense for no filter', async () => {
    await show('/search?q=river&kind=nonsense&in=nowhere')
    assert.ok(await screen.findByRole('link', { name: /Danube/ }))
    assert.ok(screen.getByText('Rivers', { exact: false, selector: 'p, div' }))
  })

  it('asks again for another kind, and says so when nothing matches', async () => {
    const user = await show('/search?q=river')
    await screen.findByRole('link', { name: /Danube/ })
    await user.click(screen.getByText('Boards'))
    assert.ok(await screen.findByText('No pages found'))
    const asked = quire.asked.findLast(({ path }) => path === '/v1/search/find')
    assert.equal(asked?.body['type'], 'KANBAN')
  })

  it('says in words what went wrong, and tries again', async () => {
    const message = 'The server is busy. Try again in a moment.'
    quire.refuse('/v1/search/find', 503, { code: 'BUSY', message })
    const user = await show('/search?q=countries')
    assert.ok(await screen.findByText(message))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => assert.ok(screen.queryByText(message) === null))
  })

  it('shows the beginning of a page found by its title', async () => {
    await show('/search?q=danube')
    const link = await screen.findByRole('link', { name: /Danube/ })
    assert.match(link.textContent ?? '', /A river of ten countries/)
  })

  it('shows more than the first fifty, and how many there are', async () => {
    for (let index = 0; index < 60; index += 1) await quire.addPage(`Volcano ${index}`)
    const user = await show('/search?q=volcano')
    assert.ok(await screen.findByText('60 pages'))
    assert.equal(screen.getAllByRole('link', { name: /Volcano/ }).length, 50)
    await user.click(screen.getByRole('button', { name: 'Show more' }))
    await waitFor(() => assert.equal(screen.getAllByRole('link', { name: /Volcano/ }).length, 60))
    assert.equal(screen.queryByRole('button', { name: 'Show more' }), null)
  })

  it('asks for the pages of an author and of some days', async () => {
    await show('/search?q=river&by=01890000-0000-7000-8000-000000000001&from=2020-01-01')
    assert.ok(await screen.findByText('No pages found'))
    const asked = quire.asked.findLast(({ path }) => path === '/v1/search/find')
    assert.equal(asked?.body['authorId'], '01890000-0000-7000-8000-000000000001')
    assert.equal(asked?.body['updatedFrom'], new Date(2020, 0, 1).toISOString())
  })
})
