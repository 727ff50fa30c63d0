import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addPage, markdownWhen } from '../../support/pages.ts'
import { until } from '../../support/until.ts'
import { openPage, waitForSaveState } from '../../support/web/page-screen.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'

describe('the history of a page', () => {
  let screens: Screens
  let page: Page
  let pageId: string

  before(async () => {
    screens = await openScreens()
    page = await screens.visitAs()
    pageId = await addPage(screens.quire, 'Plan', { markdown: 'One.\n\nTwo.\n' })
    const { workspaceId } = screens.quire
    const edit = { workspaceId, pageId, mode: 'replace', find: 'Two.', text: 'Two, by an agent.' }
    await screens.quire.post('/v1/pages/edit', edit)
    await openPage(page, pageId)
    await page.locator('.ProseMirror p').first().click()
    await page.keyboard.press('End')
    await page.keyboard.type(' And more.')
    await waitForSaveState(page, 'saved')
    const listed = async () =>
      (
        await screens.quire.post<{ versions: object[] }>('/v1/history/list', {
          workspaceId,
          pageId,
        })
      ).body.versions.length
    await until(async () => (await listed()) === 3)
    await page.getByRole('button', { name: 'Page actions' }).click()
    await page.getByRole('menuitem', { name: 'History' }).click()
    await page.locator('.version').first().waitFor()
  })
  after(() => screens.close())

  const lines = (kind: string) =>
    page.locator(`.difference-line[data-kind="${kind}"]`).allInnerTexts()

  it('says who changed it, and by which door', async () => {
    assert.equal(await page.locator('.version').count(), 3)
    assert.deepEqual(await page.locator('.version .mantine-Badge-label').allInnerTexts(), [
      'API',
      'API',
    ])
  })

  it('shows what a version changed', async () => {
    await page.locator('.difference').waitFor()
    assert.match((await lines('removed')).join(''), /One\.$/)
    assert.match((await lines('added')).join(''), /One\. And more\.$/)
    await page.locator('.version').nth(1).click()
    await page.locator('.difference-line[data-kind="removed"]', { hasText: 'Two.' }).waitFor()
    assert.match((await lines('added')).join(''), /Two, by an agent\.$/)
  })

  it('shows a version as it read', async () => {
    await page.getByText('Text', { exact: true }).click()
    await page.locator('.history-main .page-content p', { hasText: 'Two, by an agent.' }).waitFor()
  })

  it('restores a version, and takes that back', async () => {
    await page.locator('.version').nth(2).click()
    await page.getByRole('button', { name: 'Restore this version' }).click()
    await page.locator('.ProseMirror').waitFor()
    await page.getByText('Two.', { exact: true }).waitFor()
    await markdownWhen(screens.quire, pageId, /^One\.\n\nTwo\.\n$/)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('One. And more.').waitFor()
    await markdownWhen(screens.quire, pageId, /^One\. And more\.\n\nTwo, by an agent\.\n$/)
  })
})
