import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { addPerson } from '../../support/people.ts'
import { checkAccess } from '../../support/web/axe.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'

let screens: Screens
before(async () => {
  screens = await openScreens()
})
after(() => screens.close())

/** Sets up an authenticator app where the screen offers it. */
async function setUpApp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog')
  const secret = await dialog.locator('pre').innerText()
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  await dialog.getByRole('textbox', { name: 'Code' }).fill(app.generate())
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await dialog.getByRole('listitem').first().waitFor()
}

const savedCodes = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'I’ve saved the codes' }).click()

describe('a server that requires two factors', () => {
  it('has an administrator with a second factor, and everyone else set one up', async () => {
    const bob = await addPerson(screens.quire, 'Bob', 'MEMBER')
    const other = await screens.visitAs(bob)
    await other.goto('/settings/profile')
    await other.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()

    const admin = await screens.visitAs()
    await admin.goto('/settings/server')
    const policy = admin.getByRole('checkbox', { name: 'Require two-factor authentication' })
    await policy.check()
    await admin.getByRole('button', { name: 'Save policies' }).click()
    await admin.getByText(/for your own account first/).waitFor()
    await checkAccess(admin, 'a refused policy')
    await admin.goto('/settings/security')
    await setUpApp(admin)
    await savedCodes(admin)
    await admin.goto('/settings/server')
    await policy.check()
    await admin.getByRole('button', { name: 'Save policies' }).click()
    await admin.getByText('Policies saved').waitFor()

    await other.goto('/settings/members')
    const setUp = other.getByRole('heading', { name: 'Set up two-factor authentication' })
    await setUp.waitFor()
    assert.equal(await other.getByRole('navigation').count(), 0)
    await checkAccess(other, 'the set-up that a policy requires')
    await setUpApp(other)
    await checkAccess(other, 'the recovery codes')
    await savedCodes(other)
    await other.getByRole('heading', { level: 1, name: 'Members' }).waitFor()
    assert.equal(await setUp.count(), 0)
  })

  it('shows nothing else at the next sign-in, and lets the person sign out', async () => {
    const page = await screens.visitAs(await addPerson(screens.quire, 'Eve', 'MEMBER'))
    await page.goto('/')
    await page.getByRole('heading', { name: 'Set up two-factor authentication' }).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(/\/sign-in/)
  })
})
