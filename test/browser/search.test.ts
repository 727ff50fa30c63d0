import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addPage } from '../support/pages.ts'
import { checkAccess } from '../support/web/axe.ts'
import { openScreens, type Screens } from '../support/web/screens.ts'

let screens: Screens
let page: Page
const hostile = '"><img src=x onerror=alert(1)>'

before(async () => {
  screens = await openScreens()
  page = await screens.visitAs()
  const rivers = await addPage(screens.quire, 'Rivers', { markdown: 'All of them.' })
  const markdown = `The Danube passes ten countries. ${hostile}`
  await addPage(screens.quire, 'Danube', { parentId: rivers, markdown })
  await addPage(screens.quire, 'How to measure a river', {
    ownership: 'SKILL',
    markdown: 'With care.',
  })
  await addPage(screens.quire, hostile)
  await page.goto('/')
  await page.getByRole('treeitem', { name: 'Rivers' }).waitFor()
})
after(() => screens.close())

const field = () => page.getByRole('combobox', { name: 'Search pages' })

describe('search', () => {
  it('opens by keyboard, finds while one types and goes there', async () => {
    await page.keyboard.press('Control+k')
    await field().fill('countries')
    const option = page.getByRole('option', { name: /Danube/ })
    await option.getByText('countries').waitFor()
    assert.equal(await option.locator('mark').innerText(), 'countries')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/pages\//)
  })

  it('finds a word with a typing mistake', async () => {
    await page.keyboard.press('Control+k')
    await field().fill('Danueb')
    await page.getByRole('option', { name: /Danube/ }).waitFor()
    await page.keyboard.press('Escape')
  })

  it('closes on Escape and gives the focus back', async () => {
    await page.getByRole('button', { name: 'Search', exact: false }).first().click()
    await field().waitFor()
    await page.keyboard.press('Escape')
    await field().waitFor({ state: 'detached' })
    assert.match(await page.locator(':focus').innerText(), /Search/)
  })

  it('makes a page of what was not found', async () => {
    await page.keyboard.press('Control+k')
    await field().fill('Volga')
    await page.getByRole('option', { name: 'New page “Volga”' }).click()
    await page.getByRole('treeitem', { name: 'Volga' }).waitFor()
    await page.locator('textarea:focus').waitFor()
    await page.keyboard.type(' and Don')
    await page.getByRole('treeitem', { name: 'Volga and Don' }).waitFor()
  })

  it('shows what is hostile as the text it is', async () => {
    await page.keyboard.press('Control+k')
    await field().fill('onerror')
    await page.getByRole('option', { name: hostile }).first().waitFor()
    await checkAccess(page)
    await page.keyboard.press('Escape')
  })

  it('has all results at an address of their own, of one kind and of one section', async () => {
    await page.goto('/search?q=river')
    await page
      .getByRole('main')
      .getByRole('link', { name: /How to measure a river/ })
      .waitFor()
    await page.getByText('Skills', { exact: true }).click()
    await page.waitForURL(/kind=skill/)
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Rivers/ })
      .waitFor({ state: 'detached' })
    await page.getByText('All', { exact: true }).click()
    await page.getByRole('combobox', { name: 'Section' }).click()
    await page.getByRole('option', { name: 'Rivers' }).click()
    await page.waitForURL(/in=/)
    await page
      .getByRole('main')
      .getByRole('link', { name: /How to measure/ })
      .waitFor({ state: 'detached' })
    await checkAccess(page)
  })

  it('asks no other host and breaks no rule of the policy', () => {
    assert.deepEqual(screens.complaints, [])
  })
})
