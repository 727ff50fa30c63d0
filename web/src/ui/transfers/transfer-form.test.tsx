import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { answer, Refusal, render, screen } from '../../../../test/support/web/screen.tsx'
import { TransferForm } from './transfer-form.tsx'

const workspace = (id: string, name: string, role = 'OWNER', isGuest = false) => ({
  id,
  name,
  slug: id,
  role,
  isGuest,
})
const session = (...others: object[]) => ({
  user: { id: 'u1', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' },
  workspaces: [workspace('w1', 'Lab'), ...others],
})
const here = { workspaceId: 'w1', pageId: 'p1', title: 'Plan' }
const running = { id: 't1', state: 'running', done: 1, total: 3, copyId: 'p2', error: null }

function show(answers: Record<string, (input: object) => unknown>) {
  const sent: string[] = []
  const opened: string[] = []
  const asked = answer({
    '/app/session/get': () => session(workspace('w2', 'Office'), workspace('w3', 'Shop', 'VIEWER')),
    '/v1/pages/list': () => ({ pages: [{ id: 'p9', title: 'Archive' }], nextOffset: null }),
    '/v1/transfers/preview': () => ({ pages: 3, files: 2, fileBytes: 9, leftBehind: 0 }),
    ...answers,
  })
  render(
    <Suspense fallback="waiting">
      <TransferForm
        {...here}
        before={async () => void sent.push('saved')}
        close={() => undefined}
        open={(address) => void opened.push(address)}
      />
    </Suspense>,
  )
  const created = () => asked.filter(({ path }) => path === '/v1/transfers/create')
  return { asked, created, sent, opened }
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

describe('TransferForm', () => {
  it('says so where there is no other workspace to write in', async () => {
    show({ '/app/session/get': () => session(workspace('w3', 'Shop', 'VIEWER')) })
    await screen.findByText('You cannot add pages in another workspace.')
  })

  it('shows why a page cannot go there, and cannot be started', async () => {
    const message = 'You can read this page, but not change it.'
    show({ '/v1/transfers/preview': () => new Refusal(403, 'FORBIDDEN', message) })
    await screen.findByText(/^You do not have permission to do this/)
    assert.equal(screen.getByRole('button', { name: 'Copy' }).hasAttribute('disabled'), true)
  })

  it('shows what is included, and what stays', async () => {
    show({
      '/v1/transfers/preview': () => ({ pages: 3, files: 1, fileBytes: 9, leftBehind: 2 }),
    })
    await screen.findByText('3 pages will be copied.')
    screen.getByText('1 file will be copied.')
    screen.getByText(/^2 pages stay here because you may not move them/)
    screen.getByText('Comments and earlier versions stay here.')
    await userEvent.click(screen.getByRole('radio', { name: 'Move' }))
    await screen.findByText(/^The originals move to the trash/)
    assert.equal(screen.queryByRole('checkbox', { name: 'Include subpages' }), null)
  })

  it('moves below a chosen page once what was typed is saved, and leads there', async () => {
    let state = 'running'
    const { created, sent, opened } = show({
      '/v1/transfers/create': () => running,
      '/v1/transfers/get': () => ({ ...running, state, done: state === 'done' ? 3 : 1 }),
    })
    await userEvent.click(await screen.findByRole('radio', { name: 'Move' }))
    await userEvent.click(screen.getByRole('combobox', { name: 'Below' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Archive' }))
    await screen.findByText('3 pages will be copied.')
    await press('Move')
    await screen.findByText('1 of 3 pages copied')
    assert.deepEqual(sent, ['saved'])
    assert.deepEqual(created()[0]?.input, {
      workspaceId: 'w1',
      pageId: 'p1',
      kind: 'move',
      targetWorkspaceId: 'w2',
      targetParentId: 'p9',
      includeSubpages: true,
    })
    state = 'done'
    await screen.findByText('The page is now in Office.')
    const link = screen.getByRole('link', { name: 'Open the page there' })
    assert.equal(link.getAttribute('href'), '/pages/p2')
    await userEvent.click(link)
    assert.deepEqual(opened, ['/pages/p2'])
  })

  it('says why a transfer failed, and that nothing changed', async () => {
    show({
      '/v1/transfers/create': () => running,
      '/v1/transfers/get': () => ({ ...running, state: 'failed', error: 'The limit is reached.' }),
    })
    await screen.findByText('3 pages will be copied.')
    await press('Copy')
    await screen.findByText('Nothing changed here. The limit is reached.')
  })

  it('can be cancelled while it runs', async () => {
    let state = 'running'
    const { asked } = show({
      '/v1/transfers/create': () => running,
      '/v1/transfers/get': () => ({ ...running, state }),
      '/v1/transfers/cancel': () => {
        state = 'cancelled'
        return { ok: true }
      },
    })
    await screen.findByText('3 pages will be copied.')
    await press('Copy')
    await screen.findByText('This continues if you close the dialog.')
    await press('Cancel')
    await screen.findByText('Cancelled. Nothing changed here.')
    assert.equal(asked.filter(({ path }) => path === '/v1/transfers/cancel').length, 1)
  })
})
