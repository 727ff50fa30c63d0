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

describe('the buttons of a page and the items of its menus stay where they are', () => {
  let screens: Screens
  let page: Page

  before(async () => {
    screens = await openScreens()
    page = await screens.visitAs()
  })
  after(() => screens.close())

  it('while the button for its links is loaded', async () => {
    const wanted = Promise.withResolvers<void>()
    await page.route(/links-button.*\.js/, async (route) => {
      await wanted.promise
      await route.continue()
    })
    await openPage(page, await addPage(screens.quire, 'Linked', { markdown: 'Text.\n' }))
    const comments = page.getByRole('button', { name: 'Comments' })
    const before = await comments.boundingBox()
    wanted.resolve()
    await page.getByRole('button', { name: 'Links' }).waitFor()
    assert.deepEqual(await comments.boundingBox(), before)
    await page.unrouteAll()
  })

  it('while others are loaded, in the menu of a page and of the tree', async () => {
    await openPage(page, await addPage(screens.quire, 'Plan', { markdown: 'Text.\n' }))
    await page.getByRole('button', { name: 'Add property' }).waitFor()
    const menus = [
      { button: 'Page actions', names: ['Find in page', 'Turn into board', 'Move to trash'] },
      { button: 'Actions for Plan', names: ['Rename', 'Add to favourites', 'Move to trash'] },
    ]
    for (const { button, names } of menus) {
      const wanted = Promise.withResolvers<void>()
      await page.route(
        /watches\/list|(?:duplicate|watch)-items.*\.js|new-from-template.*\.js/,
        async (route) => {
          await wanted.promise
          await route.continue()
        },
      )
      const positions = () =>
        Promise.all(
          names.map(async (name) => (await page.getByRole('menuitem', { name }).boundingBox())?.y),
        )
      await page.getByRole('treeitem', { name: 'Plan' }).hover()
      await page.getByRole('button', { name: button }).click()
      await page.getByRole('menuitem', { name: 'Move to trash' }).waitFor()
      const before = await positions()
      wanted.resolve()
      await page.getByRole('menuitem', { name: 'Watch this page' }).waitFor()
      await page.getByRole('menuitem', { name: 'Duplicate with subpages' }).waitFor()
      assert.deepEqual(await positions(), before)
      await page.keyboard.press('Escape')
      await page.getByRole('menuitem').first().waitFor({ state: 'detached' })
      await page.unrouteAll()
    }
  })
})
