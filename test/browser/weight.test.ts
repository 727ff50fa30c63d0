import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { addPage, markdownWhen } from '../support/pages.ts'
import { type FirstLoad, firstLoad } from '../support/web/browser.ts'
import { openPage, waitForSaveState } from '../support/web/page-screen.ts'
import { openScreens, type Screens } from '../support/web/screens.ts'

/** Compressed kilobytes and requests of a first load. */
const limits = {
  signIn: { kilobytes: 180, requests: 16 },
  page: { kilobytes: 420, requests: 40 },
}
/** Bytes of the live client, compressed with gzip. */
const liveLimit = 8192
const markdown = `## Plan

- One
- [x] Two

| Name | Size |
| --- | --- |
| a | 1 |

Last **words**.
`

function assertWithin(load: FirstLoad, limit: { kilobytes: number; requests: number }): void {
  const seen = JSON.stringify(load)
  assert.ok(load.scriptKilobytes > 100, seen)
  assert.ok(load.kilobytes <= limit.kilobytes && load.requests <= limit.requests, seen)
}

describe('the script of the web app', () => {
  let screens: Screens
  let page: Page

  before(async () => {
    screens = await openScreens()
    page = await screens.visitAs()
  })
  after(() => screens.close())

  it('is small before and with the editor, in few files', async () => {
    const visitor = await screens.visit()
    await visitor.goto('/sign-in')
    await visitor.getByLabel('Email').waitFor()
    const signIn = await firstLoad(visitor)
    assertWithin(signIn, limits.signIn)
    const pageId = await addPage(screens.quire, 'Plan', { markdown })
    await openPage(page, pageId)
    await page.locator('.ProseMirror[contenteditable=true] table').waitFor()
    const withEditor = await firstLoad(page)
    assertWithin(withEditor, limits.page)
    assert.ok(withEditor.scriptKilobytes > signIn.scriptKilobytes + 100)
  })

  it('needs a small live client to type and save, and loads the rest behind it', async () => {
    const live = page.waitForResponse(/\/live-[\w-]{8}\.js$/)
    await page.route(/\/(?:merge|live-cursors|stream)-[\w-]{8}\.js/, () => undefined)
    const pageId = await addPage(screens.quire, 'Plan', { markdown: 'See the plan\n' })
    await openPage(page, pageId)
    const bytes = gzipSync(await (await live).body(), { level: 9 }).length
    assert.ok(bytes > 4096 && bytes <= liveLimit, `${bytes} bytes`)
    await page.locator('.ProseMirror p').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' now')
    assert.equal(await markdownWhen(screens.quire, pageId, /now/), 'See the plan now\n')
    await waitForSaveState(page, 'saved')
    await page.unroute(/\/(?:merge|live-cursors|stream)-[\w-]{8}\.js/)
  })

  it('loses no key while the tools of the editor are loading', async () => {
    const arrived = Promise.withResolvers<void>()
    await page.route('**/editor-tools-*.js', async (route) => {
      await arrived.promise
      await route.continue()
    })
    const pageId = await addPage(screens.quire, 'Plan', { markdown: 'See the plan\n' })
    await openPage(page, pageId)
    await page.locator('.ProseMirror p').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' now')
    await page.keyboard.press('Control+Shift+ArrowLeft')
    // The browser tells the editor of a selection a moment after the key.
    await page.evaluate(() => new Promise((done) => setTimeout(done, 50)))
    await page.keyboard.press('Control+Shift+K')
    await page.keyboard.type('example.com')
    await page.keyboard.press('Enter')
    arrived.resolve()
    const stored = await markdownWhen(screens.quire, pageId, /example/)
    assert.equal(stored, 'See the plan [now](https://example.com)\n')
  })

  it('leaves the menu at the cursor open when the tools come', async () => {
    const arrived = Promise.withResolvers<void>()
    await page.unroute('**/editor-tools-*.js')
    await page.route('**/editor-tools-*.js', async (route) => {
      await arrived.promise
      await route.continue()
    })
    const pageId = await addPage(screens.quire, 'Plan', { markdown: 'Text\n' })
    await openPage(page, pageId)
    await page.locator('.ProseMirror p').click()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/warn')
    await page.getByRole('option', { name: 'Warning' }).waitFor()
    const loaded = page.waitForResponse('**/editor-tools-*.js')
    arrived.resolve()
    await loaded
    await page.keyboard.press('Enter')
    await page.keyboard.type('Careful')
    await markdownWhen(screens.quire, pageId, /> \[!WARNING\]\n> Careful/)
    await page.locator('.block-handle').waitFor({ state: 'attached' })
  })
})
