import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { render, screen, waitFor } from '../../../test/support/web/screen.tsx'
import {
  inWorkspace,
  startWebServer,
  type WebServer,
} from '../../../test/support/web/web-server.tsx'
import { HeaderSlot, HeaderSlotProvider } from '../ui/screens/header-slot.tsx'
import { HistoryScreen } from './history-screen.tsx'

describe('the history of a page', () => {
  let server: WebServer
  before(async () => {
    server = await startWebServer()
  })
  after(() => server.close())

  async function open(pageId: string, search = ''): Promise<void> {
    const element = await inWorkspace(
      <HeaderSlotProvider>
        <HeaderSlot className="bar" />
        <HistoryScreen />
      </HeaderSlotProvider>,
    )
    render(
      [
        { path: '/pages/:pageId/history', element },
        { path: '*', element: <p>The page</p> },
      ],
      { at: { pathname: `/pages/${pageId}/history${search}`, state: null } },
    )
  }

  async function changed(): Promise<string> {
    const pageId = await server.addPage('Plan', { markdown: 'One.\n\nTwo.' })
    const { workspaceId } = server
    const edit = { workspaceId, pageId, mode: 'replace', find: 'Two.', text: 'Three.' }
    await server.post('/v1/pages/edit', edit)
    return pageId
  }

  it('says that there is no such page', async () => {
    await open('01234567-89ab-4cde-8f01-23456789abcd')
    await screen.findByText('Could not load the history')
  })

  it('shows the newest change first, with who made it and how', async () => {
    await open(await changed())
    await screen.findByText('Current version')
    const versions = document.querySelectorAll('.version')
    assert.equal(versions.length, 2)
    assert.match(versions[0]?.textContent ?? '', /Ada Lovelace.*API/)
    await waitFor(() => assert.ok(document.querySelector('[data-kind="added"]')))
    assert.match(document.querySelector('[data-kind="added"]')?.textContent ?? '', /Three\./)
  })

  it('shows the first version as all new, and as it read', async () => {
    await open(await changed())
    await screen.findByText('Current version')
    const [, first] = document.querySelectorAll('.version')
    assert.ok(first !== undefined)
    await userEvent.click(first)
    await waitFor(() => assert.equal(document.querySelectorAll('[data-kind="added"]').length, 3))
    await userEvent.click(screen.getByText('Text'))
    await waitFor(() => assert.equal(document.querySelectorAll('.page-content p').length, 2))
  })

  it('shows the title that a version changed', async () => {
    const pageId = await server.addPage('Plan', { markdown: 'One.' })
    const { workspaceId } = server
    await server.post('/v1/pages/update', { workspaceId, pageId, title: 'Roadmap' })
    await open(pageId)
    await screen.findByRole('list', { name: 'Title and icon' })
    assert.equal(document.querySelector('del')?.textContent, 'Plan')
    assert.equal(document.querySelector('ins')?.textContent, 'Roadmap')
    screen.getByText('The text is the same.')
  })

  it('restores a version and goes back to the page', async () => {
    const pageId = await changed()
    await open(pageId)
    await screen.findByText('Current version')
    assert.equal(screen.queryByRole('button', { name: 'Restore this version' }), null)
    const [, first] = document.querySelectorAll('.version')
    assert.ok(first !== undefined)
    await userEvent.click(first)
    await userEvent.click(await screen.findByRole('button', { name: 'Restore this version' }))
    await screen.findByText('The page')
    const asked = () =>
      server.asked.filter(({ path }) => path === '/v1/history/restore').map(({ body }) => body)
    assert.deepEqual(asked(), [{ workspaceId: server.workspaceId, pageId, version: 1 }])
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => assert.equal(asked().length, 2))
  })

  it('is only looked at by those who may not write', async () => {
    server.setRole('VIEWER')
    await open(await changed())
    await screen.findByText('Current version')
    const [, first] = document.querySelectorAll('.version')
    assert.ok(first !== undefined)
    await userEvent.click(first)
    await waitFor(() => assert.equal(document.querySelectorAll('[data-kind="added"]').length, 3))
    assert.equal(screen.queryByRole('button', { name: 'Restore this version' }), null)
    server.setRole('OWNER')
  })

  it('shows who wrote each part', async () => {
    const pageId = await changed()
    await open(pageId)
    await screen.findByText('Current version')
    await userEvent.click(screen.getByText('Who wrote this'))
    const list = await screen.findByRole('list', { name: 'Who wrote each part' })
    assert.match(list.textContent ?? '', /Three\..*for Ada Lovelace/s)
    assert.ok(list.querySelector('[data-agent]'))
  })

  it('reverts a run after a preview', async () => {
    const pageId = await server.addPage('Reverted', { markdown: 'One.\n\nTwo.' })
    const { workspaceId } = server
    const update = { workspaceId, pageId, title: 'Changed' }
    await server.post('/v1/pages/update', update)
    await open(pageId)
    await userEvent.click(await screen.findByRole('button', { name: 'Revert this run…' }))
    const pages = await screen.findByRole('list', { name: 'Changed pages' })
    assert.match(pages.textContent ?? '', /Moves to the trash/)
    await userEvent.click(screen.getByRole('button', { name: 'Revert run' }))
    await screen.findByText('Run reverted')
  })
})
