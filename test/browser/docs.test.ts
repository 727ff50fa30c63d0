import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { until } from '../support/until.ts'
import { openScreens, type Screens } from '../support/web/screens.ts'

describe('the docs page', () => {
  let screens: Screens
  let page: Page

  before(async () => {
    screens = await openScreens()
    page = await screens.visit()
    await page.goto('/docs')
    await page.waitForSelector('.opblock')
  })
  after(() => screens.close())

  /** The page draws only the operations that are near the window, and may draw them again while it scrolls. */
  async function scrollTo(path: string): Promise<Locator> {
    const block = page.locator('.opblock', { has: page.locator(`[data-path="${path}"]`) })
    await page.evaluate('scrollTo(0, 0)')
    await until(async () => {
      const y = await topOf(block)
      if (y !== undefined && y > 0 && y < 600) return true
      await page.mouse.wheel(0, y !== undefined && y <= 0 ? -200 : 700)
      await page.evaluate(
        'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
      )
      return false
    })
    return block
  }

  /** Where a block is in the window, in pixels from its upper edge; undefined for one that is not drawn. */
  async function topOf(block: Locator): Promise<number | undefined> {
    if ((await block.count()) === 0) return undefined
    const box = await block.boundingBox({ timeout: 1000 }).catch(() => null)
    return box?.y
  }

  async function tryOut(path: string): Promise<{ status: string; body: string }> {
    const block = await scrollTo(path)
    await block.locator('.opblock-summary-control').click()
    await block.locator('.execute').click()
    const answer = block.locator('.live-responses-table tbody tr').first()
    await answer.waitFor()
    const status = await answer.locator('.response-col_status').innerText()
    const body = await answer.locator('.response-col_description pre').first().innerText()
    return { status: status.split(/\s/, 1)[0] ?? '', body }
  }

  it('refuses to try an operation without a key', async () => {
    const { status, body } = await tryOut('/v1/workspaces')
    assert.equal(status, '401')
    assert.match(body, /Invalid API key/)
  })

  it('takes a key under Authorize, and its examples work as they are', async () => {
    await page.locator('.btn.authorize').click()
    await page.locator('.auth-container input').fill(screens.quire.key)
    const filled = page.waitForResponse((response) => response.url().endsWith('/docs/json'))
    await page.locator('.auth-btn-wrapper .authorize').click()
    await filled
    await page.locator('.btn-done').click()
    for (const path of [
      '/v1/pages/create',
      '/v1/pages/stats',
      '/v1/page-files/upload-image',
      '/v1/page-files/attach-image',
    ]) {
      const { status, body } = await tryOut(path)
      assert.equal(status, '200', `${path}: ${body}`)
    }
  })

  it('loads nothing from another host and breaks no rule of its own', () => {
    assert.deepEqual(screens.complaints, [])
  })
})
