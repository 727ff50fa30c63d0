import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { render, screen } from '../../../test/support/web/screen.tsx'
import { EntryRow } from './entry-row.tsx'
import type { Entry } from './queries.ts'

const page = { id: 'p1', title: 'Plan', icon: null }
const run = { id: 'r1', isAgent: true, client: 'Claude Code' }

function show(columns: Partial<Entry>) {
  const entry: Entry = {
    id: 'e1',
    kind: 'change',
    page,
    commentId: null,
    text: null,
    proposal: null,
    actor: { id: 'u1', firstName: 'Ada', lastName: 'Lovelace' },
    run: null,
    createdAt: new Date().toISOString(),
    isRead: true,
    snoozedUntil: null,
    ...columns,
  }
  return render(<EntryRow entry={entry} workspaceId="w1" change={async () => undefined} />)
}

describe('an entry of the inbox', () => {
  it('about a watched page leads to the page', async () => {
    const { address } = show({})
    await userEvent.click(screen.getByRole('link', { name: 'Ada Lovelace changed “Plan”' }))
    assert.equal(address(), '/pages/p1')
  })

  it('about a change of a program names the program', () => {
    show({ run })
    assert.ok(screen.getByRole('link', { name: 'Claude Code for Ada Lovelace changed “Plan”' }))
  })

  it('about a comment leads to the comment', () => {
    show({ kind: 'reply', commentId: 'c1', text: 'Yes.' })
    const link = screen.getByRole('link', { name: 'Ada Lovelace replied on “Plan”' })
    assert.equal(link.getAttribute('href'), '/pages/p1#comment-c1')
  })

  it('about a run leads to what it did, where it can be reverted', () => {
    show({ kind: 'run', page: null, run })
    const link = screen.getByRole('link', { name: 'Claude Code for Ada Lovelace changed pages' })
    assert.equal(link.getAttribute('href'), '/activity?run=r1')
  })
})
