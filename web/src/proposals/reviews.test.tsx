import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { render, screen, waitFor, within } from '../../../test/support/web/screen.tsx'
import {
  inWorkspace,
  startWebServer,
  type WebServer,
} from '../../../test/support/web/web-server.tsx'
import { ProposalScreen } from './proposal-screen.tsx'
import { revisionOf } from './revision.ts'

let server: WebServer
before(async () => {
  server = await startWebServer()
  await post('/v1/proposals/set-settings', { acceptsOwn: true })
})
after(() => server.close())

const post = async <Body,>(path: string, body: object) => {
  const answer = await server.post<Body>(path, { workspaceId: server.workspaceId, ...body })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

type Shown = {
  title: string
  reason: string
  state: string
  revision: number
  openChanges: number
  comments: { change: number | null; markdown: string }[]
  list: {
    title: string
    state: string
    markdown: string | null
    fields: { name: string; after: string | null }[]
  }[]
}
const shown = (proposalId: string) => post<Shown>('/v1/proposals/get', { proposalId })

/** Opens a new proposal with these changes. */
async function review(changes: object[]): Promise<string> {
  const proposal = { title: 'Reviewed', changes }
  const { proposalId } = await post<{ proposalId: string }>('/v1/proposals/create', proposal)
  const element = await inWorkspace(<ProposalScreen />)
  render([{ path: '/proposals/:proposalId', element }], { at: `/proposals/${proposalId}` })
  await screen.findByText('Reviewed')
  return proposalId
}

const edit = (pageId: string, markdown: string) => ({ kind: 'edit', pageId, markdown })
const markdownOf = async (pageId: string) =>
  (await post<{ markdown: string }>('/v1/pages/markdown', { pageId })).markdown
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const part = (number: number) =>
  screen.findByRole<HTMLInputElement>('checkbox', { name: `Accept part ${number}` })

describe('a review', () => {
  it('keeps what was written while the server cannot be reached, and saves it then', async () => {
    const pageId = await server.addPage('Kept words', { markdown: 'Old.' })
    const proposalId = await review([edit(pageId, 'New.')])
    const words = await screen.findByLabelText<HTMLTextAreaElement>('Comment, reason or request')
    await userEvent.type(words, 'Not yet.')
    server.refuse('/v1/proposals/decline', 503, { code: 'BUSY', message: 'Busy.' })
    await press('Decline all')
    await screen.findByText(/The proposal was not changed/)
    assert.equal(words.value, 'Not yet.')
    assert.equal((await shown(proposalId)).state, 'open')
    await press('Decline all')
    await waitFor(async () => assert.equal((await shown(proposalId)).state, 'declined'))
    assert.equal((await shown(proposalId)).comments[0]?.markdown, 'Not yet.\n')
  })

  it('keeps what was written when the proposal is updated, and says so', async () => {
    const pageId = await server.addPage('Updated', { markdown: 'Old.\n\nOld too.' })
    const proposalId = await review([edit(pageId, 'New.\n\nNew too.')])
    await userEvent.click(await part(1))
    const words = await screen.findByLabelText<HTMLTextAreaElement>('Comment, reason or request')
    await userEvent.type(words, 'Half a thought')
    await post('/v1/proposals/update', { proposalId, changes: [edit(pageId, 'Newer.')] })
    await post('/v1/proposals/comment', { proposalId, markdown: 'See above.' })
    // Another decision reads the proposal again.
    server.refuse('/v1/proposals/decline', 503, { code: 'BUSY', message: 'Busy.' })
    await press('Decline all')
    await screen.findByText('The proposal was updated. Review the changes again.')
    await screen.findByText('Newer', { exact: false })
    const written = screen.getByLabelText<HTMLTextAreaElement>('Comment, reason or request')
    assert.equal(written.value, 'Half a thought')
    await screen.findByRole('button', { name: 'Accept all' })
  })

  it('needs words for a comment and for a request', async () => {
    const pageId = await server.addPage('Without words', { markdown: 'Old.' })
    const proposalId = await review([edit(pageId, 'New.')])
    await press('Comment')
    await screen.findByText('Write a comment first.')
    await press('Ask for changes')
    await screen.findByText('Write what should change first.')
    const { state, comments } = await shown(proposalId)
    assert.deepEqual([state, comments], ['open', []])
  })

  it('says afterwards which part was accepted, and which was not', async () => {
    const pageId = await server.addPage('In part', { markdown: 'Old.\n\nSame.\n\nOld too.' })
    await review([edit(pageId, 'New.\n\nSame.\n\nNew too.')])
    await userEvent.click(await part(2))
    await press('Accept selected parts')
    await waitFor(() => assert.equal(screen.getAllByText('Accepted in part').length, 2))
    await screen.findByText(/accepted in part/)
    assert.equal(await markdownOf(pageId), 'New.\n\nSame.\n\nOld too.\n')
    const [leftOut, ...more] = screen.getAllByText('Not accepted')
    assert.equal(more.length, 0)
    assert.match(leftOut?.closest('.proposal-part')?.textContent ?? '', /New too/)
    assert.equal(screen.queryByText('Accepted'), null)
  })

  it('leaves out a change that is not selected', async () => {
    const pageId = await server.addPage('Kept page', { markdown: 'Old.' })
    const gone = await server.addPage('Not deleted', { markdown: 'Old.' })
    const proposalId = await review([
      edit(pageId, 'New.'),
      { kind: 'create', title: 'Another', markdown: 'Text.' },
      { kind: 'trash', pageId: gone },
    ])
    const box = (change: string) => screen.findByRole('checkbox', { name: `Accept: ${change}` })
    await box('Edit of “Kept page”')
    await userEvent.click(await box('Delete “Not deleted”'))
    await press('Accept selected parts')
    await waitFor(async () => assert.equal((await shown(proposalId)).openChanges, 1))
    assert.equal(await markdownOf(pageId), 'New.\n')
    assert.equal(await markdownOf(gone), 'Old.\n')
    await userEvent.click(await box('Delete “Not deleted”'))
    await press('Accept selected parts')
    await waitFor(async () => assert.equal((await shown(proposalId)).state, 'accepted'))
  })

  it('offers no parts of a change that has one, and all parts at first', async () => {
    const pageId = await server.addPage('One part', { markdown: 'Old.' })
    await review([edit(pageId, 'New.')])
    await screen.findByRole('button', { name: 'Accept all' })
    assert.equal(screen.queryByRole('checkbox'), null)
  })

  it('accepts everything again when the parts are chosen again', async () => {
    const pageId = await server.addPage('Chosen again', { markdown: 'One.\n\nTwo.' })
    const proposalId = await review([edit(pageId, 'Uno.\n\nDos.')])
    for (const number of [1, 2]) assert.equal((await part(number)).checked, true)
    await userEvent.click(await part(1))
    assert.equal((await part(1)).checked, false)
    await userEvent.click(await part(1))
    assert.equal((await part(1)).checked, true)
    await press('Accept selected parts')
    await waitFor(async () => assert.equal((await shown(proposalId)).state, 'accepted'))
    assert.equal(await markdownOf(pageId), 'Uno.\n\nDos.\n')
  })

  it('accepts nothing where no part is chosen', async () => {
    const pageId = await server.addPage('Nothing chosen', { markdown: 'One.\n\nTwo.' })
    const proposalId = await review([edit(pageId, 'Uno.\n\nDos.')])
    for (const number of [1, 2]) await userEvent.click(await part(number))
    const accept = await screen.findByRole<HTMLButtonElement>('button', {
      name: 'Accept selected parts',
    })
    assert.equal(accept.disabled, true)
    assert.equal((await shown(proposalId)).state, 'open')
  })

  it('accepts one of two changes, and leaves the other open', async () => {
    const first = await server.addPage('First of two', { markdown: 'One.\n\nTwo.' })
    const second = await server.addPage('Second of two', { markdown: 'One.\n\nTwo.' })
    const changes = [edit(first, 'Uno.\n\nDos.'), edit(second, 'Eins.\n\nZwei.')]
    const proposalId = await review(changes)
    const boxes = await screen.findAllByRole('checkbox', { name: /Accept part/ })
    assert.equal(boxes.length, 4)
    for (const box of boxes.slice(2)) await userEvent.click(box)
    await press('Accept selected parts')
    await waitFor(async () => assert.equal((await shown(proposalId)).openChanges, 1))
    assert.equal(await markdownOf(first), 'Uno.\n\nDos.\n')
    assert.equal(await markdownOf(second), 'One.\n\nTwo.\n')
  })

  it('shows long text that stays only on request', async () => {
    const same = ['A.', 'B.', 'C.', 'D.', 'E.'].join('\n\n')
    const pageId = await server.addPage('Long', { markdown: `${same}\n\nOld.` })
    await review([edit(pageId, `${same}\n\nNew.`)])
    await screen.findByRole('button', { name: 'Accept all' })
    assert.equal(screen.queryByText(/C\./), null)
    await press('Show unchanged text')
    await screen.findByText(/C\./)
  })

  it('never replaces what others wrote after the reviewer began to edit', async () => {
    const pageId = await server.addPage('Edited at once', { markdown: 'Old.' })
    const proposalId = await review([edit(pageId, 'New.')])
    await press('Edit')
    await userEvent.type(screen.getByLabelText('Text of the page, as Markdown'), 'Mine.')
    await post('/v1/pages/edit', { pageId, mode: 'append', text: 'By another.' })
    for (const attempt of [1, 2]) {
      await press('Accept selected parts')
      const refusals = await screen.findAllByText(/The proposal was not changed/)
      await waitFor(() => assert.ok(refusals.length >= 1, `${attempt}`))
    }
    assert.equal((await shown(proposalId)).state, 'open')
    assert.match(await markdownOf(pageId), /By another/)
  })

  it('goes back to the proposed text when an edit is discarded', async () => {
    const pageId = await server.addPage('Discarded', { markdown: 'Old.' })
    const proposalId = await review([edit(pageId, 'New.')])
    await press('Edit')
    const field = screen.getByLabelText<HTMLTextAreaElement>('Text of the page, as Markdown')
    assert.equal(field.value, 'New.\n')
    await userEvent.type(field, 'Mine.')
    await press('Discard my edit')
    assert.equal(screen.queryByLabelText('Text of the page, as Markdown'), null)
    await press('Accept selected parts')
    await waitFor(async () => assert.equal((await shown(proposalId)).state, 'accepted'))
    assert.equal(await markdownOf(pageId), 'New.\n')
  })

  it('declines the selected changes, and leaves the others open', async () => {
    const first = await server.addPage('Declined page', { markdown: 'Old.' })
    const second = await server.addPage('Open page', { markdown: 'Old.' })
    const proposalId = await review([edit(first, 'New.'), edit(second, 'New.')])
    const name = 'Accept: Edit of “Open page”'
    await userEvent.click(await screen.findByRole('checkbox', { name }))
    await press('Decline selected changes')
    await waitFor(async () => assert.equal((await shown(proposalId)).openChanges, 1))
    const { list } = await shown(proposalId)
    assert.deepEqual(
      list.map(({ state }) => state),
      ['declined', 'open'],
    )
  })

  it('comments on one of several changes, and shows which', async () => {
    const first = await server.addPage('Not commented on', { markdown: 'Old.' })
    const second = await server.addPage('Commented on', { markdown: 'Old.' })
    const proposalId = await review([edit(first, 'New.'), edit(second, 'New.')])
    await userEvent.click(
      await screen.findByRole('combobox', { name: 'What the comment is about' }),
    )
    await userEvent.click(await screen.findByRole('option', { name: 'Edit of “Commented on”' }))
    await userEvent.type(await screen.findByLabelText('Comment, reason or request'), 'Which one?')
    await press('Comment')
    await screen.findByText(/commented.* · Edit of “Commented on”/)
    const { comments } = await shown(proposalId)
    assert.deepEqual(
      comments.map(({ change, markdown }) => [change, markdown]),
      [[2, 'Which one?\n']],
    )
  })

  it('lets the proposer answer, edit the text and submit it again', async () => {
    const pageId = await server.addPage('Submitted again', { markdown: 'Old.' })
    const proposalId = await review([{ ...edit(pageId, 'New.'), title: 'Newer title' }])
    await post('/v1/proposals/request-changes', { proposalId, markdown: 'Name the day.' })
    assert.equal(screen.queryByRole('button', { name: 'Submit again' }), null)
    await press('Edit')
    const field = screen.getByLabelText<HTMLTextAreaElement>('Text of the page, as Markdown')
    await userEvent.type(field, 'On Friday.')
    await userEvent.type(await screen.findByLabelText('Comment, reason or request'), 'Done.')
    await press('Submit again')
    await waitFor(async () => assert.equal((await shown(proposalId)).state, 'open'))
    const { revision, list, comments } = await shown(proposalId)
    assert.deepEqual([revision, list[0]?.markdown], [2, 'New.\nOn Friday.\n'])
    assert.deepEqual(
      list[0]?.fields.map(({ name, after: title }) => [name, title]),
      [['title', 'Newer title']],
    )
    assert.ok(comments.some(({ markdown }) => markdown === 'Done.\n'))
  })

  it('lets the proposer edit and remove some of several changes, and the title and reason', async () => {
    const pageId = await server.addPage('Edited one', { markdown: 'Old.' })
    const other = await server.addPage('Left alone', { markdown: 'Old.' })
    const proposalId = await review([
      { kind: 'create', title: 'A new page', markdown: 'Draft.' },
      edit(pageId, 'New.'),
      { kind: 'properties', pageId: other, set: { state: 'done' } },
      { kind: 'trash', pageId: other },
    ])
    const of = async (name: string) => within(await screen.findByRole('region', { name }))
    const created = await of('New page “A new page”')
    await userEvent.click(created.getByRole('button', { name: 'Edit' }))
    await userEvent.clear(created.getByLabelText('Page title'))
    await userEvent.type(created.getByLabelText('Page title'), 'A better page')
    await userEvent.type(created.getByLabelText('Text of the page, as Markdown'), 'Final.')
    const deleted = await of('Delete “Left alone”')
    assert.equal(deleted.queryByRole('button', { name: 'Edit' }), null)
    await userEvent.click(deleted.getByRole('button', { name: 'Remove' }))
    await userEvent.click(deleted.getByRole('button', { name: 'Keep this change' }))
    await userEvent.click(deleted.getByRole('button', { name: 'Remove' }))
    await press('Edit title and reason')
    await userEvent.type(screen.getByLabelText('Title'), ' twice')
    await userEvent.type(screen.getByLabelText('Reason'), 'It is old.')
    await press('Submit again')
    await waitFor(async () => assert.equal((await shown(proposalId)).revision, 2))
    const { title, reason, list } = await shown(proposalId)
    assert.deepEqual([title, reason], ['Reviewed twice', 'It is old.\n'])
    assert.deepEqual(
      list.map((change) => [change.title, change.markdown]),
      [
        ['A better page', 'Draft.\nFinal.\n'],
        ['Edited one', 'New.\n'],
        ['Left alone', null],
      ],
    )
  })

  it('accepts a change with the title that the reviewer gave it', async () => {
    const proposalId = await review([{ kind: 'create', title: 'First name', markdown: 'Text.' }])
    await press('Edit')
    await userEvent.clear(screen.getByLabelText('Page title'))
    await userEvent.type(screen.getByLabelText('Page title'), 'Last name')
    await press('Accept selected parts')
    await waitFor(async () => assert.equal((await shown(proposalId)).state, 'accepted'))
    const page = { workspaceId: server.workspaceId, page: 'Last name' }
    assert.equal((await server.post('/v1/pages/get', page)).status, 200)
  })
})

describe('a revision', () => {
  const open = { state: 'open', kind: 'edit', markdown: 'New.', fields: [] } as const
  const proposalOf = (list: object[], more: object = {}) =>
    // SAFETY: what the functions read of a proposal.
    ({ isMine: true, state: 'open', list, ...more }) as unknown as Parameters<typeof revisionOf>[0]
  const choices = {
    head: undefined,
    editedOf: () => undefined,
    isRemoved: ({ number }: { number: number }) => number === 1,
  }

  it('is none of a proposal of someone else, a closed one, and one of which nothing is left', () => {
    const [one, two] = [
      { ...open, number: 1 },
      { ...open, number: 2 },
    ]
    assert.deepEqual(revisionOf(proposalOf([one, two]), choices), { remove: [1] })
    for (const proposal of [
      proposalOf([one]),
      proposalOf([one, { ...two, state: 'declined' }]),
      proposalOf([one, two], { isMine: false }),
      proposalOf([one, two], { state: 'withdrawn' }),
      proposalOf([two]),
    ]) {
      assert.equal(revisionOf(proposal, choices), undefined)
    }
  })
})
