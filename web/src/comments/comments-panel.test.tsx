import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { renderHook } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { replaceFetch, replaceGlobals } from '../../../test/support/processes/replace.ts'
import { answer, render, screen, waitFor, within } from '../../../test/support/web/screen.tsx'
import {
  inWorkspace,
  startWebServer,
  type WebServer,
} from '../../../test/support/web/web-server.tsx'
import type { Quote } from '../lib/page-body.ts'
import { useLinkedComment } from './use-linked-comment.ts'
import { type Thread, threadsQuery } from './use-threads.ts'

const { CommentsPanel } = await import('./comments-panel.tsx')
const { CommentsButton } = await import('./comments-button.tsx')

let quire: WebServer
let pageId: string
before(async () => {
  // Highlights are a browser's; here there are none.
  replaceGlobals({ CSS: {} })
  quire = await startWebServer()
})
after(() => quire.close())
beforeEach(async () => {
  quire.setRole('OWNER')
  quire.asked.length = 0
  pageId = await quire.addPage('Plan', { markdown: 'We ship on Friday.' })
})

async function show(quote?: { text: string; block: number }, at = '/') {
  const user = userEvent.setup()
  let cleared = false
  const props = {
    workspaceId: quire.workspaceId,
    pageId,
    setOpen: () => undefined,
    quote,
    setQuote: (next: Quote | undefined) => {
      cleared = next === undefined
    },
  }
  render(await inWorkspace(<CommentsPanel {...props} />), { at })
  await screen.findByRole('heading', { name: 'Comments' })
  return { user, isCleared: () => cleared }
}

const say = (markdown: string, extra: object = {}) =>
  quire.post<{ commentId: string }>('/v1/comments/create', {
    workspaceId: quire.workspaceId,
    pageId,
    markdown,
    ...extra,
  })

describe('CommentsPanel', () => {
  it('lets a viewer read and nothing more', async () => {
    await say('Is this so?')
    quire.setRole('VIEWER')
    await show()
    assert.ok(await screen.findByText('Is this so?'))
    assert.ok(screen.queryByRole('textbox') === null)
    assert.ok(screen.queryByRole('button', { name: 'Resolve' }) === null)
    assert.ok(screen.queryByRole('button', { name: /^Actions/ }) === null)
  })

  it('keeps what was written when the server refuses it', async () => {
    const { user } = await show()
    const message = 'You do not have permission to do this. Ask an owner or admin of the workspace.'
    quire.refuse('/v1/comments/create', 403, { code: 'FORBIDDEN', message })
    const field = await screen.findByRole('textbox', { name: 'Comment on this page' })
    await user.type(field, 'Hello')
    await user.click(screen.getByRole('button', { name: 'Comment' }))
    assert.ok(await screen.findByText(message))
    assert.ok(screen.getByText('Hello'))
  })

  it('comments on a text, which is then cleared', async () => {
    const { user, isCleared } = await show({ text: 'on Friday', block: 1 })
    const field = await screen.findByRole('textbox', { name: 'Comment on this text' })
    await user.type(field, 'Which one?')
    await user.click(screen.getByRole('button', { name: 'Comment' }))
    assert.ok(await screen.findByText('Which one?'))
    const sent = quire.asked.find(({ path }) => path === '/v1/comments/create')
    assert.deepEqual(sent?.body['quote'], { text: 'on Friday', block: 1 })
    await waitFor(() => assert.ok(isCleared()))
  })

  it('answers in a thread', async () => {
    await say('Is this so?')
    const { user } = await show()
    const thread = await screen.findByRole('article')
    await user.type(within(thread).getByRole('textbox', { name: 'Reply' }), 'It is.')
    await user.click(within(thread).getByRole('button', { name: 'Reply' }))
    assert.ok(await within(thread).findByText('It is.'))
  })

  it('resolves, shows it again when asked, and opens it again', async () => {
    await say('Done?')
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: 'Resolve' }))
    assert.ok(await screen.findByText('No comments yet'))
    await user.click(screen.getByRole('switch', { name: 'Show resolved' }))
    await user.click(await screen.findByRole('button', { name: 'Reopen' }))
    assert.ok(await screen.findByRole('button', { name: 'Resolve' }))
  })

  it('asks before it deletes', async () => {
    await say('A mistake')
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: /^Actions for the comment/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await waitFor(() => assert.ok(screen.queryByText('A mistake') === null))
  })

  it('says so when the text it is about is gone', async () => {
    await say('Which?', { quote: { text: 'on Friday', block: 1 } })
    const content = { type: 'doc', content: [{ type: 'paragraph' }] }
    const { workspaceId } = quire
    await quire.post('/v1/pages/update', { workspaceId, pageId, content })
    await show()
    assert.ok(await screen.findByText('This text is no longer on the page.'))
  })
})

describe('CommentsPanel at the address of a comment', () => {
  const isActive = (name: RegExp) =>
    screen.getByText(name).closest('article')?.dataset['active'] === 'true'

  it('shows the thread of a reply, and of a resolved comment too', async () => {
    await say('First?')
    const second = await say('Second?')
    const parentId = second.body.commentId
    const reply = await say('Yes.', { parentId })
    const { user } = await show(undefined, `/#comment-${reply.body.commentId}`)
    await waitFor(() => assert.ok(isActive(/^Yes\.$/)))
    assert.ok(!isActive(/^First/))
    const [resolve] = screen.getAllByRole('button', { name: 'Resolve' })
    assert.ok(resolve)
    await user.click(resolve)
    await waitFor(() => assert.ok(screen.queryByText('First?') === null))
    assert.ok(screen.getByText('Second?'), 'and no resolved thread comes back')
  })

  it('looks for it in resolved threads, once', async () => {
    const { body } = await say('Done?')
    const { workspaceId } = quire
    const done = { workspaceId, commentId: body.commentId, resolved: true }
    await quire.post('/v1/comments/resolve', done)
    const { user } = await show(undefined, `/#comment-${body.commentId}`)
    await waitFor(() => assert.ok(isActive(/^Done/)))
    await user.click(screen.getByRole('switch', { name: 'Show resolved' }))
    assert.ok(await screen.findByText('No comments yet'))
  })

  it('waits for a newer list when the one at hand lacks the comment', () => {
    const shown: string[] = []
    const comment = { id: 'c1' }
    // SAFETY: the hook reads nothing else.
    const fresh = [{ id: 't1', comments: [comment] }] as unknown as Thread[]
    const panel = {
      threads: [] as Thread[],
      isFetching: true,
      showsResolved: false,
      showResolved: () => shown.push('resolved'),
      choose: (threadId: string) => shown.push(threadId),
    }
    const wrapper = ({ children }: { children: ReactNode }) => (
      <MemoryRouter initialEntries={['/#comment-c1']}>{children}</MemoryRouter>
    )
    const hook = renderHook(useLinkedComment, { initialProps: panel, wrapper })
    assert.deepEqual(shown, [])
    hook.rerender({ ...panel, threads: fresh, isFetching: false })
    assert.deepEqual(shown, ['t1'])
  })

  it('finds it beyond the first part of the list', async () => {
    const [asked, parts] = [[] as unknown[], [500, 3]]
    const list = (input: { offset?: unknown; limit?: unknown }) => {
      asked.push([input.offset, input.limit])
      const length = parts.shift() ?? 0
      return { threads: Array.from({ length }, () => ({})), total: 503 }
    }
    const { fetch } = globalThis
    answer({ '/v1/comments/list': list })
    const query = threadsQuery({ workspaceId: 'w1', pageId: 'p1' }, false)
    const found = await query.queryFn({ signal: new AbortController().signal })
    replaceFetch(fetch)
    assert.deepEqual([found.threads.length, found.total], [503, 503])
    assert.deepEqual(asked, [
      [0, 500],
      [500, 500],
    ])
  })

  it('shows the other threads if there is no such comment', async () => {
    await say('Still here')
    const { user } = await show(undefined, '/#comment-none')
    await waitFor(() =>
      assert.ok(screen.getByRole<HTMLInputElement>('switch', { name: 'Show resolved' }).checked),
    )
    assert.ok(await screen.findByText('Still here'))
    await user.click(screen.getByRole('switch', { name: 'Show resolved' }))
    assert.ok(await screen.findByText('Still here'))
  })
})

describe('CommentsButton', () => {
  it('tells how many threads are open', async () => {
    await say('One')
    await say('Two')
    const props = {
      workspaceId: quire.workspaceId,
      pageId,
      isOpen: false,
      setOpen: () => undefined,
    }
    render(await inWorkspace(<CommentsButton {...props} />))
    assert.ok(await screen.findByRole('button', { name: 'Comments: 2 open threads' }))
  })
})
