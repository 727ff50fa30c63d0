import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import type { Role } from '../../../server/lib/vocabulary.ts'
import { Refusal, screen, waitFor, within } from '../../../test/support/web/screen.tsx'
import { inputsOf, renderSignedIn } from '../../../test/support/web/signed-in.tsx'
import { TrashScreen } from './trash-screen.tsx'

const deleted = {
  id: 'p1',
  title: 'Plan',
  icon: null,
  pages: 1,
  deletedAt: '2026-01-01T00:00:00.000Z',
  deletedBy: { id: 'u2', firstName: 'Bob', lastName: 'Brown' },
}
const list = (...pages: (typeof deleted)[]) => ({
  '/v1/trash/list': ({ offset = 0, limit }: Record<string, unknown>) => ({
    pages: pages.slice(Number(offset), Number(offset) + Number(limit)),
  }),
})
const many = Array.from({ length: 60 }, (_, index) => ({
  ...deleted,
  id: `p${index}`,
  title: `Page ${index}`,
}))

const buttons = () =>
  screen.queryAllByRole('button').map((one) => one.getAttribute('aria-label') ?? one.textContent)

async function confirm(label: string): Promise<void> {
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: label }))
}

describe('what may be done with the trash', () => {
  const allowed: Record<Role, string[]> = {
    VIEWER: [],
    MEMBER: ['Restore Plan'],
    ADMIN: ['Empty trash', 'Restore Plan', 'Delete Plan permanently'],
    OWNER: ['Empty trash', 'Restore Plan', 'Delete Plan permanently'],
  }
  for (const role of ['VIEWER', 'MEMBER', 'ADMIN', 'OWNER'] as const) {
    it(`by one who is ${role}: ${allowed[role].join(', ') || 'nothing'}`, async () => {
      renderSignedIn(<TrashScreen />, { role, answers: list(deleted) })
      assert.ok(await screen.findByText(/^Bob Brown ·/))
      assert.deepEqual(buttons(), allowed[role])
    })
  }
})

describe('TrashScreen', () => {
  it('says why it could not be read, and tries again', async () => {
    let isBusy = true
    const { '/v1/trash/list': listed } = list(deleted)
    renderSignedIn(<TrashScreen />, {
      answers: {
        '/v1/trash/list': (input) =>
          isBusy ? new Refusal(503, 'BUSY', 'Try again soon.') : listed(input),
      },
    })
    assert.match((await screen.findByRole('alert')).textContent ?? '', /The server is busy/)
    isBusy = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    assert.ok(await screen.findByText('Plan'))
  })

  it('shows more when asked', async () => {
    const { asked } = renderSignedIn(<TrashScreen />, { answers: list(...many) })
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
    await waitFor(() => assert.equal(screen.getAllByRole('listitem').length, 60))
    assert.ok(screen.queryByRole('button', { name: 'Show more' }) === null)
    assert.deepEqual(
      inputsOf(asked, '/v1/trash/list').map(({ offset }) => offset),
      [0, 50],
    )
  })

  it('names what has no title, and counts what is below', async () => {
    renderSignedIn(<TrashScreen />, { answers: list({ ...deleted, title: '', pages: 3 }) })
    assert.ok(await screen.findByText('Untitled'))
    assert.ok(screen.getByText(/^2 subpages · Bob Brown ·/))
  })
})

describe('emptying the trash', () => {
  const open = async (empty: () => unknown) => {
    const { asked } = renderSignedIn(<TrashScreen />, {
      answers: { ...list(deleted), '/v1/trash/empty': empty },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Empty trash' }))
    return () => inputsOf(asked, '/v1/trash/empty')
  }

  it('waits for the person to be sure', async () => {
    const emptied = await open(() => ({ ok: true, pages: 1, left: 0 }))
    await confirm('Cancel')
    assert.deepEqual(emptied(), [])
  })

  it('says why it was not emptied, and can be tried again', async () => {
    await open(() => new Refusal(503, 'BUSY', 'The store is busy.'))
    await confirm('Delete permanently')
    const notice = await screen.findByRole('alert')
    assert.match(notice.textContent ?? '', /The trash was not emptied.*The server is busy/)
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Empty trash' })
    await waitFor(() => assert.equal(button.disabled, false))
  })

  it('goes on until nothing is left, and says how much went', async () => {
    const left = [5, 0]
    const emptied = await open(() => ({ ok: true, pages: 10, left: left.shift() }))
    await confirm('Delete permanently')
    assert.ok(await screen.findByText('20 pages deleted permanently'))
    assert.equal(emptied().length, 2)
  })
})
