import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { screen, waitFor, within } from '../../../../test/support/web/screen.tsx'
import { inputsOf, invalid, renderSignedIn } from '../../../../test/support/web/signed-in.tsx'
import { webhook } from '../../../../test/support/web/webhook-examples.tsx'
import { Webhooks } from './webhooks.tsx'

const types = {
  '/v1/webhooks/event-types': () => ({
    subscriptions: ['*', 'page.*', 'page.created', 'comment.*'],
    eventTypes: [{ type: 'page.created', description: 'A page was created.', schema: {} }],
  }),
}
const list = (...webhooks: object[]) => ({
  ...types,
  '/v1/webhooks/list': () => ({ webhooks }),
})
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

async function open(): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole('button', { name: 'New webhook' }))
  return screen.findByRole('dialog')
}

describe('Webhooks', () => {
  it('are not for members and viewers, who ask for nothing', async () => {
    for (const role of ['MEMBER', 'VIEWER'] as const) {
      const { asked } = renderSignedIn(<Webhooks />, { role, answers: list() })
      assert.ok((await screen.findAllByText('You don’t have access to this setting')).length > 0)
      assert.deepEqual(inputsOf(asked, '/v1/webhooks/list'), [])
    }
  })

  it('say what they are good for, where there is none', async () => {
    renderSignedIn(<Webhooks />, { answers: list() })
    assert.ok(await screen.findByRole('heading', { name: 'No webhooks yet' }))
  })

  it('say how each of them is doing', async () => {
    const failing = {
      ...webhook,
      id: 'h2',
      name: 'Team chat',
      events: ['*'],
      failingSince: new Date(Date.now() - 7_200_000).toISOString(),
    }
    const off = {
      ...webhook,
      id: 'h3',
      name: 'Old',
      enabled: false,
      disabledReason: 'The receiver answered 410 Gone.',
    }
    const unused = { ...webhook, id: 'h4', name: 'New', lastSuccessAt: null }
    renderSignedIn(<Webhooks />, { answers: list(webhook, failing, off, unused) })
    const rows = await screen.findAllByRole('listitem')
    assert.deepEqual(
      rows.map((row) => row.textContent?.replace(/Open$/, '')),
      [
        'Build the siteOnexample.com · page.*, comment.* · Last delivered Feb 1, 2026',
        'Team chatFailingexample.com · All events · Failing since 2 hours ago',
        'OldOffexample.com · page.*, comment.* · The receiver answered 410 Gone.',
        'NewOnexample.com · page.*, comment.* · No deliveries yet',
      ],
    )
    const link = screen.getByRole('link', { name: 'Build the site' })
    assert.equal(link.getAttribute('href'), '/settings/webhooks/h1')
  })

  it('offer another try when they cannot be read', async () => {
    renderSignedIn(<Webhooks />, { answers: types })
    assert.ok(await screen.findByRole('button', { name: 'Try again' }))
  })
})

describe('a new webhook', () => {
  it('is refused at the address that leads inside', async () => {
    const answers = {
      ...list(),
      '/v1/webhooks/create': () =>
        invalid('/url', 'webhook', 'is refused: 10.0.0.1 is not a public address'),
    }
    renderSignedIn(<Webhooks />, { answers })
    const dialog = await open()
    await userEvent.type(within(dialog).getByLabelText('URL'), 'http://10.0.0.1/')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Create webhook' }))
    assert.ok(await within(dialog).findByText(/is refused: 10\.0\.0\.1/))
  })

  it('is made as it was asked for, named after its host, and shows its secret', async () => {
    const answers = { ...list(), '/v1/webhooks/create': () => ({ webhook, secret }) }
    const { asked } = renderSignedIn(<Webhooks />, { answers })
    const dialog = await open()
    await userEvent.type(within(dialog).getByLabelText('URL'), ' https://example.com/hook ')
    await userEvent.selectOptions(within(dialog).getByLabelText('Format'), 'slack')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Create webhook' }))
    assert.equal((await within(dialog).findByTestId('secret')).textContent, secret)
    assert.deepEqual(inputsOf(asked, '/v1/webhooks/create'), [
      {
        workspaceId: 'w1',
        url: 'https://example.com/hook',
        name: 'example.com',
        events: ['page.*', 'comment.*'],
        format: 'slack',
        sectionId: null,
      },
    ])
    const on = within(dialog).getByRole('link', { name: /open the webhook/ })
    assert.equal(on.getAttribute('href'), '/settings/webhooks/h1')
  })

  it('is limited to a section that is found by its title', async () => {
    const answers = {
      ...list(),
      '/v1/webhooks/create': () => ({ webhook, secret }),
      '/v1/search/pages': () => ({
        results: [
          { pageId: 'p7', workspaceId: 'w1', blockNumber: 0, title: 'Handbook', content: '' },
        ],
      }),
    }
    const { asked } = renderSignedIn(<Webhooks />, { answers })
    const dialog = await open()
    await userEvent.type(within(dialog).getByLabelText('URL'), 'https://example.com/hook')
    await userEvent.type(within(dialog).getByLabelText('Section', { selector: 'input' }), 'Hand')
    await userEvent.click(await screen.findByRole('option', { name: 'Handbook' }))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Create webhook' }))
    await within(dialog).findByTestId('secret')
    const [created] = inputsOf(asked, '/v1/webhooks/create')
    assert.equal(created?.['sectionId'], 'p7')
    await waitFor(() => assert.equal(inputsOf(asked, '/v1/search/pages')[0]?.['query'], 'Hand'))
  })
})
