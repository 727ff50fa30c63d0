import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { answer, render, screen } from '../../../../test/support/web/screen.tsx'
import type { TreePage } from '../children.ts'
import { confirmMove } from './confirm-move.tsx'

const page = (id: string, level?: TreePage['level']): TreePage => ({
  id,
  title: id,
  icon: null,
  children: 0,
  level,
})
const lists = new Map([
  [
    null,
    {
      pages: [page('open'), page('notes'), page('team', 'manage'), page('own', 'manage')],
      nextOffset: null,
    },
  ],
])
const bob = { type: 'person', id: 'u2', name: 'Bob', hasAccess: false }
const cleo = { type: 'person', id: 'u3', name: 'Cleo', hasAccess: true }
const link = { type: 'link', id: 'l1', name: '', hasAccess: false }
const everyone = { type: 'everyone', id: 'w1', name: '', hasAccess: false }

function ask(pageId: string, to: string | null, gains: object[] = []) {
  const asked = answer({
    '/v1/permissions/preview-move': () => ({ widens: gains.length > 0, gains }),
  })
  render(<p>Tree</p>)
  return { asked, result: confirmMove('w1', lists, { pageId, from: 'elsewhere', to }) }
}

describe('a move', () => {
  it('between pages outside of sections asks nothing', async () => {
    const { asked, result } = ask('open', 'notes')
    assert.equal(await result, true)
    assert.equal(asked.length, 0)
  })

  it('into a section with more readers names them, and can be cancelled', async () => {
    const { result } = ask('own', 'team', [bob])
    await screen.findByText('These people get access to “own” and its subpages: Bob.')
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    assert.equal(await result, false)
  })

  it('tells new readers from those who can do more', async () => {
    const { result } = ask('own', 'team', [bob, cleo, link, { ...link, id: 'l2' }])
    await screen.findByText(
      'These people get access to “own” and its subpages: Bob and anyone with a share link.',
    )
    screen.getByText('These people can then do more with “own” and its subpages: Cleo.')
    await userEvent.click(screen.getByRole('button', { name: 'Move' }))
    assert.equal(await result, true)
  })

  it('where all have access already mentions no new readers', async () => {
    const { result } = ask('own', 'team', [cleo])
    await screen.findByText('These people can then do more with “own” and its subpages: Cleo.')
    assert.equal(screen.queryByText(/get access/), null)
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    assert.equal(await result, false)
  })

  it('out of all sections names everyone', async () => {
    const { result } = ask('own', null, [everyone])
    await screen.findByText(/everyone in the workspace/)
    await userEvent.click(screen.getByRole('button', { name: 'Move' }))
    assert.equal(await result, true)
  })

  it('through which nobody gains access asks nothing', async () => {
    const { asked, result } = ask('team', 'notes')
    assert.equal(await result, true)
    const [{ input } = {}] = asked
    assert.deepEqual(input, { workspaceId: 'w1', pageId: 'team', newParentId: 'notes' })
  })
})
