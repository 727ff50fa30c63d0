import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { fireEvent } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { replace } from '../../../test/support/processes/replace.ts'
import { render, screen, waitFor, within } from '../../../test/support/web/screen.tsx'
import {
  inWorkspace,
  startWebServer,
  type WebServer,
} from '../../../test/support/web/web-server.tsx'

let quire: WebServer
const { PageSidebar } = await import('./page-sidebar.tsx')

before(async () => {
  // Nothing has a size here, and of a list without one nothing is drawn.
  replace(HTMLElement.prototype, { clientHeight: { get: () => 800 } })
  replace(HTMLElement.prototype, { clientWidth: { get: () => 280 } })
  quire = await startWebServer()
  const notes = await quire.addPage('Notes')
  await quire.addPage('Monday', { parentId: notes })
  await quire.addPage('Tuesday', { parentId: notes })
  await quire.addPage('Roadmap')
  await quire.addPage('<img src=x onerror=alert(1)>')
})
after(() => quire.close())
beforeEach(() => {
  localStorage.clear()
  quire.setRole('OWNER')
  quire.asked.length = 0
})

async function show() {
  const user = userEvent.setup()
  render(await inWorkspace(<PageSidebar onOpen={() => undefined} />))
  await screen.findByRole('treeitem', { name: 'Notes' })
  return user
}

const titles = () => screen.getAllByRole('treeitem').map((row) => row.getAttribute('aria-label'))
const row = (name: string) => screen.getByRole('treeitem', { name })
const listed = async (parentId: string | null = null) => {
  const { workspaceId } = quire
  const { body } = await quire.post<{ pages: { title: string; id: string }[] }>('/v1/pages/list', {
    workspaceId,
    parentId,
    depth: 1,
  })
  return body.pages
}

describe('PageSidebar', () => {
  it('lets a viewer change nothing', async () => {
    quire.setRole('VIEWER')
    const user = await show()
    assert.ok(screen.queryByRole('button', { name: 'New page' }) === null)
    fireEvent.contextMenu(row('Notes'))
    await screen.findByRole('menuitem', { name: 'Copy link' })
    assert.ok(screen.queryByRole('menuitem', { name: 'Rename' }) === null)
    assert.ok(screen.queryByRole('menuitem', { name: 'Move to trash' }) === null)
    await user.keyboard('{Escape}')
  })

  it('asks for the pages below one only when it is opened', async () => {
    const user = await show()
    assert.deepEqual(titles(), ['Notes', 'Roadmap', '<img src=x onerror=alert(1)>'])
    const before = quire.asked.filter(({ path }) => path === '/v1/pages/list').length
    assert.equal(before, 1)
    await user.click(within(row('Notes')).getByRole('button', { name: 'Expand Notes' }))
    await screen.findByRole('treeitem', { name: 'Monday' })
    assert.equal(row('Monday').getAttribute('aria-level'), '2')
    assert.equal(row('Notes').getAttribute('aria-expanded'), 'true')
  })

  it('goes through the tree by keyboard', async () => {
    const user = await show()
    row('Notes').focus()
    await user.keyboard('{ArrowRight}')
    await screen.findByRole('treeitem', { name: 'Monday' })
    await user.keyboard('{ArrowDown}')
    await waitFor(() => assert.ok(document.activeElement === row('Monday')))
    await user.keyboard('{ArrowLeft}')
    await waitFor(() => assert.ok(document.activeElement === row('Notes')))
  })

  it('mirrors the arrow keys where the app is laid out from right to left', async () => {
    document.documentElement.dir = 'rtl'
    try {
      const user = await show()
      row('Notes').focus()
      await user.keyboard('{ArrowLeft}')
      await screen.findByRole('treeitem', { name: 'Monday' })
      await user.keyboard('{ArrowRight}')
      await waitFor(() => assert.equal(row('Notes').getAttribute('aria-expanded'), 'false'))
    } finally {
      document.documentElement.dir = 'ltr'
    }
  })

  it('puts a page back that the server does not let go', async () => {
    const user = await show()
    quire.refuse('/v1/pages/delete', 403, { code: 'FORBIDDEN', message: 'You may only read.' })
    fireEvent.contextMenu(row('Roadmap'))
    await user.click(await screen.findByRole('menuitem', { name: 'Move to trash' }))
    await waitFor(() => assert.ok(quire.asked.some(({ path }) => path === '/v1/pages/delete')))
    await screen.findByRole('treeitem', { name: 'Roadmap' })
  })

  it('makes a page inside another and opens that', async () => {
    const user = await show()
    await user.click(within(row('Notes')).getByRole('button', { name: 'New page in Notes' }))
    await screen.findByRole('treeitem', { name: 'Untitled' })
    const notes = (await listed())[0]
    const below = (await listed(notes?.id)).map(({ title }) => title)
    assert.deepEqual(below, ['Monday', 'Tuesday', 'Untitled'])
  })

  it('moves a page by keyboard', async () => {
    const user = await show()
    row('<img src=x onerror=alert(1)>').focus()
    await user.keyboard('{Control>}{Shift>}{d}{/Shift}{/Control}')
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}{Enter}')
    await waitFor(() => assert.ok(quire.asked.some(({ path }) => path === '/v1/pages/move')))
  })

  it('puts a page into the trash from its menu', async () => {
    const user = await show()
    const last = titles().at(-1) ?? ''
    fireEvent.contextMenu(row(last))
    await user.click(await screen.findByRole('menuitem', { name: 'Move to trash' }))
    await waitFor(() => assert.equal(titles().includes(last), false))
    assert.equal(
      (await listed()).some(({ title }) => title === last),
      false,
    )
  })

  it('keeps a favourite above the tree', async () => {
    const user = await show()
    fireEvent.contextMenu(row('Notes'))
    await user.click(await screen.findByRole('menuitem', { name: 'Add to favourites' }))
    const section = await screen.findByRole('region', { name: 'Favourites' })
    assert.ok(within(section).getByRole('link', { name: 'Notes' }))
  })
})
