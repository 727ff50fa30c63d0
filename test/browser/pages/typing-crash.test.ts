import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { draftsIn } from '../../support/drafts.ts'
import { addPage, markdownOf } from '../../support/pages.ts'
import { until } from '../../support/until.ts'
import { crashTab, openPage } from '../../support/web/page-screen.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'
import { wordsIn } from '../../support/web/typing.ts'

const lastWord = (text: string) => wordsIn(text, 'w').at(-1) ?? -1

describe('a tab that dies while somebody types', () => {
  let screens: Screens
  let page: Page

  before(async () => {
    screens = await openScreens({}, { withoutLive: true, provoked: /ERR_FAILED/ })
    page = await screens.visitAs()
  })
  after(() => screens.close())

  /** Types a word after another, with no pause, until a condition holds. */
  async function typeUntil(condition: () => Promise<boolean>): Promise<void> {
    const over = new AbortController()
    const isThere = until(condition).finally(() => over.abort())
    for (let count = 0; !over.signal.aborted; count += 1) {
      await page.keyboard.type(` w${count}.`, { delay: 15 })
    }
    await isThere
  }

  /** Kills the renderer, and goes on in another tab of the same browser. */
  async function crash(): Promise<void> {
    const context = page.context()
    await crashTab(page)
    page = await context.newPage()
  }

  for (const [round, isSaving] of [true, false, true, false].entries()) {
    const how = isSaving ? 'sent or stored' : 'stored, though no save arrives'
    it(`has what was ${how} while they typed (${round + 1})`, async () => {
      const pageId = await addPage(screens.quire, 'Plan', { markdown: 'Begin.' })
      if (!isSaving) await page.route('**/v1/pages/save', (route) => route.abort())
      await openPage(page, pageId)
      await page.locator('.ProseMirror p').click()
      await page.keyboard.press('End')
      const minWords = 5 + Math.floor(20 * Math.random())
      let stored = -1
      await typeUntil(async () => {
        stored = Math.max(
          lastWord(await draftsIn(page, pageId)),
          lastWord(await markdownOf(screens.quire, pageId)),
        )
        return stored >= minWords
      })
      await crash()
      await openPage(page, pageId)
      // What was stored is merged and sent without a question.
      const there = async () => markdownOf(screens.quire, pageId)
      await until(async () => lastWord(await there()) >= stored)
      const words = wordsIn(await there(), 'w')
      assert.deepEqual(
        words,
        words.map((_, index) => index),
      )
    })
  }

  it('has sent what was typed to the others before, without a pause of the writer', async () => {
    const pageId = await addPage(screens.quire, 'Plan', { markdown: 'Begin.' })
    await openPage(page, pageId)
    await page.locator('.ProseMirror p').click()
    await page.keyboard.press('End')
    await typeUntil(async () => /w9\./.test(await markdownOf(screens.quire, pageId)))
  })
})
