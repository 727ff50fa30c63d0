import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage } from '../../support/pages.ts'
import { until } from '../../support/until.ts'
import { checkAccess } from '../../support/web/axe.ts'
import { openPage, waitForSaveState } from '../../support/web/page-screen.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'

describe('publishing a page from its share dialog', () => {
  let screens: Screens
  before(async () => {
    screens = await openScreens()
  })
  after(() => screens.close())

  it('shows it and its changes to everyone, until it is unpublished', async () => {
    const pageId = await addPage(screens.quire, 'Guide', { markdown: 'Buy bread.' })
    await addPage(screens.quire, 'Install', { parentId: pageId, markdown: 'Run it.' })
    const ada = await screens.visitAs()
    await openPage(ada, pageId)
    const openSite = async () => {
      await ada.getByRole('button', { name: 'Share', exact: true }).click()
      await ada.getByRole('tab', { name: 'Publish' }).click()
    }
    const dialog = ada.getByRole('dialog', { name: /^Share/ })
    await openSite()
    await dialog.getByRole('textbox', { name: 'Address' }).fill('the-guide')
    await checkAccess(ada, 'the form of a site')
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await dialog.getByText(/^Published on/).waitFor()
    await checkAccess(ada, 'the site of a page')
    const opened = ada.context().waitForEvent('page')
    await dialog.getByRole('link', { name: 'Open site' }).click()
    const address = (await opened).url()
    assert.equal(address, `${screens.address}/sites/the-guide/`)
    await (await opened).close()

    const anonymous = await screens.visit()
    assert.equal((await anonymous.goto(address))?.status(), 200)
    await anonymous.getByText('Buy bread.').waitFor()
    assert.deepEqual(await anonymous.context().cookies(), [])

    await dialog.getByRole('button', { name: 'Done' }).click()
    await ada.locator('.ProseMirror p').first().click()
    await ada.keyboard.press('End')
    await ada.keyboard.type(' And eggs.')
    await waitForSaveState(ada, 'saved')
    // A site shows what was typed once the page has a version of it, a while after the last key.
    await until(async () => {
      await anonymous.reload()
      return anonymous.getByText('Buy bread. And eggs.').isVisible()
    })
    await anonymous.getByRole('link', { name: 'Install' }).first().click()
    await anonymous.getByText('Run it.').waitFor()

    await openSite()
    await dialog.getByRole('button', { name: 'Unpublish' }).click()
    await ada
      .getByRole('dialog', { name: 'Unpublish this site?' })
      .getByRole('button', { name: 'Unpublish' })
      .click()
    await dialog.getByRole('button', { name: 'Publish', exact: true }).waitFor()
    assert.equal((await anonymous.reload())?.status(), 404)
    assert.equal(await anonymous.getByText('Run it.').count(), 0)
    assert.equal((await anonymous.goto(address))?.status(), 404)
  })
})
