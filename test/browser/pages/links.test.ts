import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addPage } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import { until } from '../../support/until.ts'
import { checkAccess } from '../../support/web/axe.ts'
import { useNotoFonts } from '../../support/web/noto-fonts.ts'
import { openPage } from '../../support/web/page-screen.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'

/** Where pictures of the screens are put, if it is named. */
const shots = process.env['SCREENSHOTS']

describe('links between pages', () => {
  let screens: Screens
  let page: Page

  before(async () => {
    screens = await openScreens()
    page = await screens.visitAs()
    if (shots !== undefined) mkdirSync(shots, { recursive: true })
  })
  after(() => screens.close())

  /** Colours pass from one theme to the other. */
  const recoloured = (by: Page) => by.waitForTimeout(400)
  const shoot = async (name: string, by = page) => {
    if (shots === undefined) return
    for (const colorScheme of ['light', 'dark'] as const) {
      await by.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await recoloured(by)
      await by.screenshot({ path: `${shots}/${name}-${colorScheme}.png` })
    }
    await by.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  }
  const markdownOf = async (pageId: string) => {
    const address = { workspaceId: screens.quire.workspaceId, pageId }
    const read = await screens.quire.post<{ markdown: string }>('/v1/pages/markdown', address)
    return read.body.markdown
  }
  const writes = (pageId: string, expected: RegExp) =>
    until(async () => expected.test(await markdownOf(pageId)))
  /** How many links lead to the page that a page mentions first. */
  const linksFrom = async (pageId: string) => {
    const [, target] = /\/pages\/([\da-f-]+)/.exec(await markdownOf(pageId)) ?? []
    const address = { workspaceId: screens.quire.workspaceId, pageId: target }
    const read = await screens.quire.post<{ links: number }>('/v1/page-links/backlinks', address)
    return read.body.links
  }
  const write = async (text: string) => {
    await page.locator('.ProseMirror').click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type(text, { delay: 10 })
  }
  const option = (name: string | RegExp) => page.getByRole('option', { name })
  const filler = Array.from({ length: 60 }, (_, number) => `Line ${number}.`).join('\n\n')

  it('create a page from its new title, which then lists the link', async () => {
    const pageId = await addPage(screens.quire, 'Start')
    await openPage(page, pageId)
    await write('See [[Kitchen garden')
    await option('Create page “Kitchen garden”').waitFor()
    await checkAccess(page, 'suggested pages')
    await shoot('create')
    await page.keyboard.press('Enter')
    await page.locator('.page-chip', { hasText: 'Kitchen garden' }).waitFor()
    await writes(pageId, /^See \[Kitchen garden\]\(\/pages\//)
    // What is typed is indexed when it is stored as a version.
    await until(async () => (await linksFrom(pageId)) === 1)
    await page.locator('.page-chip').click()
    await page.getByRole('button', { name: 'Links: 1 backlink' }).click()
    const panel = page.getByRole('complementary', { name: 'Links' })
    await panel.getByText('1 link from 1 page').waitFor()
    await panel.getByRole('link', { name: 'Start' }).click()
    await page.waitForURL(`**/pages/${pageId}`)
  })

  it('lead to a heading that is chosen, scroll there and mark it', async () => {
    const markdown = `# Aim\n\n${filler}\n\n## Next steps\n\nLast.\n\n${filler}`
    const targetId = await addPage(screens.quire, 'Long plan', { markdown })
    const pageId = await addPage(screens.quire, 'Reader')
    await openPage(page, pageId)
    await write('[[Long plan#ne')
    await option(/Next steps/).waitFor()
    await shoot('headings')
    await page.keyboard.press('Enter')
    await writes(
      pageId,
      new RegExp(`\\[Long plan › Next steps\\]\\(/pages/${targetId}#next-steps\\)`),
    )
    await page.goto(`/pages/${targetId}#next-steps`)
    const heading = page.locator('.ProseMirror h2', { hasText: 'Next steps' })
    await until(async () => ((await heading.boundingBox())?.y ?? 9999) < 300)
    await page.waitForFunction('document.getAnimations().length > 0')
  })

  it('show what their page is to the mouse and the keyboard, until Escape', async () => {
    const targetId = await addPage(screens.quire, 'Orchard', { markdown: 'Apples and pears.' })
    const pageId = await addPage(screens.quire, 'With a link', {
      markdown: `Our [orchard](/pages/${targetId}) is old.`,
    })
    await openPage(page, pageId)
    const link = page.locator('.ProseMirror a', { hasText: 'orchard' })
    const preview = page.getByRole('tooltip')
    await link.hover()
    await preview.getByText('Apples and pears.').waitFor()
    await checkAccess(page, 'a preview')
    await shoot('preview')
    await page.mouse.move(5, 700)
    await preview.waitFor({ state: 'detached' })
    const vera = await addPerson(screens.quire, 'Vera', 'VIEWER')
    const reader = await screens.visitAs(vera)
    await openPage(reader, pageId)
    const read = reader.locator('.ProseMirror a', { hasText: 'orchard' })
    await reader.locator('body').press('Shift')
    await read.focus()
    await reader.getByRole('tooltip').getByText('Apples and pears.').waitFor()
    await reader.keyboard.press('Escape')
    await reader.getByRole('tooltip').waitFor({ state: 'detached' })
    const touch = await screens.visitAs(vera, {
      hasTouch: true,
      viewport: { width: 390, height: 800 },
    })
    await openPage(touch, pageId)
    await touch.locator('.ProseMirror').tap({ position: { x: 5, y: 5 } })
    assert.equal(await touch.getByRole('tooltip').count(), 0)
    await reader.context().close()
    await touch.context().close()
  })

  it('are made of mentions, and show the title that a page has now', async () => {
    const targetId = await addPage(screens.quire, 'Compost heap')
    const pageId = await addPage(screens.quire, 'Diary', {
      markdown: 'We turned the compost heap. It was warm.',
    })
    await openPage(page, targetId)
    await page.getByRole('button', { name: 'Links', exact: true }).click()
    const panel = page.getByRole('complementary', { name: 'Links' })
    await panel.getByRole('button', { name: 'Link the mention in Diary' }).click()
    await panel.getByText('1 link from 1 page').waitFor()
    await checkAccess(page, 'the links of a page')
    await shoot('panel')
    await page.setViewportSize({ width: 390, height: 800 })
    await shoot('panel-phone')
    await page.setViewportSize({ width: 1280, height: 800 })
    const renamed = { workspaceId: screens.quire.workspaceId, pageId: targetId, title: 'Mulch' }
    assert.equal((await screens.quire.post('/v1/pages/update', renamed)).status, 200)
    await openPage(page, pageId)
    await page.locator('.page-chip', { hasText: 'Mulch' }).waitFor()
  })

  it('are read from right to left in Arabic, also on a phone', async () => {
    const { quire } = screens
    const targetId = await addPage(quire, 'الحديقة')
    const markdown = `قبل ذلك. نزرع في [الحديقة](/pages/${targetId}) كل ربيع. بعد ذلك.`
    await addPage(quire, 'يوميات', { markdown })
    await addPage(quire, 'ملاحظات', { markdown: 'كانت الحديقة جميلة.' })
    const reader = await screens.visitAs(undefined, { locale: 'ar', bypassCSP: true })
    await useNotoFonts(reader.context())
    await openPage(reader, targetId)
    assert.equal(await reader.evaluate('document.documentElement.dir'), 'rtl')
    await reader.getByRole('button', { name: 'الروابط' }).click()
    const panel = reader.getByRole('complementary', { name: 'الروابط' })
    await panel.getByText('نزرع في الحديقة كل ربيع.').waitFor()
    await panel.getByRole('link', { name: 'ملاحظات' }).waitFor()
    const box = await panel.boundingBox()
    assert.ok(box !== null && box.x < 20, 'the panel is on the left')
    await checkAccess(reader, 'links in Arabic')
    await shoot('panel-arabic', reader)
    await reader.setViewportSize({ width: 390, height: 800 })
    const width = await reader.evaluate('document.documentElement.scrollWidth')
    assert.ok(Number(width) <= 390, `the panel is ${String(width)} pixels wide`)
    await shoot('panel-arabic-phone', reader)
    await reader.context().close()
  })
})

describe('tags in the text of a page', () => {
  let screens: Screens
  let page: Page

  before(async () => {
    screens = await openScreens()
    page = await screens.visitAs()
  })
  after(() => screens.close())

  it('are suggested, and lead to the pages that have them', async () => {
    await addPage(screens.quire, 'Tagged', { markdown: 'A #garden-idea.' })
    const pageId = await addPage(screens.quire, 'Other')
    await openPage(page, pageId)
    await page.locator('.ProseMirror').click()
    await page.keyboard.type('An #gard', { delay: 10 })
    await page.getByRole('option', { name: '#garden-idea' }).click()
    const tag = page.locator('.ProseMirror .tag', { hasText: '#garden-idea' })
    await tag.waitFor()
    const { workspaceId } = screens.quire
    const tagged = () =>
      screens.quire.post<{ items: object[] }>('/v1/tags/pages', { workspaceId, tag: 'garden-idea' })
    await until(async () => (await tagged()).body.items.length === 2)
    await tag.click({ modifiers: ['ControlOrMeta'] })
    await page.getByRole('heading', { name: '#garden-idea' }).waitFor()
    const list = page.getByRole('list', { name: '#garden-idea' })
    await list.getByRole('link', { name: 'Tagged' }).waitFor()
    await list.getByRole('link', { name: 'Other' }).waitFor()
    await checkAccess(page, 'the pages of a tag')
    if (shots !== undefined) await page.screenshot({ path: `${shots}/tag.png` })
    await page.getByRole('button', { name: 'Rename tag' }).click()
    await page.getByRole('textbox', { name: 'New name' }).fill('not a tag')
    await page.keyboard.press('Enter')
    await page.getByText('Use letters, digits').waitFor()
    await checkAccess(page, 'renaming a tag')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'All tags' }).click()
    await page.getByRole('heading', { name: 'Tags', exact: true }).waitFor()
    await checkAccess(page, 'tags')
  })

  it('and links that need care have a screen', async () => {
    const gone = '01890000-0000-7000-8000-00000000dead'
    await addPage(screens.quire, 'Broken', { markdown: `See [this](/pages/${gone}).` })
    await page.goto('/links')
    await page.getByText('The page does not exist, or you cannot read it.').waitFor()
    await checkAccess(page, 'broken links')
    if (shots !== undefined) await page.screenshot({ path: `${shots}/broken.png` })
    await page.getByText('Orphans', { exact: true }).click()
    await page.getByRole('link', { name: 'Broken' }).first().waitFor()
    await checkAccess(page, 'orphans')
    await page.setViewportSize({ width: 390, height: 800 })
    await page.reload()
    await page.getByRole('link', { name: 'Broken' }).first().waitFor()
    const width = await page.evaluate('document.documentElement.scrollWidth')
    assert.ok(Number(width) <= 390, `the screen is ${String(width)} pixels wide`)
    if (shots !== undefined) await page.screenshot({ path: `${shots}/orphans-phone.png` })
  })
})
