import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addPage } from '../../support/pages.ts'
import { addWorkspace } from '../../support/people.ts'
import { checkAccess } from '../../support/web/axe.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'
import { watchRequests } from '../../support/web/settled.ts'

let screens: Screens
before(async () => {
  screens = await openScreens()
})
after(() => screens.close())

const phone = { viewport: { width: 360, height: 740 } }

/** Wider than its window is a screen that has to be pushed about. */
async function isTooWide(page: Page): Promise<unknown> {
  return page.evaluate('document.documentElement.scrollWidth > window.innerWidth')
}

describe('every screen of the settings', () => {
  const titles: [string, string][] = [
    ['profile', 'Profile'],
    ['security', 'Sign-in'],
    ['api', 'API keys'],
    ['notifications', 'Notifications'],
    ['workspace', 'General'],
    ['members', 'Members'],
    ['groups', 'Groups'],
    ['semantic-search', 'Semantic search'],
    ['server', 'Server'],
  ]
  for (const [path, title] of titles) {
    it(`is fit for everyone, and for phones: ${path}`, async () => {
      const page = await screens.visitAs()
      const waitUntilIdle = watchRequests(page)
      await page.goto(`/settings/${path}`)
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      await waitUntilIdle()
      assert.equal(await page.title(), `${title} · Quire`)
      await checkAccess(page)
      await page.setViewportSize(phone.viewport)
      await page.reload()
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      assert.equal(await isTooWide(page), false)
      await page.context().close()
    })
  }
})

describe('the settings of the workspace', () => {
  it('keep single line breaks: the page shows them before its editor arrives and after', async () => {
    const pageId = await addPage(screens.quire, 'Poem', { markdown: 'Roses\nare red' })
    const shown = async () => {
      const reader = await screens.visitAs()
      const { promise, resolve: release } = Promise.withResolvers<void>()
      await reader.route(/\/editor-[\w-]{8}\.js/, async (route) => {
        await promise
        await route.continue()
      })
      await reader.goto(`/pages/${pageId}`)
      const before = await reader.locator('.page-static p').innerText()
      release()
      const after = await reader.locator('.ProseMirror[contenteditable=true] p').innerText()
      await reader.context().close()
      return [before, after]
    }
    const page = await screens.visitAs()
    assert.deepEqual(await shown(), ['Roses are red', 'Roses are red'])
    await page.goto('/settings/workspace')
    await page.getByRole('switch', { name: 'Keep single line breaks' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    assert.deepEqual(await shown(), ['Roses\nare red', 'Roses\nare red'])
    await page.context().close()
  })
})

describe('the profile', () => {
  it('downloads what the server stores about the person', async () => {
    const page = await screens.visitAs()
    await page.goto('/settings/profile')
    const started = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download your data' }).click()
    const download = await started
    assert.equal(download.suggestedFilename(), 'quire-data.tar.gz')
    assert.equal(await download.failure(), null)
  })
})

describe('the frame', () => {
  it('is used by keyboard alone: past the sidebar, through menus, and back', async () => {
    const page = await screens.visitAs()
    await page.goto('/settings/profile')
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to content')
    await page.keyboard.press('Enter')
    assert.equal(await page.evaluate('document.activeElement.id'), 'main')

    await page.getByRole('button', { name: /Ada Lovelace/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Settings' }).waitFor()
    await checkAccess(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.waitFor()
    await checkAccess(page)
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    await page.keyboard.press('Shift+?')
    await help.waitFor()
  })

  it('keeps the theme that was chosen, from the first paint on', async () => {
    const page = await screens.visitAs()
    await page.goto('/settings/profile')
    await page.getByRole('button', { name: /Ada Lovelace/ }).click()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    await page.reload()
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor({ state: 'attached' })
  })

  it('opens another workspace, and stays in it', async () => {
    await addWorkspace(screens.quire, 'Home')
    const page = await screens.visitAs()
    await page.goto('/settings/members')
    await page.getByRole('button', { name: /^Workspace (?:Lab|Home)/ }).click()
    await page.getByRole('menuitem', { name: 'Home' }).click()
    await page.waitForURL('/')
    await page.reload()
    await page.getByRole('button', { name: 'Workspace Home: switch workspace' }).waitFor()
  })

  it('is a drawer on a phone, which opens, leads somewhere and closes', async () => {
    const page = await screens.visitAs(undefined, phone)
    await page.goto('/')
    await page.getByRole('button', { name: 'Open menu' }).click()
    const sidebar = page.getByRole('navigation')
    await sidebar.getByRole('button', { name: 'Close menu' }).click()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.waitForURL('/settings/profile')
    await page.getByRole('heading', { level: 1, name: 'Profile' }).click()
    assert.equal(await isTooWide(page), false)
  })

  it('says that the connection is lost, and that it is back', async () => {
    const page = await screens.visitAs()
    await page.goto('/settings/profile')
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
    await page.getByRole('main').getByRole('status').first().waitFor({ state: 'attached' })
    await page.evaluate("window.dispatchEvent(new Event('offline'))")
    await page.getByText('You are offline.').waitFor()
    await page.evaluate("window.dispatchEvent(new Event('online'))")
    await page.getByText('You are offline.').waitFor({ state: 'detached' })
  })
})
