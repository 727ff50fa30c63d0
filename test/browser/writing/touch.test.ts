import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { CDPSession, Page } from 'playwright-core'
import { addPage, markdownWhen } from '../../support/pages.ts'
import { openPage } from '../../support/web/page-screen.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'
import { paragraph } from '../../support/web/typing.ts'

type Point = { x: number; y: number }

describe('a finger on a phone', () => {
  let screens: Screens
  let page: Page
  let debug: CDPSession

  before(async () => {
    screens = await openScreens()
    page = await screens.visitAs(undefined, {
      viewport: { width: 390, height: 800 },
      hasTouch: true,
      isMobile: true,
    })
    debug = await page.context().newCDPSession(page)
  })
  after(() => screens.close())

  const stored = (pageId: string, expected: RegExp) => markdownWhen(screens.quire, pageId, expected)

  async function open(markdown: string, tapped: string): Promise<string> {
    const pageId = await addPage(screens.quire, 'Plan', { markdown })
    await openPage(page, pageId)
    await page.locator('.ProseMirror').getByText(tapped, { exact: true }).tap()
    return pageId
  }

  async function middleOf(selector: string): Promise<Point> {
    await page.locator(selector).waitFor()
    const box = await page.locator(selector).boundingBox()
    assert.ok(box)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }

  async function touch(type: 'touchStart' | 'touchMove' | 'touchEnd', at?: Point): Promise<void> {
    const touchPoints = at === undefined ? [] : [at]
    await debug.send('Input.dispatchTouchEvent', { type, touchPoints })
  }

  async function drag(from: Point, to: Point): Promise<void> {
    await touch('touchStart', from)
    for (const part of [0.2, 0.5, 0.8, 1]) {
      const [x, y] = [from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part]
      await touch('touchMove', { x, y })
    }
  }

  it('drags the block that was tapped, and the page does not scroll with it', async () => {
    const pageId = await open('First.\n\nSecond.\n\nThird.\n', 'First.')
    const last = await paragraph(page, 'Third.').boundingBox()
    assert.ok(last)
    await drag(await middleOf('.block-handle'), { x: 120, y: last.y + last.height - 3 })
    await page.locator('.block-drop').waitFor()
    assert.equal(await page.evaluate('scrollY'), 0)
    await touch('touchEnd')
    assert.equal(await stored(pageId, /^Second/), 'Second.\n\nThird.\n\nFirst.\n')
  })

  it('opens the menu of a block by its handle', async () => {
    const pageId = await open('One.\n\nTwo.\n', 'Two.')
    const { x, y } = await middleOf('.block-handle')
    await page.touchscreen.tap(x, y)
    await page.getByRole('menuitem', { name: 'Duplicate' }).tap()
    assert.equal(await stored(pageId, /Two\..*Two\./s), 'One.\n\nTwo.\n\nTwo.\n')
  })

  it('drags the end of a column that was tapped, and a row by its handle', async () => {
    const pageId = await open('| a | b |\n| - | - |\n| one | 1 |\n| two | 2 |\n', 'one')
    const row = await page.locator('.line-handle[data-line="row"]').boundingBox()
    const below = await page.getByRole('cell', { name: 'two' }).boundingBox()
    assert.ok(row && below)
    await drag({ x: row.x + 8, y: row.y + 11 }, { x: below.x + 20, y: below.y + 30 })
    await touch('touchEnd')
    await stored(pageId, /two.*\n.*one/)
    const cell = await page.getByRole('cell', { name: 'one' }).boundingBox()
    assert.ok(cell)
    const edge = { x: cell.x + cell.width - 6, y: cell.y + 20 }
    await page.touchscreen.tap(edge.x, edge.y)
    const line = await middleOf('.column-resizer')
    await drag(line, { x: line.x + 60, y: line.y })
    await touch('touchEnd')
    await page
      .locator('.ProseMirror col')
      .first()
      .and(page.locator('[style*="width: 1"]'))
      .waitFor({ state: 'attached' })
  })
})
