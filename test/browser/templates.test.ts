import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addPage } from '../support/pages.ts'
import { addPerson } from '../support/people.ts'
import { onlyFor, restrict } from '../support/sections.ts'
import { until } from '../support/until.ts'
import { checkAccess } from '../support/web/axe.ts'
import { openPage } from '../support/web/page-screen.ts'
import { openScreens, type Screens } from '../support/web/screens.ts'

let screens: Screens
let page: Page

before(async () => {
  screens = await openScreens({}, { provoked: /404/ })
  page = await screens.visitAs()
})
after(() => screens.close())

const post = <Body>(path: string, body: object) =>
  screens.quire.post<Body>(path, { workspaceId: screens.quire.workspaceId, ...body })
const markdownOf = async (pageId: string) =>
  (await post<{ markdown: string }>('/v1/pages/markdown', { pageId })).body.markdown
const pageIdNow = () => page.url().split('/').at(-1) ?? ''

describe('an embedded page', () => {
  it('shows the page, its changes and its title, and one section', async () => {
    const shown = await addPage(screens.quire, 'Goals', {
      markdown: '# First\n\nShip it.\n\n# Second\n\n- [ ] Later',
    })
    const text = `Before\n\n![Old label](/pages/${shown})\n\n![Old label](/pages/${shown}#second)\n\nAfter`
    const pageId = await addPage(screens.quire, 'Overview', { markdown: text })
    await openPage(page, pageId)
    const embed = page.locator('.page-embed').first()
    await embed.getByText('Ship it.').waitFor()
    await embed.getByRole('link', { name: 'Goals' }).waitFor()
    const section = page.locator('.page-embed').nth(1)
    await section.getByText('Later').waitFor()
    assert.equal(await section.getByText('Ship it.').count(), 0)
    await checkAccess(page, 'embedded pages')
    await post('/v1/pages/edit', {
      pageId: shown,
      mode: 'replace',
      find: 'Ship it.',
      text: 'Done.',
    })
    await embed.getByText('Done.').waitFor()
    assert.equal((await markdownOf(pageId)).trim(), text)
    await embed.getByRole('link', { name: 'Goals' }).click()
    await page.waitForURL(`**/pages/${shown}`)
  })

  it('says to people without access that the page is not shared with them', async () => {
    const secret = await addPage(screens.quire, 'Secret title', { markdown: 'Secret text' })
    const pageId = await addPage(screens.quire, 'Open', {
      markdown: `![A label](/pages/${secret})`,
    })
    await restrict(screens.quire, secret, onlyFor({ [screens.quire.userId]: 'manage' }))
    const member = await addPerson(screens.quire, 'Mia', 'MEMBER')
    const other = await screens.visitAs(member)
    await openPage(other, pageId)
    await other.locator('.page-embed').getByText('A label').waitFor()
    await other.getByText('This page is not shared with you, or it was deleted.').waitFor()
    assert.equal(await other.getByText('Secret').count(), 0)
    await other.context().close()
  })

  it('is put in by ![[ and refused inside itself', async () => {
    const target = await addPage(screens.quire, 'Zebra facts', { markdown: 'Stripes.' })
    const pageId = await addPage(screens.quire, 'Zebra home', { markdown: 'Text' })
    await openPage(page, pageId)
    await page.locator('.ProseMirror').click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('![[Zebra facts')
    await page.getByRole('option', { name: 'Zebra facts' }).click()
    await page.locator('.page-embed').getByText('Stripes.').waitFor()
    await until(async () => (await markdownOf(pageId)).includes(`![Zebra facts](/pages/${target})`))
    await openPage(page, target)
    await page.locator('.ProseMirror').click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('![[Zebra home')
    await page.getByRole('option', { name: 'Zebra home' }).click()
    await page.getByText('A page cannot contain itself').waitFor()
    assert.equal(await page.locator('.page-embed').count(), 0)
  })
})

describe('a page', () => {
  it('is duplicated from its menu, and the copy taken back', async () => {
    const pageId = await addPage(screens.quire, 'Recipe', { markdown: 'Salt' })
    await addPage(screens.quire, 'Step', { parentId: pageId })
    await openPage(page, pageId)
    await page.getByRole('button', { name: 'Page actions' }).click()
    await page.getByRole('menuitem', { name: 'Template' }).hover()
    await page.getByRole('menuitem', { name: 'Offer in this workspace' }).waitFor()
    await checkAccess(page, 'the menu of a page')
    await page.getByRole('menuitem', { name: 'Duplicate with subpages' }).click()
    await page.getByText('“Recipe” duplicated, 2 pages in all').waitFor()
    await until(() => pageIdNow() !== pageId)
    const copyId = pageIdNow()
    assert.equal((await markdownOf(copyId)).trim(), 'Salt')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.waitForURL(`**/pages/${pageId}`)
    await until(async () => (await post('/v1/pages/markdown', { pageId: copyId })).status === 404)
  })

  it('that is empty offers templates, and one fills it', async () => {
    const templateId = await addPage(screens.quire, 'Minutes', {
      markdown: '# {{title}}\n\nBy {{author}}',
    })
    await openPage(page, templateId)
    await page.getByRole('button', { name: 'Page actions' }).click()
    await page.getByRole('menuitem', { name: 'Template' }).hover()
    await page.getByRole('menuitem', { name: 'Offer in this workspace' }).click()
    await page.getByText('This page is a template now.').waitFor()
    const pageId = await addPage(screens.quire, 'Monday')
    await openPage(page, pageId)
    const offer = page.getByRole('region', { name: 'Start with a template' })
    await offer.getByRole('button', { name: 'Minutes' }).waitFor()
    await checkAccess(page, 'templates for an empty page')
    await offer.getByRole('button', { name: 'Minutes' }).click()
    await page.getByRole('heading', { name: 'Monday', level: 1 }).last().waitFor()
    await offer.waitFor({ state: 'hidden' })
    await until(async () => (await markdownOf(pageId)).startsWith('# Monday\n\nBy Ada'))
  })

  it('below a section starts from its default template, with the cursor where it says', async () => {
    const sectionId = await addPage(screens.quire, 'Meetings')
    const templateId = await addPage(screens.quire, 'Agenda', {
      parentId: sectionId,
      markdown: 'With {{author}}\n\nGoal: {{cursor}}\n\nEnd',
    })
    await post('/v1/templates/add', { pageId: templateId, sectionId })
    await post('/v1/templates/set-default', { sectionId, templateId })
    await openPage(page, templateId)
    await page.locator('.template-badge').waitFor()
    await page.getByRole('treeitem', { name: 'Meetings' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'New subpage' }).click()
    await page.locator('.ProseMirror').getByText('With Ada').waitFor()
    await until(() => pageIdNow() !== templateId)
    await page.locator('.ProseMirror:focus').waitFor()
    await page.keyboard.type('ship it')
    await until(async () => (await markdownOf(pageIdNow())).includes('Goal: ship it'))
    assert.equal(await page.locator('.template-badge').count(), 0)
  })

  it('of today opens from the sidebar, the same one each time', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Today' }).click()
    await page.waitForURL(/\/pages\/[0-9a-f-]{36}$/)
    await page.locator('.ProseMirror').waitFor()
    const today = pageIdNow()
    await page.goto('/')
    await page.getByRole('link', { name: 'Today' }).click()
    await page.waitForURL(/\/pages\/[0-9a-f-]{36}$/)
    await page.locator('.ProseMirror').waitFor()
    assert.equal(pageIdNow(), today)
  })
})
