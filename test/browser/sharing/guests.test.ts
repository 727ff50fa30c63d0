import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addPage } from '../../support/pages.ts'
import type { Person } from '../../support/people.ts'
import { addGuest, grantOnly } from '../../support/sections.ts'
import { checkAccess } from '../../support/web/axe.ts'
import { openPage } from '../../support/web/page-screen.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'

describe('a guest', () => {
  let screens: Screens
  let gus: Person
  let page: Page
  let sharedId: string
  let otherId: string
  before(async () => {
    screens = await openScreens()
    const { quire } = screens
    gus = await addGuest(quire, 'Gus', 'MEMBER')
    sharedId = await addPage(quire, 'Plan', { markdown: 'Buy bread.' })
    await addPage(quire, 'Below it', { parentId: sharedId })
    otherId = await addPage(quire, 'Salaries', { markdown: 'A lot.' })
    await grantOnly(quire, sharedId, { [quire.userId]: 'manage', [gus.userId]: 'comment' })
    page = await screens.visitAs(gus)
  })
  after(() => screens.close())

  const newPage = () => page.getByRole('button', { name: /^New (private )?page$/ })

  it('finds at home what was shared, and cannot create pages or open others', async () => {
    await page.goto('/')
    const shared = page.getByRole('region', { name: 'Shared with you' })
    await shared.getByRole('link', { name: /^Plan/ }).waitFor()
    await page.getByRole('treeitem', { name: /^Plan/ }).waitFor()
    assert.equal(await page.getByRole('treeitem').count(), 1)
    assert.equal(await newPage().count(), 0)
    await checkAccess(page, 'the home of a guest')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('Salaries')
    await page.getByText(/^No pages found/).waitFor()
    assert.equal(await page.getByRole('option', { name: /page/i }).count(), 0)
    await page.goto(`/pages/${otherId}`)
    await page.getByText('Page not found').waitFor()
    assert.equal(await page.getByText('A lot.').count(), 0)
  })

  it('comments on the page, and gets back what was not sent when access ends', async () => {
    await openPage(page, sharedId)
    await page.getByText('You can read and comment on this page').waitFor()
    await page.getByRole('button', { name: 'Comments' }).click()
    const field = page.getByRole('textbox', { name: /comment/i })
    await field.fill('Rye, please')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await page.getByText('Gus Tester').first().waitFor()
    await page.getByText('Rye, please').waitFor()
    await field.fill('And salt')

    const ada = await screens.visitAs()
    await openPage(ada, sharedId)
    await ada.getByRole('button', { name: 'Share', exact: true }).click()
    const access = ada.getByRole('combobox', { name: 'Access of Gus Tester' })
    await access.selectOption({ label: 'Remove access' })
    await access.waitFor({ state: 'detached' })

    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await page.getByRole('heading', { name: 'You can no longer open this page' }).waitFor()
    assert.equal(await page.getByText('Buy bread.').isVisible(), false)
    assert.equal(await page.getByLabel('Comments that were not sent').inputValue(), 'And salt')
    await checkAccess(page, 'a page that a guest lost')
    await page.getByRole('link', { name: 'Go home' }).click()
    await page.getByText(/^Nothing is shared with you yet/).waitFor()
    assert.equal(await page.getByRole('treeitem').count(), 0)
    assert.equal(await newPage().count(), 0)
  })
})
