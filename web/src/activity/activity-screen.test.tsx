import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { render, screen, waitFor, within } from '../../../test/support/web/screen.tsx'
import {
  inWorkspace,
  startWebServer,
  type WebServer,
} from '../../../test/support/web/web-server.tsx'
import { exportAddress, readFilter } from './activity-queries.ts'
import { activityLabel } from './labels.ts'

let quire: WebServer
const { ActivityScreen } = await import('./activity-screen.tsx')

before(async () => {
  quire = await startWebServer()
})
after(() => quire.close())
beforeEach(() => {
  quire.setRole('OWNER')
})

async function show(at = '/activity') {
  const user = userEvent.setup()
  render(await inWorkspace(<ActivityScreen />), { at })
  await screen.findByRole('heading', { name: 'Activity' })
  return user
}

const changes = () => screen.findByRole('list', { name: 'Changes' })

describe('ActivityScreen', () => {
  it('says why nothing is shown, and loads again', async () => {
    quire.refuse('/v1/activity/list', 503, { code: 'BUSY', message: 'Busy.' })
    await show()
    assert.ok(await screen.findByRole('alert'))
  })

  it('shows what happened, with links to pages and runs', async () => {
    const pageId = await quire.addPage('Plan')
    const gone = await quire.addPage('Gone')
    await quire.post('/v1/pages/delete', { workspaceId: quire.workspaceId, pageId: gone })
    await show()
    const list = await changes()
    const link = (await within(list).findAllByRole('link', { name: 'Plan' }))[0]
    assert.equal(link?.getAttribute('href'), `/pages/${pageId}`)
    assert.ok(within(list).getByText('Page moved to the trash'))
    assert.equal(within(list).queryByRole('link', { name: 'Gone' }), null)
    const run = within(list).getAllByRole('link', { name: 'Show run' })[0]
    assert.match(run?.getAttribute('href') ?? '', /^\/activity\?run=/)
  })

  it('leads to the proposals that change a page', async () => {
    const pageId = await quire.addPage('Proposed for', { markdown: 'Old.' })
    const { workspaceId } = quire
    const changes = [{ kind: 'edit', pageId, markdown: 'New.' }]
    const proposal = { workspaceId, title: 'Newer text', changes }
    const { body } = await quire.post<{ proposalId: string }>('/v1/proposals/create', proposal)
    await show(`/activity?page=${pageId}`)
    const link = await screen.findByRole('link', { name: 'Newer text' })
    assert.equal(link.getAttribute('href'), `/proposals/${body.proposalId}`)
  })

  it('filters by kind', async () => {
    const user = await show()
    await changes()
    await user.click(screen.getByRole('combobox', { name: 'Kind' }))
    await user.click(await screen.findByRole('option', { name: 'Comments' }))
    assert.ok(await screen.findByText('Nothing matches these filters.'))
    const exported = screen.getByRole('link', { name: 'Export' })
    assert.match(exported.getAttribute('href') ?? '', /about=comment/)
  })

  it('lists runs, and shows one', async () => {
    const user = await show()
    await user.click(screen.getByRole('radio', { name: 'Runs' }))
    const list = await screen.findByRole('list', { name: 'Runs' })
    const [first] = await within(list).findAllByRole('link')
    assert.ok(first)
    assert.match(list.textContent ?? '', /\d changes? on \d pages?/)
    await user.click(first)
    await waitFor(() => assert.ok(screen.getByText(/Only one run/)))
    await user.click(screen.getByRole('link', { name: 'Show all activity' }))
    assert.ok(await screen.findByRole('radio', { name: 'Runs' }))
  })

  it('reverts a run after a preview, where the person may', async () => {
    const pageId = await quire.addPage('Reverted')
    await show(`/activity?page=${pageId}`)
    const [run] = await within(await changes()).findAllByRole('link', { name: 'Show run' })
    assert.ok(run)
    const user = userEvent.setup()
    await user.click(run)
    await user.click(await screen.findByRole('button', { name: 'Revert this run…' }))
    const dialog = await screen.findByRole('dialog', {
      name: /^Revert the run of .*Ada Lovelace\?$/,
    })
    assert.ok(await within(dialog).findByRole('list', { name: 'Changed pages' }))
  })

  it('offers viewers no revert', async () => {
    quire.setRole('VIEWER')
    const { body } = await quire.post<{ runs: { id: string }[] }>('/v1/runs/list', {
      workspaceId: quire.workspaceId,
    })
    await show(`/activity?run=${body.runs[0]?.id}`)
    await screen.findByText(/\d changes? on \d pages?/)
    assert.equal(screen.queryByRole('button', { name: 'Revert this run…' }), null)
  })

  it('filters changes and runs by a person or an agent', async () => {
    const members = [{ id: quire.userId, firstName: 'Ada', lastName: 'Lovelace', kind: 'person' }]
    const answer = { code: '', message: '', members }
    quire.refuse('/app/members/list', 200, answer)
    const user = await show()
    await changes()
    await user.click(screen.getByRole('combobox', { name: 'Person or agent' }))
    await user.click(await screen.findByRole('option', { name: 'Ada Lovelace' }))
    const last = (path: string) => quire.asked.findLast((one) => one.path === path)?.body['userId']
    await waitFor(() => assert.equal(last('/v1/activity/list'), quire.userId))
    await user.click(screen.getByRole('radio', { name: 'Runs' }))
    await screen.findByRole('list', { name: 'Runs' })
    await waitFor(() => assert.equal(last('/v1/runs/list'), quire.userId))
  })

  it('offers the audit log to owners only', async () => {
    quire.setRole('MEMBER')
    const user = await show()
    await user.click(screen.getByRole('combobox', { name: 'Kind' }))
    await screen.findByRole('option', { name: 'Members' })
    assert.equal(screen.queryByRole('option', { name: 'Audit log' }), null)
  })
})

describe('the filters in the address', () => {
  it('ignore what is no filter', () => {
    assert.deepEqual(readFilter(new URLSearchParams('by=robots&about=x&other=1')), {})
  })

  it('are those of the list and the export', () => {
    const filter = readFilter(new URLSearchParams('by=agents&about=page&person=u&run=r&page=p'))
    assert.deepEqual(filter, {
      by: 'agents',
      about: 'page',
      userId: 'u',
      runId: 'r',
      pageId: 'p',
    })
    assert.equal(
      exportAddress('w', filter),
      '/v1/activity/export?workspaceId=w&by=agents&about=page&userId=u&runId=r&pageId=p',
    )
  })
})

describe('activityLabel', () => {
  it('names events and audited actions in words', () => {
    assert.equal(activityLabel({ kind: 'event', type: 'page.moved' }), 'Page moved')
    assert.equal(
      activityLabel({ kind: 'event', type: 'page.new_in_a_later_release' }),
      'Other change',
    )
    assert.equal(activityLabel({ kind: 'audit', type: 'member.add' }), 'Member added')
  })
})
