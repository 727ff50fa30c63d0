import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { render, screen, waitFor } from '../../../../test/support/web/screen.tsx'
import {
  inWorkspace,
  startWebServer,
  type WebServer,
} from '../../../../test/support/web/web-server.tsx'

let quire: WebServer
let notes: string
let monday: string
const { MoveDialog } = await import('./move-dialog.tsx')

before(async () => {
  quire = await startWebServer()
  notes = await quire.addPage('Notes')
  monday = await quire.addPage('Monday in notes', { parentId: notes })
  await quire.addPage('Archive')
})
after(() => quire.close())

async function show(pages: { id: string; title: string }[]) {
  const user = userEvent.setup()
  const { workspaceId } = quire
  const dialog = <MoveDialog workspaceId={workspaceId} pages={pages} close={() => undefined} />
  render(await inWorkspace(dialog))
  const field = await screen.findByRole('combobox', { name: 'Find a page to move to' })
  return { user, field }
}

const moves = () => quire.asked.filter(({ path }) => path === '/v1/pages/move')

describe('MoveDialog', () => {
  it('says so where nothing is found', async () => {
    const { user, field } = await show([{ id: monday, title: 'Monday in notes' }])
    await user.type(field, 'zeppelin')
    await screen.findByText('No pages found. Try fewer or different words.')
  })

  it('does not offer a page itself, nor one below it', async () => {
    const { user, field } = await show([{ id: notes, title: 'Notes' }])
    await user.type(field, 'notes')
    await screen.findByText('No pages found. Try fewer or different words.')
    assert.equal(screen.queryByRole('option'), null)
  })

  it('moves to the end of a page, and back', async () => {
    const { user, field } = await show([{ id: monday, title: 'Monday in notes' }])
    await user.type(field, 'archive')
    await screen.findByRole('option', { name: 'Archive' })
    await user.keyboard('{Enter}')
    await screen.findByText('“Monday in notes” moved to Archive')
    assert.equal(moves().length, 1)
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => assert.equal(moves().length, 2))
    assert.equal(moves()[1]?.body['newParentId'], notes)
  })

  it('moves several pages to the top level, in their order', async () => {
    const tuesday = await quire.addPage('Tuesday', { parentId: notes })
    const { user } = await show([
      { id: monday, title: 'Monday in notes' },
      { id: tuesday, title: 'Tuesday' },
    ])
    await user.click(await screen.findByRole('option', { name: 'Top level' }))
    await screen.findByText('2 pages moved to Top level')
    const [first, second] = moves().slice(-2)
    assert.deepEqual([first?.body['pageId'], second?.body['prevPageId']], [monday, monday])
  })
})
