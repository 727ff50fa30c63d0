import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { defaultFields } from '../../../server/lib/page-fields.ts'
import { pageOf } from '../../../test/support/web/editor.ts'
import { render, screen } from '../../../test/support/web/screen.tsx'
import { SaveState } from './save-state.tsx'
import { mergePages } from './saving/merge-page.ts'
import type { SaveStatus } from './saving/save-status.ts'

function show(status: SaveStatus) {
  const done: string[] = []
  render(
    <SaveState
      status={status}
      retry={() => done.push('retry')}
      decide={() => done.push('decide')}
      help={{ label: 'Sign in', act: async () => void done.push('help') }}
    />,
  )
  return done
}

describe('whether a page is saved', () => {
  it('is said in a word', () => {
    show({ kind: 'saved' })
    assert.equal(screen.getByRole('status').textContent, 'Saved')
  })

  it('is said while it is being saved', () => {
    show({ kind: 'unsaved' })
    assert.equal(screen.getByRole('status').textContent, 'Saving…')
  })

  it('can be tried again when the server is away', async () => {
    const offline = show({ kind: 'offline' })
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    assert.deepEqual(offline, ['retry'])
  })

  it('says why it was refused, and offers what helps', async () => {
    const done = show({ kind: 'failed', reason: 'refused', message: 'The title is too long.' })
    await userEvent.hover(screen.getByText('Not saved'))
    await screen.findByText(/The title is too long/)
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    assert.deepEqual(done, ['help'])
  })

  it('is decided by the person when others changed the same', async () => {
    const [base, mine, theirs] = ['One.', 'Mine.', 'Theirs.'].map((text) => ({
      ...defaultFields,
      title: 'a',
      content: pageOf(text),
      version: 2,
      updatedAt: '',
      updatedBy: { id: 'a', firstName: 'Ada', lastName: 'Lovelace' },
    }))
    assert.ok(base && mine && theirs)
    const merge = mergePages(base, mine, theirs)
    assert.ok(merge.kind === 'conflict')
    const done = show({ kind: 'conflict', conflict: merge.conflict })
    await userEvent.click(screen.getByRole('button', { name: 'Review' }))
    assert.deepEqual(done, ['decide'])
  })
})
