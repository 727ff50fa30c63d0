import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { addPage, markdownOf, markdownWhen } from '../../support/pages.ts'
import { until } from '../../support/until.ts'
import { signInBrowser } from '../../support/web/browser.ts'
import { workerState } from '../../support/web/offline-storage.ts'
import { openPage, waitForSaveState } from '../../support/web/page-screen.ts'
import { openRelayedScreens, type RelayedScreens } from '../../support/web/relay.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'
import { paragraph, typeBehind, typeWords, wordsIn } from '../../support/web/typing.ts'

const parts = /\/(?:merge|live-cursors|stream)-[\w-]{8}\.js/
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

describe('the parts of the live client that typing does not need', () => {
  let screens: Screens
  let ada: Page
  let bob: Page
  let failed = 0

  before(async () => {
    screens = await openScreens({}, { provoked: /ERR_FAILED/ })
    ada = await screens.visitAs()
    bob = await screens.visitAs()
  })
  after(() => screens.close())

  const fail = async (route: Route) => {
    failed += 1
    await route.abort()
  }

  async function assertWords(pageId: string, expected: Record<string, number>): Promise<void> {
    const stored = await markdownOf(screens.quire, pageId)
    for (const [letter, count] of Object.entries(expected)) {
      assert.deepEqual(wordsIn(stored, letter), numbers(count), stored)
    }
  }

  it('lose nothing of two who type while the parts fail to load, and of a reload meanwhile', async () => {
    const pageId = await addPage(screens.quire, 'Plan', { markdown: 'One.\n' })
    await ada.route(parts, fail)
    await Promise.all([openPage(ada, pageId), openPage(bob, pageId)])
    await typeBehind(ada, 'One.', '')
    await typeWords(ada, 'a', 5)
    await paragraph(bob, 'a4.').waitFor()
    await paragraph(bob, 'One.').click()
    await bob.keyboard.press('Home')
    await typeWords(bob, 'b', 10)
    await typeWords(ada, 'c', 10)
    // What is on its way is sent; the rest waits for its answer, in the browser.
    await markdownWhen(screens.quire, pageId, /b9\./)
    await waitForSaveState(bob, 'saved')
    assert.doesNotMatch(await ada.locator('.ProseMirror').innerText(), /b\d/)
    assert.ok(failed >= 2)
    await ada.waitForTimeout(1500)
    ada.once('dialog', (dialog) => void dialog.accept())
    await ada.reload()
    await paragraph(ada, 'c9.').waitFor()
    await typeBehind(ada, 'c9.', '')
    await typeWords(ada, 'd', 3)
    failed = 0
    await until(() => failed >= 2)
    await ada.unroute(parts)
    await markdownWhen(screens.quire, pageId, /d2\./)
    await waitForSaveState(ada, 'saved')
    await assertWords(pageId, { a: 5, b: 10, c: 10, d: 3 })
    const stored = await markdownOf(screens.quire, pageId)
    const text = stored.replace('&#x20;', '').trim()
    for (const page of [ada, bob]) await paragraph(page, text).waitFor()
    await paragraph(bob, 'a4.').click()
    await ada.locator('.live-caret').waitFor({ state: 'attached' })
  })
})

describe('the service worker', () => {
  let screens: RelayedScreens
  before(async () => {
    screens = await openRelayedScreens()
  })
  after(() => screens.close())

  it('has all parts of the live client for a page that is opened without a network', async () => {
    const { quire, relay } = screens
    const { workspaceId, post } = quire
    const pageId = await addPage(quire, 'Plan', { markdown: 'One.\n\nTwo.\n' })
    const page = await screens.visit()
    await signInBrowser(page, relay.address, 'ada@example.com')
    await openPage(page, pageId)
    await until(async () => (await workerState(page)) === 'activated')
    await page.reload()
    await openPage(page, pageId)
    await waitForSaveState(page, 'saved')
    await relay.stop()
    await page.reload()
    await typeBehind(page, 'One.', '')
    await typeWords(page, 'a', 5)
    const edit = { workspaceId, pageId, mode: 'replace', find: 'Two.', text: 'Two and more.' }
    assert.equal((await post('/v1/pages/edit', edit)).status, 200)
    await page.waitForTimeout(1500)
    await page.close()
    const next = await page.context().newPage()
    await next.goto(`/pages/${pageId}`)
    await paragraph(next, 'a4.').waitFor()
    await relay.start()
    await markdownWhen(quire, pageId, /a4\./)
    await paragraph(next, 'Two and more.').waitFor()
    await waitForSaveState(next, 'saved')
    const stored = await markdownOf(quire, pageId)
    assert.equal(
      stored,
      `One.${numbers(5)
        .map((number) => ` a${number}.`)
        .join('')}\n\nTwo and more.\n`,
    )
  })
})
