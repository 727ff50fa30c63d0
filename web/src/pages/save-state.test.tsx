import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { render, screen } from '../../../test/support/screen.tsx'
import type { Conflict, SaveStatus } from '../lib/saving/saver.ts'
import { SaveState } from './save-state.tsx'

const empty = { type: 'doc' as const, content: [] }
const conflict: Conflict = {
  pieces: [],
  title: { mine: 'A', theirs: 'B' },
  icon: null,
  theirs: { title: 'B', icon: null, content: empty, version: 2, updatedAt: '2026-01-01T00:00:00Z' },
}

function show(status: SaveStatus) {
  const pressed: string[] = []
  render(
    <SaveState
      status={status}
      retry={() => pressed.push('retry')}
      decide={() => pressed.push('decide')}
    />,
  )
  return { pressed, words: screen.getByRole('status').textContent }
}

describe('SaveState', () => {
  it('says why it was not saved on pointing at it, and tries again', async () => {
    const { pressed, words } = show({ kind: 'failed', message: 'The page is larger than 2 MB.' })
    assert.equal(words, 'Not saved')
    await userEvent.hover(screen.getByRole('status'))
    assert.ok(await screen.findByText('The page is larger than 2 MB.'))
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    assert.deepEqual(pressed, ['retry'])
  })

  it('says that nothing is lost while the server is away', async () => {
    const { pressed, words } = show({ kind: 'offline' })
    assert.equal(words, 'Offline')
    await userEvent.hover(screen.getByRole('status'))
    assert.ok(await screen.findByText(/kept in this browser/))
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    assert.deepEqual(pressed, ['retry'])
  })

  it('leads to the decision that it waits for', async () => {
    const { pressed, words } = show({ kind: 'conflict', conflict })
    assert.equal(words, 'Changed elsewhere')
    await userEvent.click(screen.getByRole('button', { name: 'Decide' }))
    assert.deepEqual(pressed, ['decide'])
  })

  for (const [kind, said] of [
    ['saved', 'Saved'],
    ['saving', 'Saving…'],
    ['unsaved', 'Saving…'],
  ] as const) {
    it(`asks nothing of the person who has ${kind} changes`, () => {
      assert.equal(show({ kind }).words, said)
      assert.equal(screen.queryByRole('button'), null)
    })
  }
})
