import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { render, screen, waitFor, within } from '../../../test/support/web/screen.tsx'
import {
  inWorkspace,
  startWebServer,
  type WebServer,
} from '../../../test/support/web/web-server.tsx'
import { emptyTrash } from './empty-trash.ts'

let quire: WebServer
const { TrashScreen } = await import('./trash-screen.tsx')

before(async () => {
  quire = await startWebServer()
})
after(() => quire.close())
beforeEach(() => {
  quire.setRole('OWNER')
  quire.asked.length = 0
})

async function discard(title: string): Promise<void> {
  const pageId = await quire.addPage(title)
  await quire.addPage(`${title}, part`, { parentId: pageId })
  await quire.post('/v1/pages/delete', { workspaceId: quire.workspaceId, pageId })
}

async function show() {
  const user = userEvent.setup()
  render(await inWorkspace(<TrashScreen />))
  await screen.findByRole('heading', { name: 'Trash' })
  return user
}

describe('TrashScreen', () => {
  it('says what the trash is for while it is empty', async () => {
    await show()
    assert.ok(await screen.findByText('The trash is empty'))
    assert.ok(screen.queryByRole('button', { name: 'Empty trash' }) === null)
  })

  it('lets a viewer look only, and a member restore only', async () => {
    await discard('Plan')
    quire.setRole('VIEWER')
    const first = await show()
    assert.ok(await screen.findByText('Plan'))
    assert.ok(screen.queryByRole('button', { name: 'Restore Plan' }) === null)
    assert.ok(first)
  })

  it('says why a page was not restored', async () => {
    const user = await show()
    const message = 'The server is busy. Try again in a moment.'
    quire.refuse('/v1/pages/restore', 503, { code: 'BUSY', message })
    await user.click(await screen.findByRole('button', { name: 'Restore Plan' }))
    assert.ok(await screen.findByText(message))
  })

  it('restores a page with what was below it', async () => {
    const user = await show()
    assert.ok(await screen.findByText(/1 subpage/))
    await user.click(screen.getByRole('button', { name: 'Restore Plan' }))
    await waitFor(() => assert.ok(screen.queryByText('Plan') === null))
  })

  it('removes for good only when that is confirmed', async () => {
    await discard('Old')
    const user = await show()
    await user.click(await screen.findByRole('button', { name: 'Delete Old permanently' }))
    const dialog = await screen.findByRole('dialog')
    assert.ok(within(dialog).getByText(/those of all its subpages/))
    await user.click(within(dialog).getByRole('button', { name: 'Delete permanently' }))
    await waitFor(() => assert.ok(screen.queryByText('Old') === null))
    assert.ok(quire.asked.some(({ path }) => path === '/v1/trash/purge'))
  })
})

describe('emptyTrash', () => {
  it('goes on until nothing is left', async () => {
    const left = [2, 1, 0]
    const empty = async () => ({ ok: true as const, pages: 10, left: left.shift() ?? 0 })
    assert.equal(await emptyTrash({ trash: { empty } }, 'w'), 30)
    assert.deepEqual(left, [])
  })

  it('does not go on for ever with what cannot be removed', async () => {
    const empty = async () => ({ ok: true as const, pages: 0, left: 3 })
    assert.equal(await emptyTrash({ trash: { empty } }, 'w'), 0)
  })
})
