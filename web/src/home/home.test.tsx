import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { render, screen, waitFor, within } from '../../../test/support/web/screen.tsx'
import {
  inWorkspace,
  startWebServer,
  type WebServer,
} from '../../../test/support/web/web-server.tsx'

let quire: WebServer
const { Home } = await import('./home.tsx')

before(async () => {
  quire = await startWebServer()
})
after(() => quire.close())
afterEach(() => quire.setRole('OWNER'))

async function show() {
  const user = userEvent.setup()
  const shown = render(await inWorkspace(<Home />))
  await screen.findByRole('heading', { name: 'Hello, Ada' })
  return { user, shown }
}

describe('Home', () => {
  it('tells a viewer of an empty workspace who will write', async () => {
    quire.setRole('VIEWER')
    await show()
    assert.ok(await screen.findByText(/Members who can edit will add some/))
    assert.ok(screen.queryByRole('button', { name: 'New page' }) === null)
  })

  it('offers a member no invitations, and an admin them too', async () => {
    quire.setRole('MEMBER')
    const { shown } = await show()
    const steps = await screen.findByRole('region', { name: 'Getting started' })
    assert.ok(within(steps).queryByText('Invite people') === null)
    shown.unmount()
    quire.setRole('ADMIN')
    await show()
    assert.ok(await screen.findByText('Invite people'))
  })

  it('makes the first page', async () => {
    const { user, shown } = await show()
    await user.click(await screen.findByText('Create your first page'))
    await waitFor(() => assert.match(shown.address(), /^\/pages\//))
  })

  it('shows the pages at the top until one was opened', async () => {
    await quire.addPage('Plan')
    await show()
    assert.ok(await screen.findByRole('region', { name: 'Pages' }))
    assert.ok(screen.getByRole('link', { name: /Plan/ }))
  })

  it('shows recent pages and favourites', async () => {
    const { workspaceId } = quire
    const pageId = await quire.addPage('Roadmap')
    await quire.post('/v1/recent/visit', { workspaceId, pageId })
    await quire.post('/v1/favourites/add', { workspaceId, pageId })
    await show()
    for (const name of ['Recent', 'Favourites']) {
      const section = await screen.findByRole('region', { name })
      assert.ok(within(section).getByRole('link', { name: /Roadmap/ }))
    }
  })

  it('makes a page from a template of the workspace', async () => {
    const { workspaceId } = quire
    const pageId = await quire.addPage('Meeting notes')
    await quire.post('/v1/templates/add', { workspaceId, pageId, sectionId: null })
    const { user, shown } = await show()
    await user.click(screen.getByRole('button', { name: 'Start with a template' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Meeting notes' }))
    await waitFor(() => assert.match(shown.address(), /^\/pages\//))
    assert.ok(!shown.address().endsWith(pageId))
  })

  it('says in words what did not load, and tries again', async () => {
    const message = 'The server is busy. Try again in a moment.'
    quire.refuse('/v1/pages/list', 503, { code: 'BUSY', message })
    const { user } = await show()
    assert.ok(await screen.findByText(message))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => assert.ok(screen.queryByText(message) === null))
  })
})
