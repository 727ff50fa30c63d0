import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { lastAudit } from '../support/audit.ts'
import { addPerson } from '../support/people.ts'
import { checkAccess } from '../support/web/axe.ts'
import { openScreens, type Screens } from '../support/web/screens.ts'

let screens: Screens
before(async () => {
  screens = await openScreens()
})
after(() => screens.close())

async function openSettings(): Promise<Page> {
  const page = await screens.visitAs()
  await page.goto('/settings/server')
  await page.getByRole('region', { name: 'Limits' }).waitFor()
  return page
}

async function save(page: Page, what: string, says: string): Promise<void> {
  await page.getByRole('button', { name: `Save ${what}` }).click()
  await page.getByText(says).waitFor()
}

describe('somebody who is no administrator of the server', () => {
  it('sees no way to its settings, and is refused at their address and behind it', async () => {
    const bob = await addPerson(screens.quire, 'Bob', 'OWNER')
    const page = await screens.visitAs(bob)
    await page.goto('/settings/profile')
    const list = page.getByRole('navigation', { name: 'Settings' })
    await list.getByRole('link', { name: 'General' }).waitFor()
    assert.equal(await list.getByRole('link', { name: 'Server' }).count(), 0)

    await page.goto('/settings/server')
    await page
      .getByText('Only administrators of this server can view and change its settings.')
      .waitFor()
    assert.equal(await page.getByRole('button', { name: /^Save/ }).count(), 0)
    await checkAccess(page)
    for (const path of ['get', 'update']) {
      const options = { headers: { origin: screens.address }, data: {} }
      const answer = await page.request.post(`/app/server-settings/${path}`, options)
      assert.equal(answer.status(), 403, path)
    }
  })
})

describe('an administrator of the server', () => {
  it('is told at the field which number does not work, and nothing is saved', async () => {
    const page = await openSettings()
    const length = page.getByLabel('Minimum length, in characters')
    await length.fill('6')
    await page.getByRole('button', { name: 'Save password rules' }).click()
    await page.getByText('Must be at least 8').waitFor()
    assert.equal(await length.getAttribute('aria-invalid'), 'true')
    await page.locator('[name="passwordLength"]:focus').waitFor()
    assert.equal(await length.inputValue(), '6')
    await checkAccess(page, 'a refused number')

    await page.getByLabel('Files uploaded per person, in GiB').fill('2000000')
    await page.getByRole('button', { name: 'Save limits' }).click()
    await page.getByText('Must be at most 1,048,576').waitFor()
    await page.reload()
    await page.getByRole('region', { name: 'Limits' }).waitFor()
    assert.equal(await length.inputValue(), '8')
    assert.equal(await page.getByLabel('Files uploaded per person, in GiB').inputValue(), '')
  })

  it('opens the screen from the list of the settings, and sees who else runs the server', async () => {
    const page = await screens.visitAs()
    await page.goto('/settings/profile')
    await page.getByRole('link', { name: 'Server' }).click()
    await page.waitForURL('/settings/server')
    const administrators = page.getByRole('region', { name: 'Administrators' })
    await administrators.getByText('ada@example.com').waitFor()
  })

  it('keeps making workspaces to administrators, which others notice', async () => {
    const page = await openSettings()
    await page.getByLabel('Who can create workspaces').selectOption('administrators')
    await save(page, 'permissions', 'Permissions saved')
    const eve = await screens.visitAs(await addPerson(screens.quire, 'Eve', 'MEMBER'))
    await eve.goto('/')
    await eve.getByRole('button', { name: /^Workspace Lab/ }).click()
    await eve.getByRole('menu').waitFor()
    assert.equal(await eve.getByRole('menuitem', { name: 'New workspace' }).count(), 0)
    await page.getByRole('button', { name: /^Workspace Lab/ }).click()
    await page.getByRole('menuitem', { name: 'New workspace' }).waitFor()
  })

  it('sets limits, which stay and are recorded', async () => {
    const page = await openSettings()
    await page.getByLabel('Pages created per person').fill('1200')
    await page.getByLabel('Files uploaded per person, in GiB').fill('2')
    await page.getByLabel('API keys per person').fill('')
    await save(page, 'limits', 'Limits saved')
    await page.reload()
    await page.getByRole('region', { name: 'Limits' }).waitFor()
    assert.equal(await page.getByLabel('Pages created per person').inputValue(), '1,200')
    assert.equal(await page.getByLabel('Files uploaded per person, in GiB').inputValue(), '2')
    assert.equal(await page.getByLabel('API keys per person').inputValue(), '')
    assert.deepEqual((await lastAudit(screens.quire, 'server-settings.update')).details, {
      pagesPerPerson: 1200,
      fileBytesPerPerson: 2 * 1024 ** 3,
      keysPerPerson: null,
    })
  })

  it('limits what visitors write, and turns public sites off', async () => {
    const page = await openSettings()
    await page.getByLabel('Comments per hour').fill('5')
    await save(page, 'link limits', 'Limits saved')
    await page.getByLabel('Who can publish pages as sites').selectOption('disabled')
    await save(page, 'permissions', 'Permissions saved')
    await page.reload()
    await page.getByRole('region', { name: 'Share links' }).waitFor()
    assert.equal(await page.getByLabel('Comments per hour').inputValue(), '5')
    assert.equal(await page.getByLabel('Changes and uploads per hour').inputValue(), '3,000')
    assert.equal(await page.getByLabel('Who can publish pages as sites').inputValue(), 'disabled')
    assert.deepEqual((await lastAudit(screens.quire, 'server-settings.update')).details, {
      publishers: 'disabled',
    })
  })

  it('sets how long a new password has to be, here and for who joins', async () => {
    const page = await openSettings()
    await page.getByLabel('Minimum length, in characters').fill('12')
    await save(page, 'password rules', 'Password rules saved')
    await page.getByRole('link', { name: 'Sign-in' }).click()
    await page.getByText('At least 12 characters').waitFor()

    const { workspaceId } = screens.quire
    const created = await page.request.post('/app/invitations/create', {
      headers: { origin: screens.address },
      data: { workspaceId, role: 'MEMBER' },
    })
    const guest = await screens.visit()
    await guest.goto((await created.json()).url)
    await guest.getByText('At least 12 characters').waitFor()
    const password = guest.getByLabel('Password', { exact: true })
    assert.equal(await password.getAttribute('minlength'), '12')
  })
})
