import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { render, screen, waitFor } from '../../../test/support/web/screen.tsx'
import {
  inWorkspace,
  startWebServer,
  type WebServer,
} from '../../../test/support/web/web-server.tsx'
import { InboxCount } from '../app/sidebar/inbox-count.tsx'
import { InboxScreen } from './inbox-screen.tsx'

let server: WebServer
let mia: { key: string }
before(async () => {
  server = await startWebServer()
  const path = new URL('../../../test/support/people.ts', import.meta.url).href
  type People = { addPerson: (on: WebServer, name: string, role: 'MEMBER') => Promise<typeof mia> }
  const { addPerson }: People = await import(path)
  mia = await addPerson(server, 'Mia', 'MEMBER')
})
after(() => server.close())

async function post(path: string, body: object, key = mia.key): Promise<void> {
  const { statusCode } = await server.server.inject({
    method: 'POST',
    url: path,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ workspaceId: server.workspaceId, ...body }),
  })
  assert.equal(statusCode, 200)
}

/** Mia mentions Ada in a comment on a new page. */
async function mention(title: string): Promise<string> {
  const pageId = await server.addPage(title, { markdown: 'Old.' })
  const markdown = `Look,  [@Ada Lovelace](/members/${server.userId}): 1\\. tea`
  await post('/v1/comments/create', { pageId, markdown })
  return pageId
}

const routes = async () => [
  {
    path: '/inbox',
    element: await inWorkspace(
      <>
        <InboxCount />
        <InboxScreen />
      </>,
    ),
  },
  { path: '*', element: <p>Elsewhere</p> },
]
const open = async () => render(await routes(), { at: '/inbox' })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const choose = async (name: string) => userEvent.click(await screen.findByText(name))
const empty = () => post('/v1/inbox/mark', { all: true, isRead: true }, server.key)

describe('the inbox', () => {
  it('says why it could not be read, and that it is empty', async () => {
    server.refuse('/v1/inbox/list', 503, { code: 'BUSY', message: 'Busy.' })
    render([{ path: '/inbox', element: await inWorkspace(<InboxScreen />) }], { at: '/inbox' })
    await screen.findByRole('alert')
    await press('Try again')
    await screen.findByText('Your inbox is empty')
    assert.ok(screen.getByRole('button', { name: 'Mark all as read' }).hasAttribute('disabled'))
    await choose('Snoozed')
    await screen.findByText('No snoozed entries')
  })

  it('leads to the page of a comment, and marks the entry as read', async () => {
    const pageId = await mention('Plan')
    const { address } = await open()
    await screen.findByText('1 unread entry')
    assert.ok(screen.getByText('Unread (1)'))
    assert.ok(screen.getByText('Look, @Ada Lovelace: 1. tea'))
    const name = /^Unread: .*Mia Tester.* mentioned you in a comment on “Plan”$/
    await userEvent.click(screen.getByRole('link', { name }))
    assert.equal(address(), `/pages/${pageId}`)
    await waitFor(async () => {
      const { body } = await server.post<{ unread: number }>('/v1/inbox/list', {
        workspaceId: server.workspaceId,
      })
      assert.equal(body.unread, 0)
    })
  })

  it('leads to a proposal, and names what each entry is about', async () => {
    const pageId = await server.addPage('Draft', { markdown: `[@A](/members/${server.userId})` })
    const changes = [{ kind: 'edit', pageId, markdown: 'New.' }]
    await post('/v1/proposals/create', { title: 'Shorter', changes })
    const set = { owner: { type: 'person', value: server.userId } }
    await post('/v1/pages/set-properties', { pageId, set })
    const markdown = `[@A](/members/${server.userId})`
    await post('/v1/pages/create', { title: 'By Mia', markdown })
    await open()
    await screen.findByRole('link', { name: /mentioned you on “By Mia”$/ })
    assert.ok(screen.getByRole('link', { name: /assigned “Draft” to you$/ }))
    const link = screen.getByRole('link', { name: /proposes “Shorter”$/ })
    assert.match(link.getAttribute('href') ?? '', /^\/proposals\//)
    await empty()
  })

  it('marks one entry as read and unread, and all as read', async () => {
    await mention('Marked')
    await open()
    await press('Mark as read')
    await waitFor(() => assert.ok(screen.queryByText('1 unread entry') === null))
    const [first] = await screen.findAllByRole('button', { name: 'Mark as unread' })
    assert.ok(first)
    await userEvent.click(first)
    await screen.findByText('1 unread entry')
    await press('Mark all as read')
    await waitFor(() => assert.ok(screen.queryByText('1 unread entry') === null))
    await choose('Unread (0)')
    await screen.findByText('Nothing unread')
  })

  it('hides a snoozed entry until its time, or until the snooze ends', async () => {
    await mention('Later')
    await open()
    await choose('Unread (1)')
    await press('Snooze')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Until tomorrow' }))
    await screen.findByText('Nothing unread')
    await choose('Snoozed')
    await screen.findByText(/^Snoozed until /)
    await press('Snooze')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Until next week' }))
    await press('Snooze')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'End snooze' }))
    await screen.findByText('No snoozed entries')
    await choose('Unread (1)')
    await screen.findByRole('link', { name: /on “Later”$/ })
  })

  it('says that nothing changed when a change is refused', async () => {
    await open()
    await screen.findByText('1 unread entry')
    server.refuse('/v1/inbox/mark', 503, { code: 'BUSY', message: 'Busy.' })
    await press('Mark all as read')
    await screen.findByText('The inbox was not changed')
    assert.ok(screen.getByText('1 unread entry'))
  })
})
