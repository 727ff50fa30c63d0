import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addPage } from '../../support/pages.ts'
import { checkAccess } from '../../support/web/axe.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'

let screens: Screens
let page: Page
const hostile = '<svg onload=alert(1)>'

before(async () => {
  screens = await openScreens()
  page = await screens.visitAs()
  const { post, workspaceId } = screens.quire
  const plan = await addPage(screens.quire, 'Plan')
  await addPage(screens.quire, 'Part', { parentId: plan })
  for (const pageId of [
    plan,
    await addPage(screens.quire, 'Old'),
    await addPage(screens.quire, hostile),
  ]) {
    await post('/v1/pages/delete', { workspaceId, pageId })
  }
  await page.goto('/trash')
})
after(() => screens.close())

const main = () => page.getByRole('main')

describe('the trash', () => {
  it('tells what is in it, and what went along', async () => {
    await main().getByText('1 subpage').waitFor()
    await main().getByText(hostile).waitFor()
    await checkAccess(page)
  })

  it('gives a page back with what is below it', async () => {
    await main().getByRole('button', { name: 'Restore Plan' }).click()
    await page.waitForURL(/\/pages\//)
    await page.getByRole('treeitem', { name: 'Plan' }).waitFor()
    await page.getByRole('link', { name: 'Trash' }).click()
  })

  it('asks before it removes one for good', async () => {
    await main().getByRole('button', { name: 'Delete Old permanently' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await main().getByText('Old', { exact: true }).waitFor()
    await main().getByRole('button', { name: 'Delete Old permanently' }).click()
    await dialog.getByRole('button', { name: 'Delete permanently' }).click()
    await main().getByText('Old', { exact: true }).waitFor({ state: 'detached' })
  })

  it('empties all of it, when an admin wants that', async () => {
    await main().getByRole('button', { name: 'Empty trash' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click()
    await main().getByText('The trash is empty').waitFor()
    await checkAccess(page)
    assert.deepEqual(screens.complaints, [])
  })
})
