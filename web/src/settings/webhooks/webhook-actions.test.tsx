import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { Refusal, screen, waitFor, within } from '../../../../test/support/web/screen.tsx'
import { inputsOf, invalid, renderSignedIn } from '../../../../test/support/web/signed-in.tsx'
import { delivery, webhook } from '../../../../test/support/web/webhook-examples.tsx'
import { RecoverButton } from './recover-button.tsx'
import type { Webhook } from './types.ts'
import { WebhookActions } from './webhook-actions.tsx'
import { WebhookRow } from './webhook-row.tsx'

type Answers = NonNullable<Parameters<typeof renderSignedIn>[1]>['answers']

const types = {
  '/v1/webhooks/event-types': () => ({ subscriptions: ['*', 'page.*'], eventTypes: [] }),
}
const busy = () => new Refusal(503, 'BUSY', 'The store is busy. Try again.')
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

function actions(answers: Answers = {}, columns: Partial<Webhook> = {}) {
  return renderSignedIn(<WebhookActions webhook={{ ...webhook, ...columns }} />, {
    answers: { ...types, ...answers },
  })
}

describe('a webhook that the server does not let change', () => {
  it('stays as it is, and the person reads why', async () => {
    actions({ '/v1/webhooks/update': busy }, { enabled: true })
    await press('Switch off')
    assert.ok(await screen.findByText('The server is busy. Try again in a moment.'))
    assert.ok(screen.getByRole('button', { name: 'Switch off' }))
  })

  it('is not deleted when the person is not sure', async () => {
    const { asked } = actions({ '/v1/webhooks/delete': () => ({ ok: true }) })
    await press('Delete')
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    assert.deepEqual(inputsOf(asked, '/v1/webhooks/delete'), [])
  })
})

describe('a test', () => {
  const sent = (error: string | null) => ({
    ...delivery,
    status: 'failed',
    log: error === null ? [] : [{ ...delivery.log[0], error: { message: error } }],
  })

  it('says what went wrong on the way', async () => {
    actions({ '/v1/webhooks/test': () => ({ delivery: sent('the name is not known') }) })
    await press('Send test')
    assert.ok(await screen.findByText('The test was not delivered. The name is not known.'))
  })

  it('says so where nothing is known', async () => {
    actions({ '/v1/webhooks/test': () => ({ delivery: sent(null) }) })
    await press('Send test')
    assert.ok(await screen.findByText('The test was not delivered. The receiver did not respond.'))
  })
})

describe('a new secret', () => {
  const rotate = { '/v1/webhooks/rotate-secret': () => ({ secret: 'whsec_new' }) }

  it('is not made when the server refuses', async () => {
    actions({ '/v1/webhooks/rotate-secret': busy })
    await press('New secret')
    await press('Create secret')
    assert.match((await screen.findByRole('alert')).textContent ?? '', /The server is busy/)
    assert.ok(screen.queryByTestId('secret') === null)
  })

  it('is not lost by a stray key, as it is shown once', async () => {
    const { asked } = actions(rotate)
    await press('New secret')
    await userEvent.selectOptions(
      await screen.findByLabelText('Keep the old secret valid for'),
      'No time: it was leaked',
    )
    await press('Create secret')
    assert.equal((await screen.findByTestId('secret')).textContent, 'whsec_new')
    await userEvent.keyboard('{Escape}')
    assert.equal(screen.getByTestId('secret').textContent, 'whsec_new')
    assert.equal(inputsOf(asked, '/v1/webhooks/rotate-secret')[0]?.['graceSeconds'], 0)
  })
})

describe('editing a webhook', () => {
  const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name)

  it('says at the address what is wrong with it', async () => {
    actions({ '/v1/webhooks/update': () => invalid('/url', 'format') })
    await press('Edit')
    const url = await field('URL')
    assert.equal(url.value, webhook.url)
    await press('Save')
    assert.ok(await screen.findByText('Enter a valid value.'))
    assert.equal(url.getAttribute('aria-invalid'), 'true')
  })

  it('names the section it is limited to, also one that is gone', async () => {
    const gone = () => new Refusal(404, 'PAGE_NOT_FOUND', 'There is no such page.')
    actions({ '/v1/pages/document': gone }, { sectionId: 'p7' })
    await press('Edit')
    const section = await screen.findByLabelText<HTMLInputElement>('Section', {
      selector: 'input',
    })
    assert.equal(section.value, 'Deleted page')
  })

  it('takes the whole workspace again', async () => {
    const { asked } = actions(
      {
        '/v1/pages/document': () => ({ title: 'Handbook' }),
        '/v1/webhooks/update': () => ({ webhook }),
      },
      { sectionId: 'p7' },
    )
    await press('Edit')
    assert.ok(await screen.findByDisplayValue('Handbook'))
    await press('Use the whole workspace')
    await press('Save')
    await waitFor(() =>
      assert.equal(inputsOf(asked, '/v1/webhooks/update')[0]?.['sectionId'], null),
    )
  })
})

describe('sending again what failed', () => {
  const recover = async (answer: () => unknown) => {
    const shown = renderSignedIn(<RecoverButton webhook={{ ...webhook, enabled: true }} />, {
      answers: { '/v1/webhooks/recover': answer },
    })
    await press('Resend failed deliveries')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Last hour' }))
    return shown
  }

  it('says why it was not done', async () => {
    await recover(busy)
    assert.ok(await screen.findByText('The server is busy. Try again in a moment.'))
  })

  for (const [deliveries, words] of [
    [0, 'Nothing to resend'],
    [1, '1 delivery queued'],
    [7, '7 deliveries queued'],
  ] as const) {
    it(`says of ${deliveries}: ${words}`, async () => {
      const from = Date.now() - 3_600_000
      const { asked } = await recover(() => ({ deliveries }))
      assert.ok(await screen.findByText(words))
      const since = Date.parse(String(inputsOf(asked, '/v1/webhooks/recover')[0]?.['since']))
      assert.ok(since >= from && since <= from + 60_000)
    })
  }
})

describe('a webhook in the list', () => {
  const row = async (columns: Partial<Webhook>) => {
    renderSignedIn(
      <ul>
        <WebhookRow webhook={{ ...webhook, ...columns }} />
      </ul>,
    )
    return (await screen.findByRole('listitem')).textContent ?? ''
  }

  it('says that it is off, also where nobody said why', async () => {
    const words = await row({ enabled: false, disabledReason: null })
    assert.match(words, /Off/)
    assert.match(words, / · Switched offOpen$/)
  })

  it('tells the host of its address and no secret that stands in it', async () => {
    const words = await row({ url: 'https://hooks.example.com/services/T0/SECRET?token=x' })
    assert.match(words, /hooks\.example\.com · /)
    assert.doesNotMatch(words, /SECRET|token/)
  })
})
