import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { fireEvent } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { replace } from '../../../../test/support/processes/replace.ts'
import { render, screen, waitFor, within } from '../../../../test/support/web/screen.tsx'
import {
  inWorkspace,
  startWebServer,
  type WebServer,
} from '../../../../test/support/web/web-server.tsx'

let quire: WebServer
const { PageSidebar } = await import('../page-sidebar.tsx')

before(async () => {
  // Nothing has a size here, and of a list without one nothing is drawn.
  replace(HTMLElement.prototype, { clientHeight: { get: () => 800 } })
  replace(HTMLElement.prototype, { clientWidth: { get: () => 280 } })
  quire = await startWebServer()
  const notes = await quire.addPage('Notes')
  await quire.addPage('Monday', { parentId: notes })
  for (const title of ['Roadmap', 'Ideas', 'Old']) await quire.addPage(title)
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

const row = (name: string) => screen.getByRole('treeitem', { name })
const selected = () =>
  screen
    .getAllByRole('treeitem')
    .filter((one) => one.hasAttribute('data-selected'))
    .map((one) => one.getAttribute('aria-label'))
const isFocused = (name: string) =>
  waitFor(() => assert.ok(document.activeElement === row(name), name))
const trashed = () => quire.asked.filter(({ path }) => path === '/v1/pages/delete').length

describe('pages selected in the tree', () => {
  it('are not moved or put into the trash by a viewer', async () => {
    quire.setRole('VIEWER')
    const user = await show()
    row('Roadmap').focus()
    await user.keyboard(' ')
    const bar = await screen.findByRole('toolbar', { name: 'Selected pages' })
    assert.ok(within(bar).getByRole('button', { name: 'Add to favourites' }))
    assert.equal(within(bar).queryByRole('button', { name: 'Move to trash' }), null)
    await user.keyboard('{Delete}')
    assert.equal(trashed(), 0)
  })

  it('are chosen one by one with Space, and no more after Escape', async () => {
    const user = await show()
    row('Roadmap').focus()
    await user.keyboard(' {ArrowDown}')
    await isFocused('Ideas')
    await user.keyboard('{ArrowDown}')
    await isFocused('Old')
    await user.keyboard(' ')
    await screen.findByText('2 pages selected')
    assert.deepEqual(selected(), ['Roadmap', 'Old'])
    assert.equal(row('Old').getAttribute('aria-selected'), 'true')
    await user.keyboard('{Escape}')
    assert.deepEqual(selected(), [])
    assert.equal(screen.queryByRole('toolbar', { name: 'Selected pages' }), null)
  })

  it('grow and shrink with Shift and the arrows', async () => {
    const user = await show()
    row('Roadmap').focus()
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
    await isFocused('Ideas')
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
    await isFocused('Old')
    assert.deepEqual(selected(), ['Roadmap', 'Ideas', 'Old'])
    await user.keyboard('{Shift>}{ArrowUp}{/Shift}')
    await isFocused('Ideas')
    assert.deepEqual(selected(), ['Roadmap', 'Ideas'])
    await user.keyboard('{Control>}a{/Control}')
    assert.deepEqual(selected(), ['Notes', 'Roadmap', 'Ideas', 'Old'])
  })

  it('reach to the page that is clicked with Shift, or change by its menu', async () => {
    await show()
    fireEvent.contextMenu(row('Roadmap'))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Select' }))
    await screen.findByText('1 page selected')
    fireEvent.click(within(row('Old')).getByRole('link'), { shiftKey: true })
    assert.deepEqual(selected(), ['Roadmap', 'Ideas', 'Old'])
    fireEvent.click(within(row('Ideas')).getByRole('link'), { ctrlKey: true })
    assert.deepEqual(selected(), ['Roadmap', 'Old'])
  })

  it('are added to the favourites together', async () => {
    const user = await show()
    row('Roadmap').focus()
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
    await user.click(await screen.findByRole('button', { name: 'Add to favourites' }))
    await screen.findByText('2 pages added to favourites')
  })

  it('go into the trash once, with what is below them, and come back', async () => {
    const user = await show()
    row('Notes').focus()
    await user.keyboard('{ArrowRight}')
    await screen.findByRole('treeitem', { name: 'Monday' })
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
    await isFocused('Monday')
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
    await isFocused('Roadmap')
    assert.deepEqual(selected(), ['Notes', 'Monday', 'Roadmap'])
    await user.keyboard('{Delete}')
    await screen.findByText('2 pages moved to the trash')
    assert.equal(trashed(), 2)
    await waitFor(() => assert.equal(screen.queryByRole('treeitem', { name: 'Notes' }), null))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await screen.findByRole('treeitem', { name: 'Notes' })
    await screen.findByRole('treeitem', { name: 'Roadmap' })
  })
})
