import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addPage } from '../support/pages.ts'
import { until } from '../support/until.ts'
import { checkAccess } from '../support/web/axe.ts'
import { openScreens, type Screens } from '../support/web/screens.ts'

let screens: Screens
let page: Page
const count = 60

before(async () => {
  screens = await openScreens()
  page = await screens.visitAs()
  for (let index = 0; index < count; index += 1) {
    await addPage(screens.quire, `Volcano ${index}`, { markdown: `Seen from ${index} sides.` })
  }
  await page.goto('/search?q=volcano')
  await results().first().waitFor()
})
after(() => screens.close())

const results = () => page.getByRole('main').getByRole('listitem')

describe('the search page', () => {
  it('shows more than fifty pages, with the beginning of each', async () => {
    await page.getByText(`${count} pages`).waitFor()
    assert.equal(await results().count(), 50)
    await page.getByText('Seen from 7 sides.').waitFor()
    await checkAccess(page)
    await page.getByRole('button', { name: 'Show more' }).click()
    await until(async () => (await results().count()) === count)
  })

  it('filters by author and date, as the address says', async () => {
    await page.getByRole('combobox', { name: 'Author' }).click()
    await checkAccess(page)
    await page.getByRole('option', { name: /^Ada/ }).click()
    await page.waitForURL(/by=/)
    await page.getByText(`${count} pages`).waitFor()
    await page.getByLabel('Changed until').fill('2020-01-01')
    await page.waitForURL(/until=2020-01-01/)
    await page.getByText('No pages found').waitFor()
    await page.getByLabel('Changed until').fill('')
    await page.getByText(`${count} pages`).waitFor()
  })
})

describe('the palette', () => {
  const field = () => page.getByRole('combobox', { name: 'Search pages' })

  it('leads to screens, also of settings', async () => {
    await page.keyboard.press('Control+k')
    await field().fill('api keys')
    await page.getByRole('option', { name: 'Settings: API keys' }).waitFor()
    await checkAccess(page)
    await page.keyboard.press('Enter')
    await page.waitForURL(/settings\/api/)
  })

  it('changes the theme', async () => {
    await page.keyboard.press('Control+k')
    await field().fill('dark')
    await page.getByRole('option', { name: 'Use the dark theme' }).click()
    await until(
      async () => (await page.locator('html').getAttribute('data-mantine-color-scheme')) === 'dark',
    )
    await page.evaluate(() => localStorage.removeItem('mantine-color-scheme-value'))
  })
})

describe('the sidebar', () => {
  const sidebar = () => page.getByRole('separator', { name: 'Sidebar width' })

  it('takes another width by keyboard and pointer, and remembers it', async () => {
    await page.goto('/')
    await sidebar().focus()
    await page.keyboard.press('ArrowRight')
    assert.equal(await sidebar().getAttribute('aria-valuenow'), '296')
    const box = await sidebar().boundingBox()
    assert.ok(box)
    await page.mouse.move(box.x + 4, 300)
    await page.mouse.down()
    await page.mouse.move(360, 300)
    await page.mouse.up()
    assert.equal(await sidebar().getAttribute('aria-valuenow'), '360')
    await page.reload()
    await until(async () => (await sidebar().getAttribute('aria-valuenow')) === '360')
  })

  it('collapses with a button and with keys', async () => {
    await page.getByRole('button', { name: 'Hide sidebar' }).click()
    await page.getByRole('tree').waitFor({ state: 'hidden' })
    await checkAccess(page)
    await page.keyboard.press('Control+\\')
    await page.getByRole('tree').waitFor()
  })
})
