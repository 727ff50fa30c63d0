import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addPage } from '../../support/pages.ts'
import { openPage } from '../../support/web/page-screen.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'
import { paragraph } from '../../support/web/typing.ts'

describe('the text of a page stays where it is', () => {
  let screens: Screens
  let page: Page

  before(async () => {
    screens = await openScreens()
    page = await screens.visitAs()
  })
  after(() => screens.close())

  async function positionOf(text: string) {
    const box = await paragraph(page, text).boundingBox()
    assert.ok(box)
    return { x: box.x, y: box.y }
  }

  it('when its properties come after it', async () => {
    const pageId = await addPage(screens.quire, 'Plan', { markdown: 'Text.\n' })
    const wanted = Promise.withResolvers<void>()
    await page.route('**/v1/pages/properties', async (route) => {
      await wanted.promise
      await route.continue()
    })
    await openPage(page, pageId)
    const before = await positionOf('Text.')
    wanted.resolve()
    await page.getByRole('button', { name: 'Add property' }).waitFor()
    assert.deepEqual(await positionOf('Text.'), before)
    await page.unroute('**/v1/pages/properties')
  })

  it('when a second heading brings the outline, and when comments open', async () => {
    const pageId = await addPage(screens.quire, 'Plan', { markdown: 'Text.\n\n## One\n\nEnd.\n' })
    await openPage(page, pageId)
    await page.getByRole('button', { name: 'Add property' }).waitFor()
    const before = await positionOf('Text.')
    await paragraph(page, 'End.').click()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('## Two')
    await page.locator('.page-outline').waitFor()
    assert.deepEqual(await positionOf('Text.'), before)
    await page.getByRole('button', { name: 'Comments' }).click()
    await page.getByRole('complementary', { name: 'Comments' }).waitFor()
    assert.deepEqual(await positionOf('Text.'), before)
  })
})
