import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { Refusal, screen, waitFor, within } from '../../../../test/support/web/screen.tsx'
import { inputsOf, renderSignedIn } from '../../../../test/support/web/signed-in.tsx'
import { delivery, summary, webhook } from '../../../../test/support/web/webhook-examples.tsx'
import type { Webhook } from './types.ts'
import { WebhookScreen } from './webhook-screen.tsx'

const address = { workspaceId: 'w1', webhookId: 'h1' }

function show(answers: Parameters<typeof renderSignedIn>[1] = {}, columns: Partial<Webhook> = {}) {
  return renderSignedIn(
    <Routes>
      <Route path="settings/webhooks/:webhookId" element={<WebhookScreen />} />
      <Route path="settings/webhooks" element={<p>The list</p>} />
    </Routes>,
    {
      at: '/settings/webhooks/h1',
      ...answers,
      answers: {
        '/v1/webhooks/list': () => ({ webhooks: [{ ...webhook, ...columns }] }),
        '/v1/webhooks/deliveries': () => ({ deliveries: [summary] }),
        '/v1/webhooks/delivery': () => ({ delivery }),
        '/v1/webhooks/event-types': () => ({
          subscriptions: ['*'],
          eventTypes: [{ type: 'page.created', description: '', schema: {} }],
        }),
        ...answers.answers,
      },
    },
  )
}
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))

describe('one webhook', () => {
  it('is not shown to members, who ask for nothing', async () => {
    const { asked } = show({ role: 'MEMBER' })
    await screen.findByText('You don’t have access to this setting')
    assert.deepEqual(inputsOf(asked, '/v1/webhooks/list'), [])
  })

  it('is not found when it is gone', async () => {
    show({ answers: { '/v1/webhooks/list': () => ({ webhooks: [] }) } })
    await screen.findByText('Webhook not found')
  })

  it('says why it is off', async () => {
    show({}, { enabled: false, disabledReason: 'The receiver answered 410 Gone.' })
    await screen.findByText(/answered 410 Gone\. Missed events are kept/)
    assert.ok(screen.getByRole('button', { name: 'Resend failed deliveries' }).matches(':disabled'))
  })

  it('says since when it fails', async () => {
    show({}, { failingSince: '2026-02-01T00:00:00.000Z', failures: 12 })
    await screen.findByText(/12 attempts have failed/)
  })

  it('sends a test, and says what came of it', async () => {
    const answers = { '/v1/webhooks/test': () => ({ delivery: { ...delivery, status: 'failed' } }) }
    const { asked } = show({ answers })
    await press('Send test')
    await screen.findByText('The test was not delivered. The connection failed (ECONNREFUSED).')
    assert.deepEqual(inputsOf(asked, '/v1/webhooks/test'), [address])
  })

  it('says that a test has arrived', async () => {
    const arrived = { ...delivery, status: 'succeeded', log: [] }
    show({ answers: { '/v1/webhooks/test': () => ({ delivery: arrived }) } })
    await press('Send test')
    await screen.findByText('Test delivered')
  })

  it('is switched off and on', async () => {
    const { asked } = show({ answers: { '/v1/webhooks/update': () => ({ webhook }) } })
    await press('Switch off')
    await screen.findByText('Build the site is off')
    assert.deepEqual(inputsOf(asked, '/v1/webhooks/update'), [{ ...address, enabled: false }])
  })

  it('is deleted after asking, and leads back to the list', async () => {
    const { asked, address: at } = show({
      answers: { '/v1/webhooks/delete': () => ({ ok: true }) },
    })
    await press('Delete')
    assert.deepEqual(inputsOf(asked, '/v1/webhooks/delete'), [])
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await screen.findByText('The list')
    assert.deepEqual(inputsOf(asked, '/v1/webhooks/delete'), [address])
    assert.equal(at(), '/settings/webhooks')
  })

  it('gets a new secret, with the grace that was chosen', async () => {
    const rotated = { secret: 'whsec_new', previousSecretUntil: null }
    const { asked } = show({ answers: { '/v1/webhooks/rotate-secret': () => rotated } })
    await press('New secret')
    const dialog = await screen.findByRole('dialog')
    await userEvent.selectOptions(within(dialog).getByLabelText(/Keep the old secret/), '0')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Create secret' }))
    assert.equal((await within(dialog).findByTestId('secret')).textContent, 'whsec_new')
    assert.deepEqual(inputsOf(asked, '/v1/webhooks/rotate-secret'), [
      { ...address, graceSeconds: 0 },
    ])
  })

  it('is changed with what it has in the fields', async () => {
    const answers = {
      '/v1/webhooks/update': () => ({ webhook }),
      '/v1/pages/document': () => ({ id: 'p1', title: 'Handbook' }),
    }
    const { asked } = show({ answers }, { sectionId: 'p1' })
    await press('Edit')
    const dialog = await screen.findByRole('dialog')
    const name = await within(dialog).findByLabelText('Name')
    await userEvent.clear(name)
    await userEvent.type(name, 'Site')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => assert.equal(inputsOf(asked, '/v1/webhooks/update').length, 1))
    const { url, events, format } = webhook
    assert.deepEqual(inputsOf(asked, '/v1/webhooks/update'), [
      { ...address, url, events, format, name: 'Site', sectionId: 'p1' },
    ])
  })
})

describe('the deliveries of a webhook', () => {
  it('are listed, and filtered by status, event and time', async () => {
    const { asked } = show()
    const rows = within(await screen.findByRole('list', { name: 'Deliveries' }))
    assert.match(
      (await rows.findByRole('listitem')).textContent ?? '',
      /page\.createdFailedFeb 1, 2026 · 2 attempts/,
    )
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'failed')
    await userEvent.selectOptions(screen.getByLabelText('Event'), 'page.created')
    await userEvent.selectOptions(screen.getByLabelText('Time'), '24')
    const last = () => inputsOf(asked, '/v1/webhooks/deliveries').at(-1)
    await waitFor(() => assert.ok(last()?.['since'] !== undefined))
    const { since, ...rest } = last() ?? {}
    assert.deepEqual(rest, { ...address, limit: 25, status: 'failed', type: 'page.created' })
    const age = Date.now() - Date.parse(String(since))
    assert.ok(age >= 86_400_000 && age < 86_500_000)
  })

  it('say what to do where there are none', async () => {
    show({ answers: { '/v1/webhooks/deliveries': () => ({ deliveries: [] }) } })
    await screen.findByText(/Deliveries appear here/)
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'failed')
    await screen.findByText(/No deliveries match/)
  })

  it('are sent again all at once, since a time', async () => {
    const answers = { '/v1/webhooks/recover': () => ({ deliveries: 3 }) }
    const { asked } = show({ answers })
    await press('Resend failed deliveries')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Last hour' }))
    await screen.findByText('3 deliveries queued')
    const [{ since, ...rest } = {}] = inputsOf(asked, '/v1/webhooks/recover')
    assert.deepEqual(rest, address)
    assert.ok(Date.now() - Date.parse(String(since)) >= 3_600_000)
  })

  it('show what was sent and every attempt, as text', async () => {
    show()
    await press('Details of page.created')
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText(/"title": "<img src=x onerror=alert\(1\)>"/)
    assert.equal(dialog.querySelector('img'), null)
    const first = within(within(dialog).getByRole('region', { name: 'Attempt 1' }))
    first.getByText(/42 ms · 93\.184\.216\.34/)
    first.getByText('It answered 500.')
    first.getByText(/<b>out of order<\/b>/)
    const second = within(within(dialog).getByRole('region', { name: 'Attempt 2' }))
    second.getByText('connection_refused')
    second.getByText('The connection failed (ECONNREFUSED).')
  })

  it('are sent again one by one, but for those whose body is gone', async () => {
    const { asked } = show({ answers: { '/v1/webhooks/redeliver': () => ({ ok: true }) } })
    await press('Details of page.created')
    await press('Resend')
    await screen.findByText('Delivery queued')
    assert.deepEqual(inputsOf(asked, '/v1/webhooks/redeliver'), [{ ...address, deliveryId: 'd1' }])
  })

  it('say that a body is kept no longer, and why a resend is refused', async () => {
    const gone = { ...delivery, body: null, log: [] }
    show({ answers: { '/v1/webhooks/delivery': () => ({ delivery: gone }) } })
    await press('Details of page.created')
    await screen.findByText(/The request body is no longer available/)
    await screen.findByText('No attempts yet.')
    assert.ok(screen.getByRole('button', { name: 'Resend' }).matches(':disabled'))
  })

  it('say why they cannot be shown', async () => {
    const refusal = new Refusal(409, 'WEBHOOK_DISABLED', 'The webhook is disabled.')
    show({ answers: { '/v1/webhooks/delivery': () => refusal } })
    await press('Details of page.created')
    await screen.findByText('The webhook is disabled. Enable it first.')
  })
})
