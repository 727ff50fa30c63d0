import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addPage, markdownWhen } from '../../support/pages.ts'
import { crashTab, openPage } from '../../support/web/page-screen.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'

/** Milliseconds: what is typed within the last second may be missing, and a busy machine is granted another. */
const mayBeMissing = 2000

describe('a tab that dies while somebody types', () => {
  let screens: Screens
  let page: Page

  before(async () => {
    screens = await openScreens({}, { withoutLive: true, provoked: /ERR_FAILED/ })
    page = await screens.visitAs()
  })
  after(() => screens.close())

  /** Types a word after another, with no pause, for a while. Gives when each was there. */
  async function type(milliseconds: number): Promise<number[]> {
    const typed: number[] = []
    const end = Date.now() + milliseconds
    while (Date.now() < end) {
      await page.keyboard.type(` w${typed.length}.`, { delay: 15 })
      typed.push(Date.now())
    }
    return typed
  }

  /** Kills the renderer, and goes on in another tab of the same browser. */
  async function crash(): Promise<number> {
    const context = page.context()
    const at = Date.now()
    await crashTab(page)
    page = await context.newPage()
    page.setDefaultTimeout(20_000)
    return at
  }

  function assertSaved(text: string, typed: readonly number[], at: number): void {
    const last = [...text.matchAll(/w(\d+)\./g)].map(([, count]) => Number(count)).at(-1) ?? -1
    const missing = typed.filter((when, index) => index > last && when < at - mayBeMissing)
    assert.deepEqual(missing, [], `${last + 1} of ${typed.length} words are there`)
  }

  for (const [round, isSaving] of [true, false, true, false].entries()) {
    const how = isSaving ? 'saved' : 'kept, though no save arrives'
    it(`has all but the last words ${how} (${round + 1})`, async () => {
      const pageId = await addPage(screens.quire, 'Plan', { markdown: 'Begin.' })
      if (!isSaving) await page.route('**/v1/pages/save', (route) => route.abort())
      await openPage(page, pageId)
      await page.locator('.ProseMirror p').click()
      await page.keyboard.press('End')
      const typed = await type(2500 + Math.random() * 3000)
      const at = await crash()
      await openPage(page, pageId)
      // What was kept is merged and sent without a question.
      const last = typed.findLastIndex((when) => when < at - mayBeMissing)
      const stored = await markdownWhen(screens.quire, pageId, new RegExp(`w${last}\\.`))
      assert.match(stored, /^Begin\. w0\. w1\./)
      assertSaved(stored, typed, at)
    })
  }

  it('has sent what was typed to the others before, without a pause of the writer', async () => {
    const pageId = await addPage(screens.quire, 'Plan', { markdown: 'Begin.' })
    await openPage(page, pageId)
    await page.locator('.ProseMirror p').click()
    await page.keyboard.press('End')
    const seen = new AbortController()
    const isThere = markdownWhen(screens.quire, pageId, /w1\..*w1\./).finally(() => seen.abort())
    while (!seen.signal.aborted) await type(200)
    await isThere
  })
})
