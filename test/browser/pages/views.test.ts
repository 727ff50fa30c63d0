import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addPage } from '../../support/pages.ts'
import { until } from '../../support/until.ts'
import { checkAccess } from '../../support/web/axe.ts'
import { openPage } from '../../support/web/page-screen.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'

const block = (yaml: string) => `Tasks:\n\n\`\`\`quire-view\n${yaml}\n\`\`\`\n`

describe('a view in a page', () => {
  let screens: Screens
  let page: Page

  before(async () => {
    screens = await openScreens()
    page = await screens.visitAs()
  })
  after(() => screens.close())

  const ids = (pageId: string) => ({ workspaceId: screens.quire.workspaceId, pageId })
  const set = (pageId: string, values: object) =>
    screens.quire.post('/v1/pages/set-properties', { ...ids(pageId), set: values })
  const markdownOf = async (pageId: string) =>
    (await screens.quire.post<{ markdown: string }>('/v1/pages/markdown', ids(pageId))).body
      .markdown
  const sourceOf = async (pageId: string) =>
    (await screens.quire.post<{ source: string }>('/v1/pages/properties', ids(pageId))).body.source

  async function project(yaml: string) {
    const projectId = await addPage(screens.quire, 'Project', { markdown: block(yaml) })
    const titles = ['Write', 'Draw', 'Print']
    const tasks: string[] = []
    for (const [index, title] of titles.entries()) {
      const id = await addPage(screens.quire, title, { parentId: projectId })
      await set(id, { status: ['Doing', 'Done', 'Doing'][index], cost: index + 1 })
      tasks.push(id)
    }
    await openPage(page, projectId)
    return { projectId, tasks }
  }
  const rows = () => page.locator('.drawn-view tbody tr')
  const titlesShown = () => page.locator('.drawn-view tbody tr > td:first-child').allInnerTexts()

  it('shows what is wrong with its query, and the YAML', async () => {
    await project('under: this\nsorted: cost')
    await page.getByText('Line 2: “sorted” is not part of a view.').waitFor()
    await page.getByRole('button', { name: 'Edit query' }).click()
    await page.locator('.is-view pre').waitFor()
    await checkAccess(page)
  })

  it('is a table that is sorted, edited and follows changes', async () => {
    const yaml = 'under: this # all\ncolumns: [title, status, cost]\ntotals: {cost: sum}'
    const { projectId, tasks } = await project(yaml)
    await rows().nth(2).waitFor()
    assert.deepEqual(await titlesShown(), ['Write', 'Draw', 'Print'])
    assert.match(await page.locator('.drawn-view tfoot').innerText(), /Sum\s*6/)
    await page.getByRole('button', { name: 'cost' }).click()
    await page.getByRole('button', { name: 'cost' }).click()
    await until(async () => (await titlesShown())[0] === 'Print')
    await until(async () =>
      /^under: this # all\n[^]*sort: cost desc$/m.test(await markdownOf(projectId)),
    )
    await page.getByLabel('cost of Print').press('Enter')
    await page.locator('.drawn-view td input').fill('7')
    await page.keyboard.press('Enter')
    await until(async () => /^cost: 7$/m.test(await sourceOf(tasks[2] ?? '')))
    await set(tasks[0] ?? '', { cost: 50 })
    await until(async () => (await titlesShown())[0] === 'Write')
    await page.locator('.page-content p').first().click()
    await checkAccess(page)
    await screenshot('table')
  })

  it('has its settings in a dialog, which passes axe as the bar that it leaves behind', async () => {
    const { projectId } = await project('children: true\nunder: this')
    await rows().nth(2).waitFor()
    await page.getByRole('button', { name: 'Edit view' }).click()
    await page.getByLabel('Words in the pages').waitFor()
    await checkAccess(page, 'the settings of a view')
    await page
      .getByRole('dialog')
      .getByLabel('Pages', { exact: true })
      .selectOption('Below this page')
    await until(async () => /\nunder: this\n```/.test(await markdownOf(projectId)))
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Edit view' }).hover()
    await checkAccess(page, 'the bar of a view')
  })

  it('is read from right to left in Arabic, also in an English page and on a phone', async () => {
    await project('under: this\ncolumns: [title, status, cost]')
    const arabic = await screens.visitAs(undefined, { locale: 'ar' })
    await openPage(arabic, page.url().split('/').at(-1) ?? '')
    await arabic.getByRole('link', { name: 'Print' }).last().waitFor()
    const side = async (index: number) => {
      const box = await arabic.locator('.drawn-view th').nth(index).boundingBox()
      return box === null ? 0 : box.x + box.width
    }
    const [title, status, cost] = [await side(0), await side(1), await side(2)]
    assert.ok(title > status && status > cost, `${title} ${status} ${cost}`)
    await checkAccess(arabic, 'a view in Arabic')
    await arabic.setViewportSize({ width: 390, height: 800 })
    await arabic.getByRole('button', { name: 'تعديل العرض' }).click()
    await arabic.getByRole('dialog').getByText('الصفحات', { exact: true }).waitFor()
    await checkAccess(arabic, 'the settings of a view in Arabic')
    const width = await arabic.evaluate('document.documentElement.scrollWidth')
    assert.ok(Number(width) <= 390, `the page is ${String(width)} pixels wide`)
    await arabic.context().close()
  })

  it('is a board whose cards move between the values, and a list', async () => {
    const { tasks } = await project('under: this\ngroup: status\nshow: board')
    await page.getByRole('region', { name: 'Doing' }).getByText('Print').waitFor()
    await page.getByRole('button', { name: 'Move Print' }).click()
    await page.getByRole('menuitem', { name: 'Done' }).click()
    await until(async () => /^status: Done$/m.test(await sourceOf(tasks[2] ?? '')))
    await page.getByRole('region', { name: 'Done' }).getByText('Print').waitFor()
    await page.getByText('Moved Print to Done.').waitFor({ state: 'attached' })
    const target = page.getByRole('region', { name: 'Doing' }).locator('.board-cards')
    const card = page.locator('.board-card', { hasText: 'Draw' })
    const [from, to] = [await card.boundingBox(), await target.boundingBox()]
    assert.ok(from && to)
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(from.x + from.width / 2 - 20, from.y + 10, { steps: 4 })
    await page.mouse.move(to.x + 140, to.y + 30, { steps: 12 })
    await target.and(page.locator('[data-target=true]')).waitFor()
    await page.mouse.up()
    await until(async () => /^status: Doing$/m.test(await sourceOf(tasks[1] ?? '')))
    await page.getByRole('region', { name: 'Doing' }).getByText('Draw').waitFor()
    await checkAccess(page)
    await screenshot('board')
    await page.getByText('List', { exact: true }).click()
    await page.locator('.drawn-view li').nth(2).waitFor()
    await screenshot('list')
  })

  it('has its pages below the names of their groups, as a table and as a list', async () => {
    await project('under: this\ngroup: status\ncolumns: [title, cost]\ntotals: {cost: sum}')
    const doing = page.getByRole('button', { name: 'Doing 2' })
    await page.getByRole('link', { name: 'Print' }).last().waitFor()
    await checkAccess(page)
    await screenshot('groups')
    await doing.press('Enter')
    await page
      .locator('.drawn-view')
      .getByRole('link', { name: 'Print' })
      .waitFor({ state: 'detached' })
    await page.getByText('List', { exact: true }).click()
    await page.getByRole('region', { name: 'Done' }).getByRole('link', { name: 'Draw' }).waitFor()
    await checkAccess(page)
    await screenshot('groups-list')
  })

  it('adds a page with the values of its conditions', async () => {
    const { projectId } = await project('under: this\nwhere: {status: Doing}')
    await rows().nth(1).waitFor()
    const view = page.getByRole('region', { name: 'View' })
    await view.getByRole('button', { name: 'New page' }).click()
    await page.waitForURL((url) => !url.pathname.includes(projectId))
    const pageId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    assert.match(await sourceOf(pageId), /^status: Doing$/m)
  })

  async function screenshot(name: string): Promise<void> {
    const folder = process.env['VIEW_SHOTS']
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
  }
})
