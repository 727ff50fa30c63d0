import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addFile, addLink, addPage, markdownWhen } from '../../support/pages.ts'
import { until } from '../../support/until.ts'
import { checkAccess } from '../../support/web/axe.ts'
import { draftKeys } from '../../support/web/offline-storage.ts'
import { openPage } from '../../support/web/page-screen.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'

describe('a visitor of a share link', () => {
  let screens: Screens
  let pageId: string
  before(async () => {
    screens = await openScreens({}, { provoked: /40[134]/ })
    pageId = await addPage(screens.quire, 'Plan', { markdown: 'Buy **bread**.\n\n- Milk\n' })
    const imageId = await addFile(screens.quire, pageId, { name: 'a.png', mimeType: 'image/png' })
    await addPage(screens.quire, 'Details', {
      parentId: pageId,
      markdown: `![A dot](/files/${imageId})\n\nSee [the plan](/pages/${pageId}).`,
    })
  })
  after(() => screens.close())

  const visit = async (url: string, options?: Parameters<Screens['visit']>[0]): Promise<Page> => {
    const page = await screens.visit(options)
    await page.goto(new URL(url, screens.address).href)
    return page
  }
  const revoke = (id: string) =>
    screens.quire.post('/v1/links/revoke', {
      workspaceId: screens.quire.workspaceId,
      pageId,
      linkId: id,
    })

  it('comments with a name, and loses access when the link is revoked', async () => {
    const link = await addLink(screens.quire, pageId, { level: 'comment' })
    const page = await visit(link.url)
    await page.getByText('Buy bread.').waitFor()
    await page.getByRole('textbox', { name: 'Your name' }).fill('Zoe')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Comments' }).click()
    await page.getByRole('textbox', { name: /comment/i }).fill('Rye, please')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await page.getByText('Zoe (visitor)').waitFor()
    await page.getByText('Rye, please').waitFor()
    assert.equal((await page.context().cookies()).length, 1)
    const ada = await screens.visitAs()
    await openPage(ada, pageId)
    await ada.getByRole('button', { name: /^Comments/ }).click()
    await ada.getByText('Zoe (visitor)').waitFor()
    await ada.context().close()
    await page
      .getByRole('textbox', { name: /comment/i })
      .first()
      .fill('And salt')
    await revoke(link.id)
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
    assert.equal(await page.getByText('Buy bread.').count(), 0)
    assert.equal(await page.getByLabel('Comments that were not sent').inputValue(), 'And salt')
    await checkAccess(page, 'a link that ended')
    await page.context().close()
  })

  it('sees embedded pages of the link, and reads that others are not shared', async () => {
    const secret = await addPage(screens.quire, 'Secret title', { markdown: 'Secret text' })
    await addPage(screens.quire, 'Offer', {
      markdown: `![The plan](/pages/${pageId})\n\n![Another page](/pages/${secret})`,
      parentId: pageId,
    })
    const link = await addLink(screens.quire, pageId, { level: 'read' })
    const page = await visit(link.url)
    await page.getByRole('navigation', { name: 'Pages' }).getByText('Offer').click()
    await page.locator('.page-embed').first().getByText('Buy bread.').waitFor()
    await page.getByText('This page is not shared with you, or it was deleted.').waitFor()
    await page.getByText('Another page').waitFor()
    assert.equal(await page.getByText('Secret').count(), 0)
    await page.context().close()
  })

  it('sees the properties of a page, and in its views the pages of the link', async () => {
    const { quire } = screens
    const tasks = await addPage(quire, 'Tasks', {
      markdown: '```quire-view\ntag: errand\ncolumns: [title, cost]\n```\n',
      parentId: pageId,
    })
    const inside = await addPage(quire, 'Buy rye', { parentId: tasks })
    const outside = await addPage(quire, 'Secret errand')
    for (const id of [inside, outside]) {
      const set = { tags: ['errand'], cost: 4 }
      await quire.post('/v1/pages/set-properties', {
        workspaceId: quire.workspaceId,
        pageId: id,
        set,
      })
    }
    const link = await addLink(quire, pageId, { level: 'write' })
    const page = await visit(link.url)
    await page.getByRole('navigation', { name: 'Pages' }).getByText('Tasks').click()
    const table = page.getByRole('region', { name: 'Table' })
    await table.getByRole('link', { name: 'Buy rye' }).waitFor()
    await page.getByText('1 page', { exact: true }).waitFor()
    assert.equal(await page.getByText('Secret').count(), 0)
    assert.equal(await page.getByRole('button', { name: 'New page' }).count(), 0)
    await checkAccess(page, 'a view for visitors')
    const folder = process.env['VIEW_SHOTS']
    if (folder !== undefined) await page.screenshot({ path: `${folder}/visitor.png` })
    await table.getByRole('link', { name: 'Buy rye' }).click()
    const properties = page.getByRole('region', { name: 'Properties' })
    await properties.getByText('cost').waitFor()
    await page.getByRole('heading', { name: 'Buy rye' }).waitFor()
    await page.context().close()
  })

  it('edits, and gets back what was not saved when access ends', async () => {
    const link = await addLink(screens.quire, pageId, { level: 'write', password: 'open sesame' })
    const page = await visit(link.url)
    await page.getByRole('textbox', { name: 'Password' }).fill('open')
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByText('The password is wrong.').waitFor()
    await page.getByRole('textbox', { name: 'Password' }).fill('open sesame')
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByRole('textbox', { name: 'Your name' }).fill('Yan')
    await page.getByRole('button', { name: 'Continue' }).click()
    const text = page.getByRole('textbox', { name: 'Page text' })
    await text.getByText('Milk').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' and eggs')
    await markdownWhen(screens.quire, pageId, /Milk and eggs/)
    await revoke(link.id)
    await page.keyboard.type(' for Sunday')
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
    assert.match(
      await page.getByLabel('Text that was not saved').inputValue(),
      /Milk and eggs for Sunday/,
    )
    await page.context().close()
  })

  it('keeps in the browser what was not saved, until it is copied or a day after the link ended', async () => {
    const link = await addLink(screens.quire, pageId, { level: 'write' })
    const page = await visit(link.url, { permissions: ['clipboard-write'] })
    await page.getByRole('textbox', { name: 'Your name' }).fill('Xia')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Comments' }).click()
    await page.getByRole('textbox', { name: 'Comment on this page' }).fill('Salt, too')
    const text = page.getByRole('textbox', { name: 'Page text' })
    await text.getByText('Milk').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' now')
    await markdownWhen(screens.quire, pageId, /now/)
    await revoke(link.id)
    await page.keyboard.type(' or later')
    const unsaved = page.getByLabel('Text that was not saved')
    const comments = page.getByLabel('Comments that were not sent')
    await unsaved.waitFor()

    await page.reload()
    await until(async () => /now or later/.test(await unsaved.inputValue()))
    assert.equal(await comments.inputValue(), 'Salt, too')
    const later = await page.context().newPage()
    await later.clock.setFixedTime(Date.now() + 25 * 60 * 60 * 1000)
    await later.goto(page.url())
    await until(async () => (await draftKeys(later)).length === 0)

    // What the first tab still shows is stored nowhere.
    assert.match(await unsaved.inputValue(), /now or later/)
    await page.context().close()
  })

  it('forgets what was not saved once it is copied', async () => {
    const link = await addLink(screens.quire, pageId, { level: 'comment' })
    const page = await visit(link.url, { permissions: ['clipboard-write'] })
    await page.getByRole('textbox', { name: 'Your name' }).fill('Wes')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Comments' }).click()
    await page.getByRole('textbox', { name: 'Comment on this page' }).fill('Pepper')
    await revoke(link.id)
    await page.getByLabel('Comments that were not sent').waitFor()
    assert.notDeepEqual(await draftKeys(page), [])
    await page.getByRole('button', { name: 'Copy text' }).click()
    await until(async () => (await draftKeys(page)).length === 0)
    await page.reload()
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
    assert.equal(await page.getByLabel('Comments that were not sent').count(), 0)
    await page.context().close()
  })

  it('goes through the pages of the link, with images, and leaves out the app', async () => {
    const link = await addLink(screens.quire, pageId)
    const page = await visit(link.url)
    await page.getByRole('navigation', { name: 'Pages' }).getByText('Details').click()
    const image = page.getByRole('img', { name: 'A dot' })
    await image.waitFor()
    assert.equal(
      await image.getAttribute('src').then((src) => src?.startsWith(`/s/${link.id}/`)),
      true,
    )
    await page.getByRole('link', { name: 'the plan' }).click()
    await page.getByText('Buy bread.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Comments' }).count(), 0)
    await page.reload()
    await page.getByText('Buy bread.').waitFor()
    await page.context().close()
  })

  it('has a screen without accessibility violations, wide and narrow, light and dark', async () => {
    const link = await addLink(screens.quire, pageId, { level: 'write', password: 'open sesame' })
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [1280, 390]) {
        const page = await visit(link.url, { viewport: { width, height: 800 }, colorScheme })
        const check = async (name: string) => {
          const shots = process.env['QUIRE_SHOTS']
          if (shots !== undefined)
            await page.screenshot({ path: `${shots}/${name}-${width}-${colorScheme}.png` })
          await checkAccess(page, name)
          const overflow = await page.evaluate('document.body.scrollWidth > innerWidth')
          assert.equal(overflow, false, `${name} is wider than ${width}`)
        }
        await page.getByRole('textbox', { name: 'Password' }).waitFor()
        await check('password')
        await page.getByRole('textbox', { name: 'Password' }).fill('open sesame')
        await page.getByRole('button', { name: 'Open' }).click()
        await page.getByText('Buy bread.').waitFor()
        await check('page')
        await page.context().close()
      }
    }
    const page = await visit(`/s/${link.id}#nothing`)
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
    await page.context().close()
  })
})
