import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addPage, titlesUnder } from '../../support/pages.ts'
import { addPerson, addWorkspace } from '../../support/people.ts'
import { runJobs } from '../../support/semantic.ts'
import { layoutFaults } from '../../support/web/page-faults.ts'
import { openPage } from '../../support/web/page-screen.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'

describe('the dialog to another workspace', () => {
  let screens: Screens
  let jobs: ReturnType<typeof runJobs>
  let targetId: string
  before(async () => {
    screens = await openScreens()
    jobs = runJobs(screens.quire)
    targetId = await addWorkspace(screens.quire, 'Office of the future with a long name')
    await addPage(screens.quire, 'Archive', { workspaceId: targetId })
  })
  after(async () => {
    await jobs.stop()
    await screens.close()
    assert.deepEqual(jobs.faults, [])
  })

  const open = async (page: Page, pageId: string) => {
    await openPage(page, pageId)
    await page.getByRole('button', { name: 'Page actions' }).click()
    await page.getByRole('menuitem', { name: 'To another workspace…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByText(/will be copied/)
      .first()
      .waitFor()
    return dialog
  }

  for (const { width, height } of [
    { width: 390, height: 800 },
    { width: 1280, height: 800 },
  ]) {
    it(`fits into ${width} pixels, and moves a page below one there`, async () => {
      const page = await screens.visitAs(undefined, { viewport: { width, height } })
      const title = `Plan for ${width} pixels`
      const pageId = await addPage(screens.quire, title, { markdown: 'Text.' })
      await addPage(screens.quire, 'Below', { parentId: pageId })
      const dialog = await open(page, pageId)
      assert.deepEqual(await layoutFaults(page), [])
      await dialog.getByText('Move', { exact: true }).first().click()
      await dialog.getByRole('combobox', { name: 'Below' }).click()
      await page.getByRole('option', { name: 'Archive' }).click()
      await dialog.getByText('2 pages will be copied.').waitFor()
      assert.deepEqual(await layoutFaults(page), [])
      await dialog.getByRole('button', { name: 'Move' }).click()
      await dialog.getByText(/^The page is now in Office/).waitFor()
      assert.deepEqual(await layoutFaults(page), [])
      await dialog.getByRole('link', { name: 'Open the page there' }).click()
      await page.locator('.ProseMirror').getByText('Text.').waitFor()
      assert.notEqual(new URL(page.url()).pathname, `/pages/${pageId}`)
      const target = { ...screens.quire, workspaceId: targetId }
      const [archive = ''] = await titlesUnder(target)
      assert.equal(archive, 'Archive')
      assert.ok(!(await titlesUnder(screens.quire)).includes(title))
      await page.context().close()
    })
  }

  it('writes the label of a choice beside its box', async () => {
    const page = await screens.visitAs()
    const dialog = await open(page, await addPage(screens.quire, 'Choices'))
    const box = await dialog.getByRole('checkbox', { name: 'Include subpages' }).boundingBox()
    const label = await dialog.getByText('Include subpages').boundingBox()
    assert.ok(box && label)
    assert.ok(label.x >= box.x + box.width && label.y < box.y + box.height, 'beside it')
    await page.context().close()
  })

  it('tells readers who have the page open, or open it later, where it is', async () => {
    const { quire } = screens
    const ben = await addPerson(quire, 'Ben', 'VIEWER')
    const root = await addPage(quire, 'Moving')
    const child = await addPage(quire, 'Read by many', { parentId: root, markdown: 'Text.' })
    const [ada, other, mover] = await Promise.all([
      screens.visitAs(),
      screens.visitAs(ben),
      screens.visitAs(),
    ])
    await Promise.all([ada, other].map((page) => openPage(page, child)))
    const dialog = await open(mover, root)
    await dialog.getByText('Move', { exact: true }).first().click()
    await dialog.getByText('2 pages will be copied.').waitFor()
    await dialog.getByRole('button', { name: 'Move' }).click()
    const alert = other.getByRole('alert')
    await alert.getByText('This page moved to a workspace where you cannot read it.').waitFor()
    assert.equal(await alert.getByRole('link').count(), 0)
    assert.equal(await alert.getByRole('button').count(), 0)
    await ada.getByText('This page moved to Office of the future with a long name.').waitFor()
    await ada.getByRole('alert').getByRole('link', { name: 'Open the page there' }).click()
    await ada.locator('.ProseMirror').getByText('Text.').waitFor()
    assert.notEqual(new URL(ada.url()).pathname, `/pages/${child}`)
    await other.goto(`/pages/${child}`)
    await other.getByRole('heading', { name: 'Page moved' }).waitFor()
    await other.getByRole('link', { name: 'Go home' }).waitFor()
    await ada.goto(`/pages/${child}`)
    await ada.getByRole('link', { name: 'Open the page there' }).click()
    await ada.locator('.ProseMirror').getByText('Text.').waitFor()
  })
})
