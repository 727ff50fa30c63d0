import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import type { Role } from '../../../server/lib/vocabulary.ts'
import { screen, waitUntilIdle, waitFor, within } from '../../../test/support/web/screen.tsx'
import { renderSignedIn } from '../../../test/support/web/signed-in.tsx'
import { ThreadCard } from './thread-card.tsx'
import type { CommentActions, Thread, ThreadComment } from './use-threads.ts'

const ada = { id: 'u1', firstName: 'Ada', lastName: 'Lovelace' }
const bob = { id: 'u2', firstName: 'Bob', lastName: 'Brown' }

const comment: ThreadComment = {
  id: 'c1',
  author: bob,
  run: null,
  markdown: 'Is **this** so?',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: null,
  isMine: false,
  isDeleted: false,
}
const quote = {
  text: 'on Friday',
  prefix: '',
  suffix: '',
  block: 1,
  start: 0,
  current: 'on Friday',
}
const thread: Thread = {
  id: 't1',
  quote: null,
  isResolved: false,
  resolvedBy: null,
  resolvedAt: null,
  comments: [comment],
}

type Given = { role?: Role; isStored?: boolean } & Partial<Omit<Thread, 'comments'>> & {
    comments?: Partial<ThreadComment>[]
  }

async function show({ role = 'MEMBER', isStored = true, comments = [{}], ...given }: Given = {}) {
  const done: unknown[] = []
  const note =
    (name: string) =>
    async (...input: unknown[]) => {
      done.push([name, ...input])
      return isStored
    }
  const actions: CommentActions = {
    canComment: role !== 'VIEWER',
    start: note('start'),
    reply: note('reply'),
    edit: note('edit'),
    resolve: note('resolve'),
    remove: note('remove'),
  }
  const shown = { ...thread, ...given, comments: comments.map((one) => ({ ...comment, ...one })) }
  renderSignedIn(
    <ThreadCard
      thread={shown}
      pageId="p1"
      actions={actions}
      isActive={false}
      onQuote={() => done.push('goes to the text')}
    />,
    { role },
  )
  const card = within(await screen.findByRole('article', { name: 'Thread by Bob Brown' }))
  return { user: userEvent.setup(), card, done }
}

const menu = () => screen.queryByRole('button', { name: /^Actions for the comment by/ })
const items = async () => {
  await userEvent.click(menu() ?? assert.fail('no menu'))
  const found = await screen.findAllByRole('menuitem')
  return found.map(({ textContent }) => textContent)
}

describe('who may change a comment', () => {
  it('is not a viewer, not even of what was theirs', async () => {
    const { card } = await show({ role: 'VIEWER', comments: [{ isMine: true }] })
    assert.ok(card.getByText('this', { selector: 'strong' }))
    assert.ok(card.queryByRole('button') === null)
    assert.ok(card.queryByRole('textbox') === null)
  })

  it('is no member who did not write it', async () => {
    await show()
    assert.ok(menu() === null)
  })

  it('is an admin, who may delete it and not put words into a mouth', async () => {
    await show({ role: 'ADMIN' })
    assert.deepEqual(await items(), ['Delete'])
  })

  it('is the one who wrote it', async () => {
    await show({ comments: [{ isMine: true }] })
    assert.deepEqual(await items(), ['Edit', 'Delete'])
  })

  it('is nobody once it is deleted', async () => {
    const { card } = await show({ role: 'OWNER', comments: [{ isDeleted: true, markdown: '' }] })
    assert.ok(card.getByText('This comment was deleted.'))
    assert.ok(menu() === null)
  })
})

describe('editing a comment', () => {
  async function edit(isStored: boolean) {
    const { user, card, done } = await show({ isStored, comments: [{ isMine: true }] })
    await user.click(menu() ?? assert.fail('no menu'))
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
    const name = 'Edit comment'
    const field = await card.findByRole<HTMLTextAreaElement>('textbox', { name })
    assert.equal(field.value, 'Is **this** so?')
    await user.clear(field)
    await user.type(field, 'It is.')
    await user.click(card.getByRole('button', { name: 'Save' }))
    assert.deepEqual(done, [['edit', 'c1', 'It is.']])
    return { card, name }
  }

  it('goes on when the server refuses it', async () => {
    const { card, name } = await edit(false)
    await waitUntilIdle()
    assert.equal(card.getByRole<HTMLTextAreaElement>('textbox', { name }).value, 'It is.')
  })

  it('ends when it is kept', async () => {
    const { card, name } = await edit(true)
    await waitFor(() => assert.ok(card.queryByRole('textbox', { name }) === null))
  })

  it('is told to others', async () => {
    const { card } = await show({ comments: [{ updatedAt: '2026-01-02T00:00:00.000Z' }] })
    assert.ok(card.getByText(/, edited$/))
  })
})

describe('deleting a comment', () => {
  it('waits for the person to be sure', async () => {
    const { user, done } = await show({ comments: [{ isMine: true }] })
    await user.click(menu() ?? assert.fail('no menu'))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    assert.deepEqual(done, [])
  })
})

describe('what a thread is about', () => {
  it('is shown in the page on pressing it', async () => {
    const { user, card, done } = await show({ quote })
    await user.click(card.getByRole('button', { name: 'on Friday' }))
    assert.deepEqual(done, ['goes to the text'])
  })

  it('is told as it was when that changed since', async () => {
    const { card } = await show({ quote: { ...quote, current: 'on Monday' } })
    assert.ok(card.getByRole('button', { name: 'on Monday' }))
    assert.ok(card.getByText('When this was written, the text was “on Friday”.'))
  })

  it('leads nowhere when it is gone', async () => {
    const gone = { ...quote, block: null, start: null, current: null }
    const { card } = await show({ quote: gone })
    assert.ok(card.getByText('This text is no longer on the page.'))
    assert.equal(card.getByRole<HTMLButtonElement>('button', { name: 'on Friday' }).disabled, true)
  })
})

describe('a thread', () => {
  it('takes an answer', async () => {
    const { user, card, done } = await show()
    await user.type(card.getByRole('textbox', { name: 'Reply' }), 'Yes.')
    await user.click(card.getByRole('button', { name: 'Reply' }))
    assert.deepEqual(done, [['reply', 't1', 'Yes.']])
  })

  it('says who resolved it, takes no answer then, and is opened again', async () => {
    const { user, card, done } = await show({ isResolved: true, resolvedBy: ada })
    assert.ok(card.getByText('Resolved by Ada Lovelace'))
    assert.ok(card.queryByRole('textbox') === null)
    await user.click(card.getByRole('button', { name: 'Reopen' }))
    assert.deepEqual(done, [['resolve', 't1', false]])
  })

  it('is resolved', async () => {
    const { user, card, done } = await show()
    await user.click(card.getByRole('button', { name: 'Resolve' }))
    assert.deepEqual(done, [['resolve', 't1', true]])
  })
})
