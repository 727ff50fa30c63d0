import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addPerson, type Person } from '../../support/people.ts'
import { checkAccess } from '../../support/web/axe.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'

let screens: Screens
let bob: Person
before(async () => {
  screens = await openScreens()
  bob = await addPerson(screens.quire, 'Bob', 'MEMBER')
})
after(() => screens.close())

/** Makes a key in the open list, and reads it where it is shown this once. */
async function makeKey(page: Page, name: string, choose = async () => {}): Promise<string> {
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await choose()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  return dialog.getByTestId('key').innerText()
}

async function ask(key: string, path = '/v1/workspaces', body?: object): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  return (await fetch(screens.address + path, { headers, ...init })).status
}

describe('a key made in the settings', () => {
  it('works at once, is shown only once, and is refused from the first request after it is revoked', async () => {
    const permissions = ['clipboard-read', 'clipboard-write']
    const page = await screens.visitAs(undefined, { permissions })
    await page.goto('/settings/api')
    const key = await makeKey(page, 'Nightly report')
    assert.equal(await ask(key), 200)
    await page.getByRole('button', { name: 'Copy key' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), key)
    await checkAccess(page)
    // It stays on the screen until the person says that they have it.
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'MCP' }).click()
    await page.getByRole('button', { name: 'Copy for MCP' }).waitFor()
    await page.getByRole('button', { name: 'I’ve saved the key' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    const shown = await page.getByRole('list', { name: 'API keys' }).innerText()
    assert.ok(shown.includes(`${key.slice(0, 8)}…${key.slice(-4)}`), shown)
    assert.ok(!(await page.content()).includes(key))

    await page.getByRole('button', { name: 'Revoke the key Nightly report' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Key Nightly report revoked').waitFor()
    assert.equal(await ask(key), 401)
    await page.getByText('Revoked', { exact: true }).waitFor()
    await checkAccess(page)
  })

  it('only reads when it was made so', async () => {
    const page = await screens.visitAs()
    await page.goto('/settings/api')
    const key = await makeKey(page, 'Reader', async () => {
      await page.getByRole('switch', { name: 'Read-only' }).check()
      await page.getByLabel('Expires after').selectOption('7d')
    })
    const { workspaceId } = screens.quire
    assert.equal(await ask(key), 200)
    assert.equal(await ask(key, '/v1/pages/create', { workspaceId, title: 'No' }), 403)
    await page.getByRole('button', { name: 'I’ve saved the key' }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'Reader' })
    await row.getByText('in 7 days').waitFor()
    await row.getByText('Read-only').waitFor()
  })

  it('is seen by owners whoever made it, and by nobody else', async () => {
    const member = await screens.visitAs(bob)
    await member.goto('/settings/api')
    await makeKey(member, 'Key of Bob')
    await member.getByRole('button', { name: 'I’ve saved the key' }).click()
    await member.getByText('Key of Bob').waitFor()
    assert.equal(await member.getByRole('radiogroup', { name: 'Whose keys' }).count(), 0)

    const owner = await screens.visitAs()
    await owner.goto('/settings/api')
    await owner.getByText('First key').waitFor()
    assert.equal(await owner.getByText('Key of Bob').count(), 0)
    await owner.getByText('Everyone’s in Lab').click()
    await owner.getByText('Key of Bob').waitFor()
    await owner
      .getByText(/Owner: Bob Tester/)
      .first()
      .waitFor()
  })
})
