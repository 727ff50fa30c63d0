import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { type Fixture, startFixture, verify } from '../../support/outside/webhooks.ts'
import { addPage } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import { checkAccess } from '../../support/web/axe.ts'
import { openScreensOf, type Screens } from '../../support/web/screens.ts'

describe('webhooks in the web app', () => {
  let fixture: Fixture
  let screens: Screens
  let page: Page

  before(async () => {
    fixture = await startFixture({ rateLimit: 0 })
    screens = await openScreensOf(fixture.quire)
    page = await screens.visitAs()
  })
  after(() => screens.close().finally(() => fixture.close()))

  /** What fades while it is looked at has no contrast. */
  const check = async () => {
    const notices = page.locator('.mantine-Notification-root')
    while ((await notices.count()) > 0) await page.waitForTimeout(100)
    await checkAccess(page)
  }
  const shown = async (text: string | RegExp) => page.getByText(text).first().waitFor()
  let secret = ''

  it('makes one, and shows its secret once', async () => {
    await page.goto('/settings/webhooks')
    await shown('No webhooks yet')
    await page.getByRole('button', { name: 'New webhook' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('URL').fill('http://169.254.169.254/latest')
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    await shown(/not a public address/)
    await check()
    await dialog.getByLabel('URL').fill(`${fixture.receiver.url}/web`)
    await dialog.getByLabel('Name').fill('Build the site')
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    secret = (await dialog.getByTestId('secret').textContent()) ?? ''
    assert.match(secret, /^whsec_/)
    await dialog.getByText('I’ve saved it, open the webhook').click()
    await page.getByRole('heading', { name: 'Build the site' }).waitFor()
  })

  it('sends a test, which arrives and can be read in the log', async () => {
    await page.getByRole('button', { name: 'Send test' }).click()
    await shown('Test delivered')
    const [one] = await fixture.until('/web')
    assert.ok(one)
    verify(secret, one)
    await page.getByRole('button', { name: 'Details of webhook.test' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delivery' })
    await dialog.getByText('"webhook.test"').waitFor()
    await dialog.getByText('Attempt 1').waitFor()
    await check()
    await dialog.getByRole('button', { name: 'Close' }).click()
  })

  it('shows what failed, and sends it again', async () => {
    await fixture.receiver.script('/web', { kind: 'answer', status: 500, body: 'out of order' })
    await addPage(fixture.quire, '<b>Told</b>')
    await page.getByText('Failed', { exact: true }).last().waitFor()
    await check()
    await page.getByRole('button', { name: 'Details of page.created' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delivery' })
    await dialog.getByText('It answered 500.').first().waitFor()
    await dialog.getByText('out of order').first().waitFor()
    await fixture.receiver.script('/web', { kind: 'answer', status: 200 })
    await dialog.getByRole('button', { name: 'Resend' }).click()
    await dialog.getByText('Delivered', { exact: true }).waitFor()
    await dialog.getByText('Attempt 4').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByLabel('Status').selectOption('failed')
    await shown('No deliveries')
    await page.getByLabel('Status').selectOption('')
  })

  it('makes a new secret, is switched off and on, and deleted', async () => {
    await page.getByRole('button', { name: 'New secret' }).click()
    await page.getByRole('button', { name: 'Create secret' }).click()
    const created = await page.getByTestId('secret').textContent()
    assert.match(created ?? '', /^whsec_/)
    assert.notEqual(created, secret)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Switch off' }).click()
    await shown(/Disabled by a person/)
    await check()
    await page.getByRole('button', { name: 'Switch on' }).click()
    await page.getByRole('button', { name: 'Switch off' }).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await shown('No webhooks yet')
  })

  it('says to a member whose matter it is', async () => {
    const person = await addPerson(fixture.quire, 'Mia', 'MEMBER')
    const theirs = await screens.visitAs(person)
    await theirs.goto('/settings/webhooks')
    await theirs.getByText('You don’t have access to this setting').waitFor()
  })
})
