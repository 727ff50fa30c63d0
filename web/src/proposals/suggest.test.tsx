import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { useImperativeHandle } from 'react'
import { render, screen, waitFor } from '../../../test/support/web/screen.tsx'
import {
  inWorkspace,
  startWebServer,
  type WebServer,
} from '../../../test/support/web/web-server.tsx'
import type { PageBodyProps } from '../lib/page-body.ts'
import { ProposalNotice } from './notice/proposal-notice.tsx'
import { SuggestScreen } from './suggest-screen.tsx'

let server: WebServer
before(async () => {
  server = await startWebServer()
})
after(() => server.close())

const written = {
  type: 'doc' as const,
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'New text.' }] }],
}

/** Stands for the editor: one button writes. */
function Body({ changed, ref }: PageBodyProps) {
  useImperativeHandle(ref, () => ({
    read: () => written,
    show: () => undefined,
    focus: () => undefined,
  }))
  return (
    <button type="button" onClick={changed}>
      Write
    </button>
  )
}

async function suggest(pageId: string): Promise<void> {
  const element = await inWorkspace(<SuggestScreen bodies={{ TEXT: Body, KANBAN: Body }} />)
  render(
    [
      { path: '/pages/:pageId/suggest', element },
      { path: '/proposals/:proposalId', element: <p>The proposal</p> },
      { path: '*', element: <p>The page</p> },
    ],
    { at: { pathname: `/pages/${pageId}/suggest`, state: null } },
  )
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

type List = { proposals: { title: string }[] }
const proposalsOf = async (pageId: string) => {
  const { workspaceId } = server
  const { body } = await server.post<List>('/v1/proposals/list', { workspaceId, pageId })
  return body.proposals.map(({ title }) => title)
}

describe('suggesting changes', () => {
  it('says that there is no such page', async () => {
    await suggest('01234567-89ab-4cde-8f01-23456789abcd')
    await screen.findByRole('alert')
  })

  it('proposes nothing before something is changed, and goes back', async () => {
    const pageId = await server.addPage('Plan', { markdown: 'Old text.' })
    await suggest(pageId)
    await press('Propose')
    await screen.findByText('Change the page first.')
    assert.deepEqual(await proposalsOf(pageId), [])
    await press('Cancel')
    await screen.findByText('The page')
  })

  it('says why nothing was proposed, and keeps what was written', async () => {
    const pageId = await server.addPage('Refused', { markdown: 'Old text.' })
    await suggest(pageId)
    await press('Write')
    server.refuse('/v1/proposals/create', 403, { code: 'FORBIDDEN', message: 'No.' })
    await press('Propose')
    await screen.findByText(/The proposal was not created/)
    await press('Propose')
    await screen.findByText('The proposal')
    assert.deepEqual(await proposalsOf(pageId), ['Edit of “Refused”'])
  })

  it('proposes the text, the title and the reason', async () => {
    const pageId = await server.addPage('Plan', { markdown: 'Old text.' })
    await suggest(pageId)
    await press('Write')
    await userEvent.type(await screen.findByLabelText('Page title'), ' B')
    await userEvent.type(screen.getByLabelText('Reason'), 'It is old.')
    await press('Propose')
    await screen.findByText('The proposal')
    const { body } = server.asked.findLast(({ path }) => path === '/v1/proposals/create') ?? {}
    const { reason, changes } = body ?? {}
    assert.deepEqual(
      [reason, changes],
      [
        'It is old.',
        [{ kind: 'edit', pageId, expectedVersion: 1, title: 'Plan B', content: written }],
      ],
    )
    const { workspaceId } = server
    const markdown = await server.post<{ markdown: string }>('/v1/pages/markdown', {
      workspaceId,
      pageId,
    })
    assert.equal(markdown.body.markdown, 'Old text.\n')
  })
})

describe('the notice on a page', () => {
  const show = async (pageId: string) => {
    const notice = <ProposalNotice workspaceId={server.workspaceId} pageId={pageId} />
    render([{ path: '*', element: await inWorkspace(notice) }])
  }

  it('says how many open proposals change the page, and leads to them', async () => {
    const pageId = await server.addPage('Noticed', { markdown: 'Old.' })
    const { workspaceId } = server
    const changes = [{ kind: 'edit', pageId, markdown: 'New.' }]
    for (const title of ['One', 'Two']) {
      await server.post('/v1/proposals/create', { workspaceId, title, changes })
    }
    await show(pageId)
    await screen.findByText(/2 open proposals change this page\./)
    const link = screen.getByRole('link', { name: 'Review' })
    assert.equal(link.getAttribute('href'), `/proposals?page=${pageId}`)
    assert.equal(screen.queryByRole('link', { name: 'Suggest changes' }), null)
  })

  it('is not there without open proposals', async () => {
    const pageId = await server.addPage('Quiet')
    await show(pageId)
    await waitFor(() => assert.ok(server.asked.some(({ body }) => body['pageId'] === pageId)))
    assert.equal(screen.queryByRole('status'), null)
  })
})
