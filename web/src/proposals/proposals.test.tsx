import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { render, screen, waitFor } from '../../../test/support/web/screen.tsx'
import {
  inWorkspace,
  startWebServer,
  type WebServer,
} from '../../../test/support/web/web-server.tsx'
import { ProposalScreen } from './proposal-screen.tsx'
import { ProposalsScreen } from './proposals-screen.tsx'

let server: WebServer
before(async () => {
  server = await startWebServer()
  await settings(true)
})
after(() => server.close())

const post = async <Body,>(path: string, body: object) => {
  const answer = await server.post<Body>(path, { workspaceId: server.workspaceId, ...body })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

async function settings(acceptsOwn: boolean): Promise<void> {
  await post('/v1/proposals/set-settings', { acceptsOwn })
}

async function propose(title: string, changes: object[], reason = ''): Promise<string> {
  const created = { title, changes, reason }
  return (await post<{ proposalId: string }>('/v1/proposals/create', created)).proposalId
}

const markdownOf = async (pageId: string) =>
  (await post<{ markdown: string }>('/v1/pages/markdown', { pageId })).markdown
const stateOf = async (proposalId: string) =>
  (await post<{ state: string }>('/v1/proposals/get', { proposalId })).state

const routes = async () => [
  { path: '/proposals', element: await inWorkspace(<ProposalsScreen />) },
  { path: '/proposals/:proposalId', element: await inWorkspace(<ProposalScreen />) },
  { path: '*', element: <p>Elsewhere</p> },
]

async function open(address: string): Promise<void> {
  render(await routes(), { at: address })
}

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))
const write = async (text: string) =>
  userEvent.type(screen.getByLabelText('Comment, reason or request'), text)

describe('the list of proposals', () => {
  it('says that there is none, and why it could not be read', async () => {
    server.refuse('/v1/proposals/list', 503, { code: 'BUSY', message: 'Busy.' })
    await open('/proposals')
    await screen.findByRole('alert')
    await press('Try again')
    await screen.findByText('No proposals')
  })

  it('counts by state, and shows those about one page', async () => {
    const pageId = await server.addPage('Listed', { markdown: 'Old.' })
    const other = await server.addPage('Other', { markdown: 'Old.' })
    await propose('About one', [{ kind: 'edit', pageId, markdown: 'New.' }])
    const declined = await propose('About another', [
      { kind: 'edit', pageId: other, markdown: 'New.' },
    ])
    await post('/v1/proposals/decline', { proposalId: declined })
    await open(`/proposals?page=${pageId}`)
    await screen.findByRole('link', { name: /About one.*1 change/ })
    assert.ok(screen.getByText('Open (1)'))
    assert.equal(screen.queryByText('About another'), null)
    await userEvent.click(screen.getByText('Declined (0)'))
    await screen.findByText('No proposals')
  })
})

describe('a proposal', () => {
  it('says that there is no such proposal', async () => {
    await open('/proposals/01234567-89ab-4cde-8f01-23456789abcd')
    await screen.findByRole('alert')
  })

  it('shows the words that change in place, and is accepted', async () => {
    const pageId = await server.addPage('Plan', { markdown: 'We meet on Monday.\n\nBring tea.' })
    const changes = [
      { kind: 'edit', pageId, title: 'Plan B', markdown: 'We meet on Friday.\n\nBring tea.' },
    ]
    const proposalId = await propose('Correct the day', changes, 'It was moved.')
    await open(`/proposals/${proposalId}`)
    await screen.findByText('It was moved.')
    const marks = [...document.querySelectorAll('.proposal-part del, .proposal-part ins')]
    assert.deepEqual(
      marks.map(({ textContent }) => textContent),
      ['Removed: Monday', 'Added: Friday'],
    )
    screen.getByText('Title changed from Plan to Plan B')
    screen.getByText('Bring tea.')
    await press('Accept all')
    await waitFor(async () => assert.equal(await stateOf(proposalId), 'accepted'))
    assert.equal(await markdownOf(pageId), 'We meet on Friday.\n\nBring tea.\n')
    await screen.findByText(/accepted ·/)
    assert.equal(screen.queryByRole('button', { name: 'Accept all' }), null)
  })

  it('is accepted in part', async () => {
    const pageId = await server.addPage('Parts', { markdown: 'One.\n\nTwo.' })
    const proposalId = await propose('Spanish', [
      { kind: 'edit', pageId, markdown: 'Uno.\n\nDos.' },
    ])
    await open(`/proposals/${proposalId}`)
    const first = await screen.findByRole('checkbox', { name: 'Accept part 1' })
    await userEvent.click(first)
    await press('Accept selected parts')
    await waitFor(async () => assert.equal(await stateOf(proposalId), 'accepted'))
    assert.equal(await markdownOf(pageId), 'One.\n\nDos.\n')
  })

  it('is edited before it is accepted', async () => {
    const pageId = await server.addPage('Edited', { markdown: 'Old.' })
    const proposalId = await propose('Better', [{ kind: 'edit', pageId, markdown: 'New.' }])
    await open(`/proposals/${proposalId}`)
    await press('Edit')
    const field = screen.getByLabelText('Text of the page, as Markdown')
    await userEvent.clear(field)
    await userEvent.type(field, 'Newest.')
    await press('Accept selected parts')
    await waitFor(async () => assert.equal(await markdownOf(pageId), 'Newest.\n'))
  })

  it('shows new pages, moves and deletions', async () => {
    const pageId = await server.addPage('Moved')
    const gone = await server.addPage('Gone')
    const proposalId = await propose('Tidy', [
      { kind: 'create', title: 'Fresh', markdown: 'Hello.' },
      { kind: 'move', pageId, newParentId: gone },
      { kind: 'properties', pageId, set: { status: 'Done' } },
    ])
    const { body } = await server.post('/v1/proposals/create', {
      workspaceId: server.workspaceId,
      title: 'Delete',
      changes: [{ kind: 'trash', pageId: gone }],
    })
    await open(`/proposals/${proposalId}`)
    await screen.findByText('New page “Fresh”')
    screen.getByText('Move “Moved” to “Gone”')
    screen.getByText('Properties of “Moved”')
    screen.getByText('Hello.')
    await press('Decline all')
    await waitFor(async () => assert.equal(await stateOf(proposalId), 'declined'))
    assert.ok(typeof body === 'object')
  })

  it('shows what is in conflict, and why it was not accepted', async () => {
    const pageId = await server.addPage('Disputed', { markdown: 'The day is Monday.' })
    const proposalId = await propose('Friday', [
      { kind: 'edit', pageId, markdown: 'The day is Friday.' },
    ])
    await post('/v1/pages/edit', { pageId, mode: 'replace', find: 'Monday', text: 'Sunday' })
    await open(`/proposals/${proposalId}`)
    await screen.findByText(/Later changes are in conflict/)
    screen.getByText('In conflict with later changes')
    await press('Accept all')
    await screen.findByText(/The proposal was not changed/)
    assert.equal(await markdownOf(pageId), 'The day is Sunday.\n')
  })

  it('is discussed, and withdrawn', async () => {
    const pageId = await server.addPage('Discussed', { markdown: 'Old.' })
    const proposalId = await propose('Talk', [{ kind: 'edit', pageId, markdown: 'New.' }])
    await open(`/proposals/${proposalId}`)
    await press('Ask for changes')
    await screen.findByText('Write what should change first.')
    await write('Name the day.')
    await press('Ask for changes')
    await screen.findByText('Name the day.')
    assert.equal(await stateOf(proposalId), 'changes_requested')
    await write('Which one?')
    await press('Comment')
    await screen.findByText('Which one?')
    await press('Withdraw')
    await waitFor(async () => assert.equal(await stateOf(proposalId), 'withdrawn'))
  })

  it('of the reader must be accepted by someone else', async () => {
    await settings(false)
    const pageId = await server.addPage('Own', { markdown: 'Old.' })
    const proposalId = await propose('Mine', [{ kind: 'edit', pageId, markdown: 'New.' }])
    await open(`/proposals/${proposalId}`)
    await screen.findByText('Someone else must accept your proposal.')
    assert.equal(screen.queryByRole('button', { name: 'Accept all' }), null)
    await settings(true)
  })
})
