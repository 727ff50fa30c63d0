import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { render, screen } from '../../../../test/support/web/screen.tsx'
import { RevertPreview, type TakenLocations } from './revert-preview.tsx'
import type { RevertedPage, RevertPart } from './revert-queries.ts'

const nothing: RevertPart['cannotUndo'] = {
  webhookDeliveries: 0,
  notifiesChats: false,
  mentions: 0,
  deletedComments: 0,
  editedComments: 0,
  deletedFiles: 0,
  uploadedFiles: 0,
  purgedPages: 0,
  permissions: 0,
}
const ben = { id: 'b', firstName: 'Ben', lastName: 'Tester' }
const page = (title: string, more: Partial<RevertedPage> = {}): RevertedPage => ({
  id: title,
  title,
  actions: [],
  summary: null,
  remaining: [],
  stays: [],
  isApproximate: false,
  ...more,
})

function show(pages: RevertedPage[], more: Partial<RevertPart> = {}, hasMore = false) {
  const part = { runs: [], pages, total: pages.length, next: null, renamedFiles: 0 }
  const first = { ...part, cannotUndo: nothing, ...more }
  function Preview() {
    const [except, setExcept] = useState<ReadonlySet<string>>(new Set())
    const [taken, setTaken] = useState<TakenLocations>(new Map())
    const locations = Array.from(taken, ([id, of]) => `${id}: ${[...of].join(' ')}`)
    return (
      <>
        <RevertPreview {...{ first, pages, except, setExcept, taken, setTaken, hasMore }} />
        <output>{[...except].join(' ')}</output>
        <data>{locations.join(', ')}</data>
      </>
    )
  }
  render(<Preview />)
  const textOf = (name: string) => document.querySelector(name)?.textContent
  return { except: () => textOf('output'), taken: () => textOf('data') }
}

const boxes = () => screen.getAllByRole<HTMLInputElement>('checkbox')

describe('the preview of a revert', () => {
  it('says that there is nothing to revert', () => {
    show([])
    screen.getByText('There are no changes left to revert.')
    assert.equal(screen.queryByRole('list'), null)
    assert.equal(screen.queryByText('What cannot be undone'), null)
  })

  it('does not say so while more pages can follow', () => {
    show([], {}, true)
    assert.equal(screen.queryByText('There are no changes left to revert.'), null)
  })

  it('says what happens to each page', () => {
    const counts = { blocks: 0, headings: 0, tasks: 0 }
    const summary = { added: { ...counts, words: 1 }, removed: { ...counts, words: 12 } }
    show([
      page('Created', { actions: ['trash'] }),
      page('Deleted', { actions: ['restore', 'text'], summary }),
      page('Moved', { actions: ['move', 'title', 'icon', 'properties', 'comments', 'files'] }),
    ])
    screen.getByText('Moves to the trash')
    screen.getByText(/Restored from the trash · Text reverted · 1 word restored, 12 words removed/)
    screen.getByText(/former place · Title reverted · Icon reverted · Properties reverted/)
  })

  it('says what stays and why, and leaves no choice where nothing happens', () => {
    show([
      page('Gone', { stays: ['deleted by others', 'parent is gone', 'moved by others'] }),
      page('Hidden', { stays: ['no access', 'history is gone', 'not possible'] }),
      page('Used', { actions: ['text'], stays: ['used by others'], isApproximate: true }),
    ])
    screen.getByText(/others deleted it · Stays in place .* · Stays where others moved it/)
    screen.getByText(/cannot edit this page · The history .* · Some changes could not/)
    screen.getByText(/others use it · Compared by version/)
    assert.deepEqual(
      boxes().map(({ disabled }) => disabled),
      [true, true, false],
    )
  })

  it('quotes the text of others that stays', () => {
    const remaining = [
      { text: 'says Ben', reason: 'inside' as const, userId: 'b', by: ben },
      { text: 'copied words', reason: 'copied' as const, userId: null, by: null },
      {
        text: '8,000',
        reason: 'corrected' as const,
        userId: 'b',
        by: ben,
        before: '5,000',
        location: 'a',
      },
      {
        text: 'new',
        reason: 'corrected' as const,
        userId: null,
        by: null,
        before: '',
        location: 'b',
      },
    ]
    show([page('Built on', { actions: ['text'], remaining })])
    const quotes = [...document.querySelectorAll('.revert-remaining')]
    assert.deepEqual(
      quotes.map(({ textContent }) => textContent),
      [
        'Text by others stays: says Ben',
        'Copied by others, stays: copied words',
        'Corrected by Ben Tester, stays: 8,000 · Before the run: 5,000',
        'Corrected by others, stays: new',
      ],
    )
  })

  it('offers the text before the run in each corrected place', async () => {
    const corrected = { reason: 'corrected' as const, userId: 'b', by: ben }
    const remaining = [
      { ...corrected, text: '8,000', before: '5,000', location: 'a' },
      { ...corrected, text: 'Friday', before: 'Monday', location: 'b' },
    ]
    const { taken } = show([page('Plan', { remaining })])
    const former = screen.getByRole('checkbox', { name: 'Use “Monday” instead' })
    await userEvent.click(former)
    assert.equal(taken(), 'Plan: b')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Use “5,000” instead' }))
    assert.equal(taken(), 'Plan: b a')
    await userEvent.click(former)
    assert.equal(taken(), 'Plan: a')
  })

  it('offers a text that others deleted', async () => {
    const deleted = { reason: 'corrected' as const, userId: 'b', text: '' }
    const remaining = [
      { ...deleted, by: ben, before: '5,000', location: 'a' },
      { ...deleted, by: null, before: 'Monday', location: 'b' },
    ]
    const { taken } = show([page('Plan', { remaining })])
    screen.getByText(/Deleted by Ben Tester · Before the run:/)
    screen.getByText(/Deleted by others · Before the run:/)
    await userEvent.click(screen.getByRole('checkbox', { name: 'Put “Monday” back' }))
    assert.equal(taken(), 'Plan: b')
  })

  it('excludes pages, and includes them again', async () => {
    const { except } = show([
      page('One', { actions: ['text'] }),
      page('', { id: 'two', actions: ['text'] }),
    ])
    screen.getByText('Untitled')
    for (const box of boxes()) await userEvent.click(box)
    assert.equal(except(), 'One two')
    await userEvent.click(boxes()[0] ?? assert.fail())
    assert.equal(except(), 'two')
  })

  it('counts what cannot be undone', () => {
    const counts = { webhookDeliveries: 1, mentions: 2, purgedPages: 3, permissions: 1 }
    const others = { deletedComments: 1, editedComments: 1, deletedFiles: 2, uploadedFiles: 1 }
    const cannotUndo = { ...counts, ...others, notifiesChats: true }
    show([page('One', { actions: ['text'] })], { renamedFiles: 2, cannotUndo })
    screen.getByText('2 files get the former name back.')
    const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    assert.deepEqual(lines.slice(1), [
      '1 webhook delivery',
      'Messages in connected chats',
      '2 mentions in comments, with emails',
      '3 permanently deleted pages',
      '1 deleted comment',
      '1 edited comment',
      '2 deleted files',
      '1 uploaded file stays in the workspace',
      '1 change of permissions',
    ])
  })
})
