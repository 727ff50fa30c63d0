import { after, before, describe, it } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { addPerson, type Person } from '../../support/people.ts'
import { checkAccess } from '../../support/web/axe.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'
import { password } from '../../support/web/visitor.ts'

let screens: Screens
before(async () => {
  screens = await openScreens()
})
after(() => screens.close())

async function signOut(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(name) }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('/sign-in')
}

async function fill(page: Page, { email }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** A device that says yes to everything, in the place of a finger. */
async function addDevice(page: Page): Promise<void> {
  const debug = await page.context().newCDPSession(page)
  await debug.send('WebAuthn.enable')
  await debug.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

describe('an authenticator app', () => {
  it('is set up with a code, asked for at the next sign-in, and replaced by a recovery code', async () => {
    const tina = await addPerson(screens.quire, 'Tina', 'MEMBER')
    const page = await screens.visitAs(tina)
    await page.goto('/settings/security')
    await page.getByRole('button', { name: 'Set up' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('img', { name: /QR code/ }).waitFor()
    await checkAccess(page)
    const secret = await dialog.locator('pre').innerText()
    const app = new TOTP({ secret: Secret.fromBase32(secret) })
    await dialog.getByRole('textbox', { name: 'Code' }).fill(app.generate())
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    const recoveryCode = await dialog.getByRole('listitem').first().innerText()
    await dialog.getByRole('button', { name: 'I’ve saved the codes' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Turn off' }).waitFor()

    await signOut(page, 'Tina Tester')
    await fill(page, tina)
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
    await checkAccess(page)
    await page.getByLabel('Code').fill('000000')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Code').fill(recoveryCode)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL('/')
  })
})

describe('a passkey', () => {
  it('is added, signs in without a password, and is removed', async () => {
    const paul = await addPerson(screens.quire, 'Paul', 'MEMBER')
    const page = await screens.visitAs(paul)
    await addDevice(page)
    await page.goto('/settings/security')
    await page.getByRole('button', { name: 'Add passkey' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Laptop')
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('list', { name: 'Passkeys' }).getByText('Laptop').waitFor()
    await checkAccess(page)

    await signOut(page, 'Paul Tester')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.waitForURL('/')

    await page.goto('/settings/security')
    await page.getByRole('button', { name: 'Remove the passkey Laptop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Passkey removed').waitFor()
    const passkeys = page.getByRole('list', { name: 'Passkeys' })
    await passkeys.getByText('Laptop').waitFor({ state: 'detached' })
  })
})

describe('all browsers', () => {
  it('are signed out at once', async () => {
    const olga = await addPerson(screens.quire, 'Olga', 'MEMBER')
    const other = await screens.visitAs(olga)
    const page = await screens.visitAs(olga)
    await page.goto('/settings/security')
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.waitForURL('/sign-in')
    await other.goto('/settings/profile')
    await other.waitForURL('/sign-in')
  })
})
