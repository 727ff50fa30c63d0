import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addPage } from '../../support/pages.ts'
import { checkAccess } from '../../support/web/axe.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'

let screens: Screens
let page: Page
before(async () => {
  const provoked = /ERR_INTERNET_DISCONNECTED|Unable to preload CSS/
  screens = await openScreens({}, { withoutLive: true, provoked })
  await addPage(screens.quire, 'Plan', { markdown: 'The text of the plan.' })
  await addPage(screens.quire, 'Diary', { markdown: 'The text of the diary.' })
  page = await screens.visitAs()
  await page.goto('/')
  await row('Plan').waitFor()
})
after(() => screens.close())

const row = (name: string) =>
  page.getByRole('treeitem', { name, exact: true }).getByRole('link', { name })
const notLoaded = (heading: string) => page.getByRole('heading', { name: heading })
const unread = 'This page cannot be read offline'
const setOffline = (isOffline: boolean) => page.context().setOffline(isOffline)

describe('the app without a connection', () => {
  it('says that a screen did not come, beside everything else, and shows it afterwards', async () => {
    await setOffline(true)
    await page.getByRole('link', { name: 'Trash', exact: true }).click()
    await notLoaded('This screen is not loaded yet').waitFor()
    await row('Plan').waitFor()
    await setOffline(false)
    await page.getByRole('heading', { name: 'Trash', exact: true }).waitFor()
  })

  it('says that a page did not come, and shows it as soon as it can', async () => {
    await row('Plan').click()
    await page.locator('.ProseMirror', { hasText: 'The text of the plan.' }).waitFor()
    await setOffline(true)
    await row('Diary').click()
    await notLoaded(unread).waitFor()
    await checkAccess(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await notLoaded(unread).waitFor()
    await row('Plan').click()
    await page.getByText('The text of the plan.').waitFor()
    await row('Diary').click()
    await notLoaded(unread).waitFor()
    await setOffline(false)
    await page.getByText('The text of the diary.').waitFor()
    assert.equal(await notLoaded(unread).count(), 0)
  })
})
