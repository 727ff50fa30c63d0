import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { render, screen, waitFor } from '../../../test/support/web/screen.tsx'
import {
  inWorkspace,
  startWebServer,
  type WebServer,
} from '../../../test/support/web/web-server.tsx'
import { WhoWrote } from './who-wrote.tsx'

describe('text that no person has accepted', () => {
  let server: WebServer
  before(async () => {
    server = await startWebServer()
  })
  after(() => server.close())

  async function open(props: { version: number; isCurrent: boolean; canAccept: boolean }) {
    const pageId = await server.addPage('Plan', { markdown: 'One.\n\nTwo.' })
    const pageIds = { workspaceId: server.workspaceId, pageId }
    const element = await inWorkspace(<WhoWrote pageIds={pageIds} {...props} />)
    render(element)
    await screen.findByRole('list', { name: 'Who wrote each part' })
    return pageIds
  }

  const asked = (path: string) => server.asked.filter((one) => one.path === path)

  it('is neither marked nor asked for in an earlier version', async () => {
    const before = asked('/v1/history/unaccepted').length
    await open({ version: 1, isCurrent: false, canAccept: true })
    assert.equal(screen.queryByText('Not accepted yet'), null)
    assert.equal(document.querySelector('[data-unaccepted]'), null)
    assert.equal(asked('/v1/history/unaccepted').length, before)
  })

  it('is marked, and accepted only by those who may write', async () => {
    await open({ version: 1, isCurrent: true, canAccept: false })
    await screen.findByText('Not accepted yet')
    assert.equal(document.querySelectorAll('[data-unaccepted]').length, 2)
    assert.match(document.querySelector('.unaccepted-runs')?.textContent ?? '', /2 blocks/)
    assert.equal(screen.queryByRole('button', { name: 'Accept' }), null)
  })

  it('says so when it cannot be accepted, and keeps the mark', async () => {
    await open({ version: 1, isCurrent: true, canAccept: true })
    const message = 'You may not change this page.'
    server.refuse('/app/history/accept', 403, { code: 'FORBIDDEN', message })
    await userEvent.click(await screen.findByRole('button', { name: 'Accept' }))
    await screen.findByText('Could not accept the text')
    assert.equal(document.querySelectorAll('[data-unaccepted]').length, 2)
  })

  it('loses its mark when a person accepts it', async () => {
    const pageIds = await open({ version: 1, isCurrent: true, canAccept: true })
    const button = await screen.findByRole('button', { name: 'Accept' })
    const runId = await runOf(pageIds)
    // The server behind this test knows no signed-in person.
    const empty = { version: 1, runs: [] }
    server.refuse('/app/history/accept', 200, { code: '', message: '' })
    server.refuse('/v1/history/unaccepted', 200, { code: '', message: '', ...empty })
    await userEvent.click(button)
    await waitFor(() => assert.equal(document.querySelector('[data-unaccepted]'), null))
    assert.equal(screen.queryByText('Not accepted yet'), null)
    assert.deepEqual(asked('/app/history/accept').at(-1)?.body, { ...pageIds, runId })
  })

  async function runOf(pageIds: object): Promise<string> {
    type Unaccepted = { runs: { run: { id: string } }[] }
    const { body } = await server.post<Unaccepted>('/v1/history/unaccepted', pageIds)
    return body.runs[0]?.run.id ?? assert.fail()
  }
})
