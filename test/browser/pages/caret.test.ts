import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addPage, markdownOf, markdownWhen } from '../../support/pages.ts'
import { openPage } from '../../support/web/page-screen.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'
import { typeBehind } from '../../support/web/typing.ts'

const text =
  'Before.\n\n```\ncode\n```\n\n- [ ] one\n- [ ] two\n\nMiddle.\n\n| a | b |\n| - | - |\n| c | d |\n\nAfter.\n'

describe('the caret', () => {
  let screens: Screens
  let page: Page

  before(async () => {
    screens = await openScreens()
    page = await screens.visitAs()
  })
  after(() => screens.close())

  async function open(): Promise<string> {
    const pageId = await addPage(screens.quire, 'Caret', { markdown: text })
    await openPage(page, pageId)
    return pageId
  }

  async function goToStartOf(text: string): Promise<void> {
    await page.locator('.ProseMirror').getByText(text, { exact: true }).click()
    await page.keyboard.press('Home')
  }

  /** The text of the line in which the caret is, once the browser told the editor of it. */
  const line = () =>
    page.evaluate<string>(
      'new Promise((done) => setTimeout(() => done(getSelection().focusNode.textContent), 50))',
    )

  /** The lines that a key passes, each once in a row. */
  async function linesBy(key: string, presses: number): Promise<string[]> {
    const lines = [await line()]
    for (let press = 0; press < presses; press += 1) {
      await page.keyboard.press(key)
      const next = await line()
      if (next !== lines.at(-1)) lines.push(next)
    }
    return lines
  }

  for (const keys of ['ArrowLeft', 'Control+ArrowLeft']) {
    it(`leaves code by ${keys} at its start`, async () => {
      const pageId = await open()
      await goToStartOf('code')
      await page.keyboard.press(keys)
      await page.keyboard.type('!')
      const stored = await markdownWhen(screens.quire, pageId, /!/)
      assert.match(stored, /^[^`]*![^`]*```\ncode\n```/)
    })
  }

  it('selects nothing of the code backwards from its start', async () => {
    const pageId = await open()
    await goToStartOf('code')
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.type('Z')
    assert.match(await markdownWhen(screens.quire, pageId, /Z/), /Zcode|Z\n\n```\ncode/)
  })

  it('passes no line on its way down and up', async () => {
    await open()
    await goToStartOf('Before.')
    const lines = ['Before.', 'code', 'one', 'two', 'Middle.', 'a', 'c', 'After.']
    assert.deepEqual(await linesBy('ArrowDown', 7), lines)
    // Chromium goes up into the last column.
    const up = (await linesBy('ArrowUp', 7)).map((line) => ({ b: 'a', d: 'c' })[line] ?? line)
    assert.deepEqual(up, lines.toReversed())
  })

  it('goes through the cells of a table in their order, each once', async () => {
    await open()
    await goToStartOf('Middle.')
    await page.keyboard.press('End')
    assert.deepEqual(await linesBy('ArrowRight', 9), ['Middle.', 'a', 'b', 'c', 'd', 'After.'])
  })

  it('is not in the page while keys choose the language of code', async () => {
    const pageId = await open()
    const before = await markdownOf(screens.quire, pageId)
    await page.getByLabel('Code language').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    // Firefox chooses Python by them, a headless Chromium nothing.
    await page.keyboard.type('pyth')
    await page.locator('select:focus').waitFor()
    await typeBehind(page, 'After.', ' End.')
    const stored = await markdownWhen(screens.quire, pageId, /End\./)
    assert.match(stored, /```(c|python)\n/)
    assert.equal(stored.replace(/```\w+/, '```').replace(' End.', ''), before)
  })

  it('asks no other host and breaks no rule of the policy', () => {
    assert.deepEqual(screens.complaints, [])
  })
})
