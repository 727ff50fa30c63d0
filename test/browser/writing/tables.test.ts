import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { addPage, markdownWhen } from '../../support/pages.ts'
import { until } from '../../support/until.ts'
import { checkAccess } from '../../support/web/axe.ts'
import { openPage } from '../../support/web/page-screen.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'

const english =
  '| Name | Count | Note |\n| - | - | - |\n| one | 1 | a |\n| two | 2 | b |\n| three | 3 | c |\n'
const arabic = '| اسم | عدد | ملاحظة |\n| - | - | - |\n| واحد | 1 | ا |\n| اثنان | 2 | ب |\n'

type Cell = { attrs?: { colwidth?: number[] | null } }
type Opened = { content: { content: { content: { content: Cell[] }[] }[] } }

describe('a table in the page', () => {
  let screens: Screens
  let page: Page

  before(async () => {
    screens = await openScreens()
    page = await screens.visitAs()
  })
  after(() => screens.close())

  const cell = (text: string) =>
    page.locator('.ProseMirror').getByRole('cell', { name: text, exact: true })
  const header = (text: string) =>
    page.locator('.ProseMirror').getByRole('columnheader', { name: text, exact: true })
  const stored = (pageId: string, expected: RegExp) => markdownWhen(screens.quire, pageId, expected)

  async function open(markdown: string, inCell: string): Promise<string> {
    const pageId = await addPage(screens.quire, 'Table', { markdown })
    await openPage(page, pageId)
    await cell(inCell).click()
    await page.locator('.line-handle').first().waitFor()
    return pageId
  }

  async function boxOf(element: Locator) {
    const box = await element.boundingBox()
    assert.ok(box)
    return { ...box, right: box.x + box.width, middle: box.y + box.height / 2 }
  }

  async function drag(handle: Locator, x: number, y: number): Promise<void> {
    const from = await boxOf(handle)
    await page.mouse.move(from.x + from.width / 2, from.middle)
    await page.mouse.down()
    await page.mouse.move(from.x + from.width / 2 + 7, from.middle + 7)
    await page.mouse.move(x, y, { steps: 4 })
    await page.locator('.block-drop').waitFor()
    await page.mouse.up()
  }

  /** Drags the end of a column; the line there follows. */
  async function dragEdge(x: number, y: number, by: number): Promise<void> {
    await page.mouse.move(x - 20, y)
    await page.mouse.move(x, y, { steps: 2 })
    await page.locator('.column-resizer').waitFor()
    await page.mouse.down()
    await page.mouse.move(x + by, y, { steps: 4 })
    await until(async () => {
      const line = await boxOf(page.locator('.column-resizer'))
      return Math.abs(line.x + line.width / 2 - x - by) < 3
    })
    await page.mouse.up()
  }

  /** The stored widths of the columns, once there is one. */
  const widths = (pageId: string) =>
    until(async () => {
      const { workspaceId, post } = screens.quire
      const { body } = await post<Opened>('/v1/pages/document', { workspaceId, pageId })
      const cells = body.content.content[0]?.content[0]?.content ?? []
      const found = cells.map(({ attrs }) => attrs?.colwidth?.[0] ?? 0)
      return found.some((width) => width > 0) && found
    })

  it('has rows that are dragged by their handle, but not before the header', async () => {
    const pageId = await open(english, 'one')
    const last = await boxOf(cell('three'))
    await drag(page.getByRole('button', { name: 'Row actions' }), last.x + 40, last.middle + 4)
    await stored(pageId, /two.*\n.*three.*\n.*one/)
    const top = await boxOf(header('Name'))
    await drag(page.getByRole('button', { name: 'Row actions' }), top.x + 40, top.middle)
    await page.keyboard.type('!')
    assert.match(await stored(pageId, /!/), /\| Name.*\n.*\n.*two.*\n.*three.*\n.*one/)
  })

  it('has columns that are dragged, and says which by a name', async () => {
    const pageId = await open(english, '1')
    const last = await boxOf(header('Note'))
    await drag(page.getByRole('button', { name: 'Column actions' }), last.right - 20, last.middle)
    await stored(pageId, /^\| Name +\| Note +\| Count/)
    await page.getByRole('button', { name: 'Column actions' }).click()
    await page.getByRole('menuitem', { name: 'Wider' }).waitFor()
    await checkAccess(page, 'the menu of a column')
    await page.getByRole('menuitem', { name: 'Move left' }).click()
    await stored(pageId, /^\| Name +\| Count +\| Note/)
  })

  it('gets the width of a column by dragging its end', async () => {
    const pageId = await open(english, 'one')
    const { right, middle, width } = await boxOf(header('Name'))
    await dragEdge(right - 1, middle, 90)
    const [first = 0] = await widths(pageId)
    assert.ok(Math.abs(first - width - 90) < 4, `${first} pixels, ${width} before`)
    await until(async () => Math.abs((await boxOf(header('Name'))).width - first) < 3)
  })

  it('which is read from the right begins there: width, order and handles', async () => {
    const pageId = await open(arabic, 'واحد')
    const name = await boxOf(header('اسم'))
    const row = await boxOf(page.getByRole('button', { name: 'Row actions' }))
    assert.ok(Math.abs(row.x + row.width / 2 - name.right) < 4, 'the handle is at the wrong side')
    await dragEdge(name.x + 1, name.middle, -70)
    const [first = 0] = await widths(pageId)
    assert.ok(Math.abs(first - name.width - 70) < 4, `${first} pixels, ${name.width} before`)
    await cell('واحد').click()
    const last = await boxOf(header('ملاحظة'))
    await drag(page.getByRole('button', { name: 'Column actions' }), last.x + 20, last.middle)
    await stored(pageId, /^\| عدد +\| ملاحظة +\| اسم/)
    await page.keyboard.press('Alt+Shift+ArrowRight')
    await stored(pageId, /^\| عدد +\| اسم +\| ملاحظة/)
  })
})
