import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addPage, markdownWhen } from '../../support/pages.ts'
import { until } from '../../support/until.ts'
import { checkAccess } from '../../support/web/axe.ts'
import { openPage } from '../../support/web/page-screen.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'
import { paragraph } from '../../support/web/typing.ts'

describe('the tools for writing', () => {
  let screens: Screens
  let page: Page

  before(async () => {
    screens = await openScreens()
    page = await screens.visitAs()
  })
  after(() => screens.close())

  async function open(markdown: string): Promise<string> {
    const pageId = await addPage(screens.quire, 'Plan', { markdown })
    await openPage(page, pageId)
    return pageId
  }
  const stored = (pageId: string, expected: RegExp) => markdownWhen(screens.quire, pageId, expected)
  const bar = () => page.getByRole('search', { name: 'Find in page' })

  it('find and replace text, also in code, as one step for undo', async () => {
    const pageId = await open('A boat.\n\n- The boat\n\n```\nboat\n```\n')
    await paragraph(page, 'A boat.').click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Control+f')
    await bar().getByLabel('Find', { exact: true }).fill('BOAT')
    await bar().getByText('1 of 3').waitFor()
    await page.keyboard.press('Enter')
    await bar().getByText('2 of 3').waitFor()
    await checkAccess(page, 'the search in a page')
    await bar().getByRole('button', { name: 'Match case' }).click()
    await bar().getByText('No matches').waitFor()
    await bar().getByRole('button', { name: 'Match case' }).click()
    await bar().getByLabel('Replace with').fill('ship')
    await bar().getByRole('button', { name: 'Replace all' }).click()
    await bar().getByText('3 matches replaced').waitFor()
    assert.equal(await stored(pageId, /ship/), 'A ship.\n\n- The ship\n\n```\nship\n```\n')
    await page.keyboard.press('Escape')
    await bar().waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    assert.equal(await stored(pageId, /boat/), 'A boat.\n\n- The boat\n\n```\nboat\n```\n')
  })

  it('suggest emoji after a colon, chosen by keys', async () => {
    const pageId = await open('')
    await page.locator('.ProseMirror').click()
    await page.keyboard.type('Ready :rocke')
    await page.getByRole('option', { name: 'rocket' }).waitFor()
    await checkAccess(page, 'emoji')
    await page.keyboard.press('Enter')
    await page.keyboard.type('at 10:30')
    await stored(pageId, /^Ready 🚀 ?at 10:30\n$/)
  })

  it('merge cells that are selected, and split them', async () => {
    const pageId = await open('| a | b |\n| - | - |\n| c | d |\n')
    const cell = (name: string) => page.locator('.ProseMirror').getByRole('cell', { name })
    await cell('c').click()
    await cell('c').dragTo(cell('d'))
    const toolbar = page.getByRole('toolbar', { name: 'Table' })
    await toolbar.getByRole('button', { name: 'Merge cells' }).click()
    await stored(pageId, /<td colspan="2">/)
    await page.locator('td[colspan="2"]').waitFor()
    await checkAccess(page, 'the toolbar of a table')
    await toolbar.getByRole('button', { name: 'Split cell' }).click()
    await stored(pageId, /<td>\n\nc\n\nd\n\n<\/td>\n<td>\n<\/td>/)
    assert.equal(await page.locator('td[colspan="2"]').count(), 0)
  })

  it('make a page as wide as the window, which the browser remembers', async () => {
    await open('Text.\n')
    const width = async () => (await paragraph(page, 'Text.').boundingBox())?.width ?? 0
    const before = await width()
    await page.getByRole('button', { name: 'Page actions' }).click()
    await page.getByRole('menuitem', { name: 'Full width' }).click()
    await until(async () => (await width()) > before + 50)
    await page.reload()
    await page.locator('.ProseMirror').waitFor()
    assert.ok((await width()) > before + 50)
  })

  it('of formatting and links have no serious finding of axe', async () => {
    await open('Some words.\n')
    await paragraph(page, 'Some words.').dblclick({ position: { x: 12, y: 10 } })
    await page.getByRole('toolbar', { name: 'Format' }).waitFor()
    await page.keyboard.press('Control+Shift+K')
    await page.locator('.link-field input:focus').waitFor()
    await checkAccess(page, 'the field for a link')
  })
})
