import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { render, screen, waitFor } from '../../../../test/support/web/screen.tsx'
import {
  inWorkspace,
  startWebServer,
  type WebServer,
} from '../../../../test/support/web/web-server.tsx'
import { useCanRevert } from './use-can-revert.ts'

const run = { id: 'r', isAgent: true, client: null }
const scout = { id: 'scout', firstName: 'Scout', lastName: '' }

type Version = Parameters<typeof useCanRevert>[0]

function Probe({ version }: { version: Version }) {
  return <p>{useCanRevert(version) ? 'can revert' : 'cannot revert'}</p>
}

describe('the button that reverts a run', () => {
  let server: WebServer
  before(async () => {
    server = await startWebServer()
  })
  afterEach(() => server.setRole('OWNER'))
  after(() => server.close())

  async function show(version: Version): Promise<void> {
    render(await inWorkspace(<Probe version={version} />))
  }

  const asked = () => server.asked.filter(({ path }) => path === '/app/agent-accounts/list')

  /** The agents that the server lists next. */
  function answerAgents(isManaged: boolean): void {
    const answer = { code: '', message: '', agents: [{ id: scout.id, isManaged }] }
    server.refuse('/app/agent-accounts/list', 200, answer)
  }

  it('is not there without a run, and not for viewers', async () => {
    await show({ run: null, author: scout })
    await screen.findByText('cannot revert')
    server.setRole('VIEWER')
    await show({ run, author: { id: server.userId } })
    await waitFor(() => assert.equal(screen.getAllByText('cannot revert').length, 2))
  })

  it('is there for owners and admins, whoever wrote', async () => {
    for (const role of ['OWNER', 'ADMIN'] as const) {
      server.setRole(role)
      await show({ run, author: scout })
    }
    await waitFor(() => assert.equal(screen.getAllByText('can revert').length, 2))
    assert.equal(asked().length, 0)
  })

  it('is there for members on their own runs only', async () => {
    server.setRole('MEMBER')
    await show({ run, author: { id: server.userId } })
    await screen.findByText('can revert')
    await show({ run: { ...run, isAgent: false }, author: scout })
    await screen.findByText('cannot revert')
    assert.equal(asked().length, 0)
  })

  it('is there for members on the runs of their agents', async () => {
    server.setRole('MEMBER')
    answerAgents(true)
    await show({ run, author: scout })
    await screen.findByText('can revert')
    assert.equal(asked().length, 1)
  })

  it('is not there for members on the runs of agents of others', async () => {
    server.setRole('MEMBER')
    answerAgents(false)
    const before = asked().length
    await show({ run, author: scout })
    await waitFor(() => assert.equal(asked().length, before + 1))
    await screen.findByText('cannot revert')
  })
})
