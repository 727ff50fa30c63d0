import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addPage, markdownWhen } from '../support/pages.ts'
import { layoutFaults } from '../support/web/page-faults.ts'
import { openScreens, type Screens } from '../support/web/screens.ts'

const wide = Array.from({ length: 12 }, (_, index) => `Column ${index}`).join(' | ')
const markdown = `Text.\n\n| ${wide} |\n|${' - |'.repeat(12)}\n\n\`\`\`\n${'code '.repeat(40)}\n\`\`\`\n\nEnd.\n`

describe('on a phone', () => {
  let screens: Screens
  let page: Page
  let pageId: string

  before(async () => {
    screens = await openScreens()
    page = await screens.visitAs(undefined, { viewport: { width: 390, height: 800 } })
    pageId = await addPage(screens.quire, 'A plan with a long title of many words', { markdown })
  })
  after(() => screens.close())

  it('a page is found in the menu, which makes room for it', async () => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('treeitem', { name: /A plan/ }).click()
    await page.locator('.ProseMirror').waitFor()
    await page.getByRole('button', { name: 'Open menu' }).waitFor()
    assert.deepEqual(await layoutFaults(page), [])
  })

  it('text is written, and the menu of the editor fits', async () => {
    await page.locator('.ProseMirror').getByText('End.', { exact: true }).click()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/quo')
    await page.getByRole('option', { name: 'Quote' }).waitFor()
    assert.deepEqual(await layoutFaults(page), [])
    await page.keyboard.press('Enter')
    await page.keyboard.type('Said on the way.')
    await markdownWhen(screens.quire, pageId, /\n> Said on the way\.\n$/)
  })

  it('comments and search take the whole width', async () => {
    await page.getByRole('button', { name: 'Comments' }).click()
    const panel = page.getByRole('complementary', { name: 'Comments' })
    await panel.getByRole('textbox', { name: 'Comment on this page' }).fill('Seen.')
    await page.keyboard.press('Control+Enter')
    await panel.getByText('Seen.').waitFor()
    assert.deepEqual(await layoutFaults(page), [])
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search pages' }).fill('plan')
    await page.getByRole('option', { name: /A plan/ }).waitFor()
    assert.deepEqual(await layoutFaults(page), [])
  })

  it('nothing of it breaks a rule of the policy', () => {
    assert.deepEqual(screens.complaints, [])
  })
})
