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
})
