import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addPage } from '../../support/pages.ts'
import { until } from '../../support/until.ts'
import { checkAccess } from '../../support/web/axe.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'

const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let screens: Screens
let page: Page
let shownOn = ''

before(async () => {
  screens = await openScreens()
  const { quire } = screens
  const { workspaceId } = quire
  const pageId = await addPage(quire, 'Harbour')
  const upload = { workspaceId, pageId, fileName: 'map.png', mimeType: 'image/png' }
  const { body } = await quire.post<{ fileId: string }>('/v1/page-files/upload-image', {
    ...upload,
    contentBase64: dot,
  })
  shownOn = await addPage(quire, 'Journey', {
    markdown: `Look:\n\n![The harbour](/files/${body.fileId})\n\nThere.`,
  })
  page = await screens.visitAs()
  await page.goto('/library')
})
after(() => screens.close())

const details = () => page.getByRole('dialog').first()

describe('a file in the browser', () => {
  it('has another name once that was typed over the old one', async () => {
    await page.getByRole('button', { name: /^map\.png/ }).click()
    await details().getByRole('button', { name: 'Rename' }).click()
    await page.keyboard.type('chart')
    await checkAccess(page)
    await page.keyboard.press('Enter')
    await details()
      .getByRole('heading', { name: /^chart\.png/ })
      .waitFor()
    await page.getByRole('main').getByText('chart.png').waitFor()
  })

  it('is deleted once the pages that use it were named, which then show that it is missing', async () => {
    await details().getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('dialog', { name: 'Delete chart.png?' })
    await question.getByText('2 pages use this file').waitFor()
    await question.getByText('Harbour').waitFor()
    await question.getByText('Journey').waitFor()
    await checkAccess(page)
    await question.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No files yet').waitFor()
    // In another browser: this one has the picture at hand still.
    page = await screens.visitAs()
    await page.goto(`/pages/${shownOn}`)
    await page.locator('.page-content img[src]').waitFor()
    // A picture that did not load is as wide as the words in its place.
    const shown = `document.querySelector('.page-content img[src]')`
    const isMissing = `${shown}.complete && ${shown}.naturalWidth === 0 && ${shown}.offsetWidth > 100`
    await until(() => page.evaluate<boolean>(isMissing))
    const words = await page.evaluate(`getComputedStyle(${shown}, '::after').content`)
    assert.match(String(words), /This image is missing/)
    await page.getByText('There.').waitFor()
  })
})
