import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addPage } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { grantOnly } from '../../support/sections.ts'
import { checkAccess } from '../../support/web/axe.ts'
import { openPage, waitForSaveState } from '../../support/web/page-screen.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'

let screens: Screens
let bob: Person
let ada: Page
let other: Page

before(async () => {
  screens = await openScreens()
  bob = await addPerson(screens.quire, 'Bob', 'MEMBER')
  ada = await screens.visitAs()
  other = await screens.visitAs(bob)
})
after(() => screens.close())

const openDialog = async (page: Page) => {
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^Share/ })
  await dialog.getByText('General access').waitFor()
  return dialog
}

const confirm = async (page: Page, question: string, answer: string) => {
  await page.getByRole('dialog', { name: question }).getByRole('button', { name: answer }).click()
}

describe('sharing a page', () => {
  it('with a person lets them see it', async () => {
    const pageId = await addPage(screens.quire, 'Plan', { markdown: 'One.' })
    await grantOnly(screens.quire, pageId, { [screens.quire.userId]: 'manage' })
    await other.goto(`/pages/${pageId}`)
    await other.getByText('Page not found').waitFor()

    await openPage(ada, pageId)
    const dialog = await openDialog(ada)
    await checkAccess(ada, 'the share dialog')
    await dialog.getByRole('combobox', { name: 'Add people or groups' }).fill('bob')
    await ada.getByRole('option', { name: /Bob Tester/ }).click()
    await dialog.getByRole('combobox', { name: 'Access to give' }).selectOption('comment')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.getByRole('combobox', { name: 'Access of Bob Tester' }).waitFor()

    await other.reload()
    await other.getByText('You can read and comment on this page').waitFor()
    assert.equal(await other.getByLabel('Title').count(), 0)
    await other.getByRole('treeitem', { name: /Plan/ }).waitFor()
    const theirs = await openDialog(other)
    await theirs.getByText('You cannot change who has access').waitFor()
    assert.equal(await theirs.getByRole('combobox').count(), 0)
    await checkAccess(other, 'the share dialog of a reader')
  })

  it('shows whole names of levels on a phone', async () => {
    const pageId = await addPage(screens.quire, 'Pocket')
    const { userId } = screens.quire
    await grantOnly(screens.quire, pageId, { [userId]: 'manage', [bob.userId]: 'propose' })
    const page = await screens.visitAs(undefined, { viewport: { width: 360, height: 740 } })
    await openPage(page, pageId)
    const dialog = await openDialog(page)
    await dialog.getByRole('combobox', { name: 'Access of Bob Tester' }).waitFor()
    const missing = await page.evaluate(`(() => {
      const level = document.querySelector('[aria-label="Access of Bob Tester"]')
      const whole = level.cloneNode(true)
      whole.style.width = 'auto'
      document.body.append(whole)
      return Math.max(0, whole.offsetWidth - level.offsetWidth)
    })()`)
    assert.equal(missing, 0)
    await page.context().close()
  })

  it('ends when it is made private', async () => {
    const pageId = await addPage(screens.quire, 'Diary', { markdown: 'Dear.' })
    await openPage(other, pageId)
    await openPage(ada, pageId)
    const dialog = await openDialog(ada)
    await dialog.getByRole('button', { name: 'Make private' }).click()
    await confirm(ada, 'Make this page private?', 'Make private')
    await dialog.getByText('This page has permissions of its own').waitFor()
    assert.equal(await dialog.getByRole('combobox', { name: 'General access' }).inputValue(), '')
    await other.reload()
    await other.getByText('Page not found').waitFor()
    await dialog.getByRole('button', { name: 'Reset permissions' }).click()
    await confirm(ada, 'Reset the permissions of this page?', 'Reset permissions')
    await dialog.getByText('This page has no permissions of its own').waitFor()
    await openPage(other, pageId)
  })

  it('by link creates a link, shown once, and revokes it', async () => {
    const pageId = await addPage(screens.quire, 'Public', { markdown: 'Hi.' })
    await openPage(ada, pageId)
    const dialog = await openDialog(ada)
    await dialog.getByRole('tab', { name: 'Links' }).click()
    await dialog.getByRole('button', { name: 'New link' }).click()
    await dialog.getByLabel('Visitors can', { exact: true }).selectOption('comment')
    await checkAccess(ada, 'the form of a link')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const url = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
    assert.match(url, /^http:\/\/localhost:\d+\/s\//)
    await dialog.getByText('Not opened yet').waitFor()
    await checkAccess(ada, 'the links of a page')
    await dialog.getByRole('button', { name: /^Revoke the link/ }).click()
    await confirm(ada, 'Revoke this link?', 'Revoke')
    await dialog.getByText('No links yet.').waitFor()
  })
})

describe('a page that is open when access to it ends', () => {
  it('closes, and hands back what was not sent', async () => {
    const pageId = await addPage(screens.quire, 'Minutes', { markdown: 'One.' })
    await openPage(other, pageId)
    await other.locator('.ProseMirror p').first().click()
    await other.keyboard.press('End')
    await other.keyboard.type(' Saved.')
    await waitForSaveState(other, 'saved')
    // From now on, nothing that is typed arrives.
    await other.evaluate(`WebSocket.prototype.send = () => undefined`)
    await other.keyboard.type(' Not saved.')
    await grantOnly(screens.quire, pageId, { [screens.quire.userId]: 'manage' })
    await other.getByRole('heading', { name: 'You can no longer open this page' }).waitFor()
    assert.equal(await other.locator('.ProseMirror').isVisible(), false)
    const text = other.getByLabel('Your version of the page')
    assert.match(await text.inputValue(), /One\. Saved\. Not saved\./)
    await checkAccess(other, 'a page without access')
    await other.getByRole('button', { name: 'Keep as private page' }).click()
    await other.waitForURL((url) => !url.pathname.endsWith(pageId))
    await other.locator('.ProseMirror p', { hasText: 'Not saved.' }).waitFor()
    const newId = new URL(other.url()).pathname.split('/').at(-1) ?? ''
    await ada.goto(`/pages/${newId}`)
    await ada.getByText('Page not found').waitFor()
  })
})

describe('the page tree', () => {
  it('groups shared pages, and creates a private page', async () => {
    const { quire } = screens
    const hidden = await addPage(quire, 'Hidden')
    const shared = await addPage(quire, 'Shared', { parentId: hidden })
    await addPage(quire, 'Below it', { parentId: shared })
    await grantOnly(quire, hidden, { [quire.userId]: 'manage' })
    await grantOnly(quire, shared, { [quire.userId]: 'manage', [bob.userId]: 'read' })
    await other.goto('/')
    const tree = other.getByRole('tree', { name: 'Pages' })
    await tree.getByRole('treeitem', { name: 'Shared with me' }).waitFor()
    const row = tree.getByRole('treeitem', { name: /^Shared(?! with)/ })
    await row.getByRole('img', { name: 'Only people with access' }).waitFor()
    await checkAccess(other, 'the tree')
    await other.getByRole('button', { name: 'New private page' }).click()
    await other.locator('.ProseMirror').waitFor()
    const pageId = new URL(other.url()).pathname.split('/').at(-1) ?? ''
    await ada.goto(`/pages/${pageId}`)
    await ada.getByText('Page not found').waitFor()
  })
})
