import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { seriousFindings } from '../support/axe.ts'
import { addPage } from '../support/pages.ts'
import { openWebApp, type WebApp } from '../support/web-app.ts'

let app: WebApp
let page: Page
const hostile = '<svg onload=alert(1)>'

before(async () => {
  app = await openWebApp('/sign-in')
  page = app.page
  page.setDefaultTimeout(5000)
  const { post, workspaceId } = app.quire
  const plan = await addPage(app.quire, 'Plan')
  await addPage(app.quire, 'Part', { parentId: plan })
  for (const pageId of [plan, await addPage(app.quire, 'Old'), await addPage(app.quire, hostile)]) {
    await post('/v1/pages/delete', { workspaceId, pageId })
  }
  await page.goto(`${app.address}/trash`)
})
after(() => app.close())

const main = () => page.getByRole('main')

describe('the trash', () => {
  it('tells what is in it, and what went along', async () => {
    await main().getByText('1 page below it').waitFor()
    await main().getByText(hostile).waitFor()
    assert.deepEqual(await seriousFindings(page), [])
  })

  it('gives a page back with what is below it', async () => {
    await main().getByRole('button', { name: 'Restore Plan' }).click()
    await page.waitForURL(/\/pages\//)
    await page.getByRole('treeitem', { name: 'Plan' }).waitFor()
    await page.getByRole('link', { name: 'Trash' }).click()
  })

  it('asks before it removes one for good', async () => {
    await main().getByRole('button', { name: 'Remove Old for good' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Keep it' }).click()
    await main().getByText('Old', { exact: true }).waitFor()
    await main().getByRole('button', { name: 'Remove Old for good' }).click()
    await dialog.getByRole('button', { name: 'Remove for good' }).click()
    await main().getByText('Old', { exact: true }).waitFor({ state: 'detached' })
  })

  it('empties all of it, when an admin wants that', async () => {
    await main().getByRole('button', { name: 'Empty trash' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove all for good' }).click()
    await main().getByText('The trash is empty').waitFor()
    assert.deepEqual(await seriousFindings(page), [])
    assert.deepEqual(app.elsewhere, [])
    assert.deepEqual(app.complaints, [])
  })
})
