import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addPage } from '../../support/pages.ts'
import { until } from '../../support/until.ts'
import { checkAccess } from '../../support/web/axe.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'

let screens: Screens
let page: Page
const ids: Record<string, string> = {}

before(async () => {
  screens = await openScreens()
  page = await screens.visitAs()
  for (const title of ['Notes', 'Roadmap', 'Ideas'])
    ids[title] = await addPage(screens.quire, title)
  ids['Monday'] = await addPage(screens.quire, 'Monday', { parentId: ids['Notes'] ?? null })
  await page.goto('/')
  await row('Notes').waitFor()
})
after(() => screens.close())

const row = (name: string) => page.getByRole('treeitem', { name, exact: true })
const rowBelow = (name: string) => page.getByRole('treeitem', { name, exact: true, level: 2 })
async function children(parentId: string | null): Promise<string[]> {
  const { quire } = screens
  const input = { workspaceId: quire.workspaceId, parentId, depth: 1 }
  const answer = await quire.post<{ pages: { title: string }[] }>('/v1/pages/list', input)
  return answer.body.pages.map(({ title }) => title)
}

/** Begins to rename a page; its row may just be drawn anew. */
async function begin(title: string): Promise<void> {
  const name = page.getByRole('tree').getByRole('textbox', { name: 'Title' })
  await until(async () => {
    await row(title).focus()
    await page.keyboard.press('F2')
    return (await name.count()) > 0
  })
}

describe('the tree of pages', () => {
  it('makes a page whose title and text are typed right away', async () => {
    await page.getByRole('button', { name: 'New page' }).first().click()
    await page.locator('textarea:focus').waitFor()
    await page.keyboard.type('Budget')
    await page.keyboard.press('Enter')
    await page.locator('.ProseMirror:focus').waitFor()
    await page.keyboard.type('Less.')
    await row('Budget').waitFor()
    await page.locator('.ProseMirror', { hasText: 'Less.' }).waitFor()
    await until(async () => (await children(null)).includes('Budget'))
  })

  it('makes a page inside another one', async () => {
    await row('Ideas').hover()
    await row('Ideas').getByRole('button', { name: 'New page in Ideas' }).click()
    await page.locator('textarea:focus').waitFor()
    await page.keyboard.type('Garden')
    await rowBelow('Garden').waitFor()
    await until(async () => (await children(ids['Ideas'] ?? null)).join() === 'Garden')
  })

  it('renames a page in place, and leaves it as it was on Escape', async () => {
    await begin('Garden')
    await page.getByRole('tree').getByRole('textbox', { name: 'Title' }).fill('Field')
    await page.keyboard.press('Escape')
    await page.locator('[role="treeitem"]:focus').waitFor()
    await page.keyboard.press('F2')
    await page.getByRole('tree').getByRole('textbox', { name: 'Title' }).fill('Park')
    await page.keyboard.press('Enter')
    await until(async () => (await children(ids['Ideas'] ?? null)).join() === 'Park')
  })

  it('takes an icon whose name is typed right away', async () => {
    await row('Roadmap').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Change icon' }).click()
    await page.locator('input:focus').waitFor()
    await page.keyboard.type('rocket')
    await page.getByRole('gridcell', { name: 'rocket', exact: true }).click()
    await row('Roadmap').getByText('🚀').waitFor()
  })

  it('moves a page by dragging it between two others', async () => {
    const target = await row('Roadmap').boundingBox()
    assert.ok(target)
    await row('Budget').dragTo(row('Roadmap'), {
      targetPosition: { x: 60, y: 2 },
    })
    await until(async () => (await children(null)).join() === 'Notes,Budget,Roadmap,Ideas')
  })

  it('moves a page into another by dragging it onto that', async () => {
    await row('Budget').dragTo(row('Notes'))
    await until(async () => (await children(ids['Notes'] ?? null)).join() === 'Monday,Budget')
    await rowBelow('Budget').waitFor()
  })

  it('moves a page by keyboard', async () => {
    await row('Roadmap').focus()
    await page.keyboard.press('Control+Shift+KeyD')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await until(async () => (await children(null)).join() !== 'Notes,Roadmap,Ideas')
  })

  it('shows what another person did, without reloading', async () => {
    await addPage(screens.quire, 'From elsewhere')
    await row('From elsewhere').waitFor()
    const { quire } = screens
    const pageId = ids['Notes']
    await quire.post('/v1/pages/update', {
      workspaceId: quire.workspaceId,
      pageId,
      title: 'All notes',
    })
    await row('All notes').waitFor()
  })

  it('gives a page an icon, and takes it away', async () => {
    await row('From elsewhere').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Change icon' }).click()
    await page.getByRole('searchbox', { name: 'Search emoji' }).fill('rocket')
    await page.locator('button[aria-label="rocket"]').click()
    await row('From elsewhere').getByText('🚀').waitFor()
    await row('From elsewhere').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Change icon' }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await row('From elsewhere').getByText('🚀').waitFor({ state: 'detached' })
  })

  it('has no serious finding of axe in either theme', async () => {
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('heading', { name: 'Hello, Ada' }).waitFor()
    await checkAccess(page)
    await page.getByRole('link', { name: 'Skills and agents' }).click()
    await page.getByRole('button', { name: 'Create Release notes' }).waitFor()
    await checkAccess(page)
  })

  it('puts a page into the trash and takes it back', async () => {
    await row('From elsewhere').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Move to trash' }).click()
    await row('From elsewhere').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await row('From elsewhere').waitFor()
  })

  it('shows a hostile title as the text it is', async () => {
    const title = '<img src=x onerror=alert(1)>"><script>alert(2)</script>'
    await addPage(screens.quire, title)
    await row(title).waitFor()
    assert.deepEqual(screens.complaints, [])
  })

  it('brings the page that an address names into view, and lets what it is in be closed', async () => {
    const { quire } = screens
    for (let index = 0; index < 60; index += 1) await addPage(quire, `Line ${index}`)
    const folder = await addPage(quire, 'Folder at the end')
    const inside = await addPage(quire, 'Inside the folder', { parentId: folder })
    await page.goto(`/pages/${inside}`)
    await row('Inside the folder').waitFor()
    const recent = page.getByRole('region', { name: 'Recent' })
    await recent.getByText('Inside the folder').waitFor({ state: 'attached' })
    await until(async () => {
      const [seen, below] = await Promise.all([
        row('Inside the folder').boundingBox(),
        page.getByRole('link', { name: 'Files', exact: true }).boundingBox(),
      ])
      return seen !== null && below !== null && seen.y > 100 && seen.y + seen.height <= below.y
    })
    await row('Folder at the end')
      .getByRole('button', { name: 'Collapse Folder at the end' })
      .click()
    await row('Inside the folder').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('heading', { name: 'Hello, Ada' }).waitFor()
    assert.equal(await row('Inside the folder').count(), 0)
  })
})

describe('a tree of many pages', () => {
  const many = 1100
  let folder: string

  before(async () => {
    const { quire } = screens
    const { workspaceId } = quire
    folder = await addPage(quire, 'Archive')
    for (let index = 0; index < many; index += 1) {
      const title = `Note ${String(index).padStart(4, '0')}`
      await quire.post('/v1/pages/create', { workspaceId, parentId: folder, title })
    }
  })

  const focused = () => page.locator('[role="treeitem"]:focus').innerText({ timeout: 10_000 })

  it('keeps the focus in the tree with End, Home, PageUp and PageDown', async () => {
    await page.goto(`/pages/${folder}`)
    await row('Archive').waitFor()
    await row('Archive').focus()
    await page.keyboard.press('ArrowRight')
    await row('Note 0000').waitFor()
    await page.keyboard.press('End')
    await until(async () => (await focused()) === `Note ${many - 1}`)
    await page.keyboard.press('PageUp')
    await until(async () => /^Note 10[5-9]\d$/.test(await focused()))
    await page.keyboard.press('PageDown')
    await until(async () => (await focused()) === `Note ${many - 1}`)
    await page.keyboard.press('Home')
    await until(
      async () => (await focused()) === (await page.getByRole('treeitem').first().innerText()),
    )
  })

  it('has the open page in view each time it is loaded, below a long list that is open', async () => {
    const below = await addPage(screens.quire, 'Below the archive')
    for (let load = 1; load <= 3; load += 1) {
      await page.goto(`/pages/${below}`)
      await row('Below the archive').waitFor()
      await until(async () => {
        const [seen, list] = await Promise.all([
          row('Below the archive').boundingBox(),
          page.getByRole('link', { name: 'Files', exact: true }).boundingBox(),
        ])
        return seen !== null && list !== null && seen.y > 100 && seen.y < list.y
      })
      // All of the list came, and its end stands before the page.
      await row(`Note ${many - 1}`).waitFor()
    }
    await row('Below the archive').focus()
    await page.keyboard.press('Home')
  })

  it('goes to the page whose title is typed', async () => {
    await page.keyboard.type('note 0042')
    await until(async () => (await focused()) === 'Note 0042')
  })
})

describe('the dialog to move pages', () => {
  const field = () => page.getByRole('combobox', { name: 'Find a page to move to' })

  it('finds a page by its title, moves there by keyboard, and takes it back', async () => {
    const { quire } = screens
    const target = await addPage(quire, 'Target', { parentId: ids['Notes'] ?? null })
    const moved = await addPage(quire, 'Moved about')
    await page.goto(`/pages/${moved}`)
    await page.getByRole('button', { name: 'Page actions' }).click()
    await page.getByRole('menuitem', { name: 'Move to…' }).click()
    await field().fill('target')
    await page
      .getByRole('option', { name: /Target/ })
      .getByText(/otes$/)
      .waitFor()
    await checkAccess(page)
    await page.keyboard.press('Enter')
    await page.getByText('“Moved about” moved to Target').waitFor()
    assert.deepEqual(await children(target), ['Moved about'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await until(async () => (await children(null)).includes('Moved about'))
    assert.deepEqual(await children(target), [])
  })

  it('opens from the tree', async () => {
    await row('Moved about').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Move to…' }).click()
    await field().waitFor()
    await page.keyboard.press('Escape')
    await field().waitFor({ state: 'detached' })
  })
})
