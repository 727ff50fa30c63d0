import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { Refusal, screen, waitFor } from '../../../../test/support/web/screen.tsx'
import { inputsOf, renderSignedIn } from '../../../../test/support/web/signed-in.tsx'
import { Notifications } from './notifications.tsx'

const kinds = ['mention', 'reply', 'assignment', 'review', 'change', 'run']
const stored = {
  shownKinds: kinds,
  mailedKinds: kinds,
  digest: 'off',
  timeZone: 'UTC',
  mail: 'available',
  chats: [],
  chatConnectionId: null,
  chatKinds: kinds,
  chatError: null,
  chatFailure: null,
  chatErrorAt: null,
}
const slack = { connectionId: 'b1', service: 'Slack', name: '@quire in Team', isReachable: true }
const muted = { connectionId: 'b2', service: 'Mattermost', name: 'At work', isReachable: false }
const none = { '/v1/watches/list': () => ({ pages: [] }) }

function show(answers: Parameters<typeof renderSignedIn>[1] & object) {
  return renderSignedIn(<Notifications />, answers)
}
const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name })

describe('the settings for notifications', () => {
  it('say why they could not be read or saved, and stay', async () => {
    let isBroken = true
    show({
      answers: {
        ...none,
        '/v1/inbox/settings': () => (isBroken ? new Refusal(503, 'BUSY', 'Busy.') : stored),
        '/v1/inbox/set-settings': () => new Refusal(503, 'BUSY', 'Busy.'),
      },
    })
    await screen.findByRole('alert')
    isBroken = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    const mentions = await box('Mentions of you: Inbox')
    await userEvent.click(mentions)
    await screen.findByText(/The settings were not saved/)
    assert.equal(mentions.checked, true)
  })

  it('choose the kinds of entries in the inbox and in emails, and how often there is one', async () => {
    let now = stored
    const { asked } = show({
      answers: {
        ...none,
        '/v1/inbox/settings': () => now,
        '/v1/inbox/set-settings': (change) => {
          now = { ...now, ...change }
          return now
        },
      },
    })
    await userEvent.click(await box('Runs of your agents and programs: Inbox'))
    await waitFor(async () =>
      assert.equal((await box('Runs of your agents and programs: Inbox')).checked, false),
    )
    await userEvent.click(await box('Replies in your threads: Email'))
    await userEvent.click(await box('Runs of your agents and programs: Inbox'))
    await userEvent.click(await screen.findByText('Daily at 8:00'))
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    await waitFor(() =>
      assert.deepEqual(inputsOf(asked, '/v1/inbox/set-settings'), [
        { workspaceId: 'w1', shownKinds: kinds.filter((kind) => kind !== 'run') },
        { workspaceId: 'w1', mailedKinds: kinds.filter((kind) => kind !== 'reply') },
        { workspaceId: 'w1', shownKinds: kinds },
        { workspaceId: 'w1', digest: 'daily', timeZone },
      ]),
    )
  })

  it('lead to linking a chat account before messages can be chosen', async () => {
    show({ answers: { ...none, '/v1/inbox/settings': () => stored } })
    const link = await screen.findByRole('link', { name: 'link your chat account' })
    assert.equal(link.getAttribute('href'), '/settings/chats')
    assert.equal(screen.queryByRole('columnheader', { name: 'Chat' }), null)
  })

  it('choose the bot that sends messages, and the kinds that they contain', async () => {
    let now: object = { ...stored, chats: [slack, muted] }
    const { asked } = show({
      answers: {
        ...none,
        '/v1/inbox/settings': () => now,
        '/v1/inbox/set-settings': (change) => {
          now = { ...now, ...change }
          return now
        },
      },
    })
    const field = await screen.findByRole('combobox', { name: 'Send messages with' })
    const name = 'Mattermost: At work (cannot send you messages)'
    assert.ok(screen.getByRole<HTMLOptionElement>('option', { name }).disabled)
    await userEvent.selectOptions(field, 'Slack: @quire in Team')
    await userEvent.click(await box('Changes to pages that you watch: Chat'))
    await userEvent.selectOptions(field, 'No messages')
    await waitFor(() =>
      assert.deepEqual(inputsOf(asked, '/v1/inbox/set-settings'), [
        { workspaceId: 'w1', chatConnectionId: 'b1' },
        { workspaceId: 'w1', chatKinds: kinds.filter((kind) => kind !== 'change') },
        { workspaceId: 'w1', chatConnectionId: null },
      ]),
    )
    await waitFor(() => assert.ok(screen.queryByText('Chat') === null))
  })

  it('save one change after the other, and keep showing the last one', async () => {
    let now = stored
    const answering: (() => void)[] = []
    const { asked } = show({
      answers: {
        ...none,
        '/v1/inbox/settings': () => now,
        '/v1/inbox/set-settings': async (change) => {
          now = { ...now, ...change }
          const answer = now
          await new Promise<void>((resolve) => answering.push(resolve))
          return answer
        },
      },
    })
    const mentions = await box('Mentions of you: Inbox')
    await userEvent.click(mentions)
    await userEvent.click(await box('Replies in your threads: Inbox'))
    await waitFor(() => assert.equal(answering.length, 1))
    answering[0]?.()
    await waitFor(() => assert.equal(answering.length, 2))
    const shown = async () => [
      mentions.checked,
      (await box('Replies in your threads: Inbox')).checked,
    ]
    assert.deepEqual(await shown(), [false, false])
    answering[1]?.()
    const [, , ...others] = kinds
    await waitFor(() => assert.deepEqual(now.shownKinds, others))
    assert.deepEqual(await shown(), [false, false])
    assert.equal(inputsOf(asked, '/v1/inbox/set-settings').length, 2)
  })

  it('say why the last chat message did not arrive', async () => {
    const failed = { chatError: 'channel_not_found', chatErrorAt: '2026-01-01T00:00:00.000Z' }
    const chosen = { ...stored, chats: [slack], chatConnectionId: 'b1', ...failed }
    show({ answers: { ...none, '/v1/inbox/settings': () => chosen } })
    await screen.findByText(/^The last message did not arrive .*channel_not_found$/)
  })

  it('say when no email can arrive', async () => {
    show({ answers: { ...none, '/v1/inbox/settings': () => ({ ...stored, mail: 'unverified' }) } })
    await screen.findByText(/after you verify your email address/)
  })

  it('offer no emails on a server without them', async () => {
    show({ answers: { ...none, '/v1/inbox/settings': () => ({ ...stored, mail: 'unavailable' }) } })
    await screen.findByText('This server cannot send email.')
    assert.ok(screen.getByRole<HTMLInputElement>('radio', { name: 'Hourly' }).disabled)
  })

  it('list the watched pages, and stop watching one', async () => {
    const pages = [
      { id: 'p1', title: 'Plan', icon: null, includesSubpages: true },
      { id: 'p2', title: '', icon: null, includesSubpages: false },
    ]
    let fails = true
    const { asked } = show({
      answers: {
        '/v1/inbox/settings': () => stored,
        '/v1/watches/list': () => ({ pages: [...pages] }),
        '/v1/watches/remove': () => {
          if (fails) return new Refusal(503, 'BUSY', 'Busy.')
          pages.shift()
          return { ok: true }
        },
      },
    })
    const link = await screen.findByRole('link', { name: 'Plan' })
    assert.equal(link.getAttribute('href'), '/pages/p1')
    assert.ok(screen.getByText('(with subpages)', { exact: false }))
    const stop = () => screen.getByRole('button', { name: 'Stop watching Plan' })
    await userEvent.click(stop())
    await screen.findByText(/The settings were not saved/)
    fails = false
    await userEvent.click(stop())
    await waitFor(() => assert.equal(screen.queryByRole('link', { name: 'Plan' }), null))
    assert.ok(screen.getByRole('link', { name: 'Untitled' }))
    assert.deepEqual(inputsOf(asked, '/v1/watches/remove').at(-1), {
      workspaceId: 'w1',
      pageId: 'p1',
    })
  })
})
