import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addPage } from '../../support/pages.ts'
import { until } from '../../support/until.ts'
import { checkAccess } from '../../support/web/axe.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'

const titles = ['Archive', 'May', 'June', 'July', 'August']

let screens: Screens
let page: Page
const ids: Record<string, string> = {}

before(async () => {
  screens = await openScreens()
  page = await screens.visitAs()
  for (const title of titles) ids[title] = await addPage(screens.quire, title)
  await page.goto('/')
  await row('August').waitFor()
})
after(() => screens.close())

const row = (name: string) => page.getByRole('treeitem', { name, exact: true })
const bar = () => page.getByRole('toolbar', { name: 'Selected pages' })

async function children(parentId: string | null): Promise<string> {
  const { quire } = screens
  const input = { workspaceId: quire.workspaceId, parentId, depth: 1 }
  const answer = await quire.post<{ pages: { title: string }[] }>('/v1/pages/list', input)
  return answer.body.pages.map(({ title }) => title).join()
}

/** Selects a page and those between, up to another one. */
async function select(from: string, to: string): Promise<void> {
  await row(from).focus()
  await page.keyboard.press('Space')
  await row(to).click({ modifiers: ['Shift'] })
}

describe('several pages of the tree', () => {
  it('are selected with the mouse, and no longer on Escape', async () => {
    await select('May', 'July')
    await bar().getByText('3 pages selected').waitFor()
    assert.equal(await page.getByRole('treeitem', { selected: true }).count(), 3)
    await checkAccess(page)
    await row('July').click({ modifiers: ['Control'] })
    await bar().getByText('2 pages selected').waitFor()
    await page.keyboard.press('Escape')
    await bar().waitFor({ state: 'detached' })
  })

  it('move to a page that is found by its title, and back', async () => {
    await select('May', 'June')
    await bar().getByRole('button', { name: 'Move to…' }).click()
    await page.getByRole('dialog', { name: 'Move 2 pages' }).waitFor()
    await page.keyboard.type('arch')
    await page.getByRole('option', { name: 'Archive' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('2 pages moved to Archive').waitFor()
    await until(async () => (await children(ids['Archive'] ?? null)) === 'May,June')
    await page.getByRole('button', { name: 'Undo' }).click()
    await until(async () => (await children(null)) === titles.join())
  })

  it('go to the trash, and come back', async () => {
    await select('July', 'August')
    await bar().getByRole('button', { name: 'Move to trash' }).click()
    await page.getByText('2 pages moved to the trash').waitFor()
    await until(async () => (await children(null)) === 'Archive,May,June')
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await until(async () => (await children(null)) === titles.join())
  })

  it('become favourites, selected by keyboard alone', async () => {
    await row('May').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+ArrowDown')
    await bar().getByText('2 pages selected').waitFor()
    await bar().getByRole('button', { name: 'Add to favourites' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('2 pages added to favourites').waitFor()
  })
})
