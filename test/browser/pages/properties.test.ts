import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addPage } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import { until } from '../../support/until.ts'
import { checkAccess } from '../../support/web/axe.ts'
import { openPage } from '../../support/web/page-screen.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'

describe('the properties of a page', () => {
  let screens: Screens
  let page: Page

  before(async () => {
    screens = await openScreens()
    page = await screens.visitAs()
  })
  after(() => screens.close())

  const ids = (pageId: string) => ({ workspaceId: screens.quire.workspaceId, pageId })
  const set = (pageId: string, change: object) =>
    screens.quire.post('/v1/pages/set-properties', { ...ids(pageId), ...change })
  const stored = async (pageId: string) => {
    const read = await screens.quire.post<{ source: string | null }>(
      '/v1/pages/properties',
      ids(pageId),
    )
    return read.body.source ?? ''
  }
  const storedWhen = (pageId: string, expected: RegExp) =>
    until(async () => expected.test(await stored(pageId)))
  const field = (by: Page, name: string) => by.getByLabel(name, { exact: true })

  async function add(name: string, type: string): Promise<void> {
    await page.getByRole('button', { name: 'Add property' }).click()
    await page.getByRole('combobox', { name: 'Name' }).fill(name)
    await page.getByLabel('Type', { exact: true }).selectOption(type)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
  }

  it('are added and edited with a field for each type', async () => {
    const pageId = await addPage(screens.quire, 'Plan')
    await openPage(page, pageId)
    await add('status', 'select')
    await field(page, 'status').waitFor()
    await page.keyboard.type('Draft')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await storedWhen(pageId, /^status: Draft$/m)
    await add('due', 'date')
    await field(page, 'due').fill('2026-12-01')
    await field(page, 'due').blur()
    await storedWhen(pageId, /^due: 2026-12-01$/m)
    await add('done', 'checkbox')
    await page.getByRole('checkbox', { name: 'done' }).check()
    await storedWhen(pageId, /^done: true$/m)
    await add('size', 'number')
    await field(page, 'size').fill('12')
    await page.keyboard.press('Enter')
    await storedWhen(pageId, /^size: 12$/m)
    await checkAccess(page, 'properties')
  })

  it('are renamed, moved and removed from their menu', async () => {
    const pageId = await addPage(screens.quire, 'Order')
    await set(pageId, { source: '# top\nfirst: 1\nsecond: 2 # two\n' })
    await openPage(page, pageId)
    const menu = (key: string) => page.getByRole('button', { name: `Options of ${key}` })
    await menu('second').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await storedWhen(pageId, /^# top\nsecond: 2 # two\nfirst: 1\n$/)
    await menu('first').click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByLabel('New name of first').fill('renamed')
    await page.keyboard.press('Enter')
    await storedWhen(pageId, /^renamed: 1$/m)
    await menu('renamed').click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await storedWhen(pageId, /^# top\nsecond: 2 # two\n$/)
  })

  it('show changes of others while someone types in a field', async () => {
    const pageId = await addPage(screens.quire, 'Live')
    await set(pageId, { set: { mine: 'a', theirs: 'b' } })
    await openPage(page, pageId)
    await field(page, 'mine').fill('typing')
    await set(pageId, { set: { theirs: 'changed', more: 'new' } })
    await until(async () => (await field(page, 'theirs').inputValue()) === 'changed')
    assert.equal(await field(page, 'mine').inputValue(), 'typing')
    await page.keyboard.press('Enter')
    await storedWhen(pageId, /^mine: typing\ntheirs: changed\nmore: new$/m)
  })

  it('are shown to viewers, who change nothing', async () => {
    const pageId = await addPage(screens.quire, 'Read')
    await set(pageId, { set: { status: 'Draft', tags: ['a'], deep: 1 } })
    const viewer = await addPerson(screens.quire, 'Vera', 'VIEWER')
    const reader = await screens.visitAs(viewer)
    await openPage(reader, pageId)
    const panel = reader.getByRole('region', { name: 'Properties' })
    await panel.getByText('Draft').waitFor()
    assert.equal(await panel.getByRole('button').count(), 0)
    assert.equal(await panel.getByRole('textbox').count(), 0)
    await reader.context().close()
  })

  it('have a schema for the pages of a section', async () => {
    const pageId = await addPage(screens.quire, 'Schema')
    await openPage(page, pageId)
    await page.getByRole('button', { name: 'Add property' }).click()
    await page.getByRole('button', { name: 'Edit the properties of all pages here' }).click()
    const dialog = page.getByRole('dialog', { name: 'Properties of these pages' })
    await dialog.getByRole('button', { name: 'Add property' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Stage')
    await dialog.getByLabel('Type', { exact: true }).selectOption('select')
    await dialog.getByRole('button', { name: 'Add option' }).click()
    await dialog.getByLabel('Option 1').fill('Idea')
    await dialog.getByLabel('Color of Idea').selectOption('green')
    await checkAccess(page, 'the schema')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await field(page, 'Stage').click()
    await page.getByRole('option', { name: 'Idea' }).click()
    await storedWhen(pageId, /^Stage: Idea$/m)
  })
})
