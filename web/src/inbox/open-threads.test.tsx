import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { render, screen, waitFor } from '../../../test/support/web/screen.tsx'
import {
  inWorkspace,
  startWebServer,
  type WebServer,
} from '../../../test/support/web/web-server.tsx'
import { InboxScreen } from './inbox-screen.tsx'

let server: WebServer
before(async () => {
  server = await startWebServer()
})
after(() => server.close())

async function comment(pageId: string, markdown: string, extra: object = {}): Promise<string> {
  const { workspaceId } = server
  const said = { workspaceId, pageId, markdown, ...extra }
  const { body, status } = await server.post<{ commentId: string }>('/v1/comments/create', said)
  assert.equal(status, 200, JSON.stringify(body))
  return body.commentId
}

const open = async (at: string) =>
  render(
    [
      { path: '/inbox', element: await inWorkspace(<InboxScreen />) },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { at },
  )

describe('the open threads in the inbox', () => {
  it('say why they could not be read, and that there are none', async () => {
    server.refuse('/v1/comments/list-open', 503, { code: 'BUSY', message: 'Busy.' })
    await open('/inbox?tab=threads')
    await screen.findByRole('alert')
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('No open threads')
    await userEvent.click(screen.getByRole('tab', { name: 'Inbox' }))
    await screen.findByText('Your inbox is empty')
  })

  it('lead to their pages, with their texts and replies', async () => {
    const pageId = await server.addPage('Plan', { markdown: 'We start on Monday.' })
    const quoting = await comment(pageId, 'Really, [Mia](/members/x)?', { quote: 'on Monday' })
    await comment(pageId, 'Yes.', { parentId: quoting })
    const emptied = await comment(await server.addPage('Other'), 'Gone soon.')
    await server.post('/v1/comments/create', {
      workspaceId: server.workspaceId,
      pageId,
      markdown: 'Second thread.',
    })
    await server.post('/v1/comments/resolve', {
      workspaceId: server.workspaceId,
      commentId: emptied,
      resolved: true,
    })
    const { address } = await open('/inbox')
    await userEvent.click(await screen.findByRole('tab', { name: 'Open threads' }))
    await screen.findByText('Really, Mia?')
    assert.ok(screen.getByText('on Monday'))
    assert.ok(screen.getByText(/^1 reply/))
    assert.equal(screen.queryByText('Gone soon.'), null)
    const [, first] = screen.getAllByRole('link', { name: /Ada Lovelace.* on “Plan”$/ })
    assert.ok(first)
    assert.equal(first.getAttribute('href'), `/pages/${pageId}#comment-${quoting}`)
    await userEvent.click(first)
    await waitFor(() => assert.equal(address(), `/pages/${pageId}`))
  })
})
