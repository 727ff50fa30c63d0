import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addPage } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import { until } from '../../support/until.ts'
import { signInBrowser } from '../../support/web/browser.ts'
import { storedKeys, workerState } from '../../support/web/offline-storage.ts'
import { openRelayedScreens, type RelayedScreens } from '../../support/web/relay.ts'
import { setPassword } from '../../support/web/visitor.ts'

let screens: RelayedScreens
let plan: string
let diary: string
before(async () => {
  screens = await openRelayedScreens()
  plan = await addPage(screens.quire, 'Plan', { markdown: 'The text of the plan.' })
  diary = await addPage(screens.quire, 'Diary', { markdown: 'The text of the diary.' })
})
after(() => screens.close())

let page: Page
beforeEach(async () => {
  page = await screens.visit()
  await signInBrowser(page, screens.relay.address, 'ada@example.com')
})
afterEach(() => page.context().close())

const text = (content: string) => page.locator('.ProseMirror', { hasText: content })
const unread = () => page.getByRole('heading', { name: 'This page cannot be read offline' })
const setOffline = (isOffline: boolean) => page.context().setOffline(isOffline)

/** Opens a page and waits until it is stored. */
async function read(pageId: string, content = 'The text of the plan.'): Promise<void> {
  await page.goto(`/pages/${pageId}`)
  await text(content).waitFor()
  await until(async () => (await workerState(page)) === 'activated')
  await until(async () => (await storedKeys(page, pageId)).length > 0)
}

const isEmpty = async () => (await storedKeys(page)).length === 0

describe('a page that is not stored in the browser', () => {
  it('says that it cannot be read offline, and opens when the connection is back', async () => {
    await read(plan)
    await setOffline(true)
    await page.goto(`/pages/${diary}`)
    await unread().waitFor()
    await page.getByText('You are offline').first().waitFor()
    await setOffline(false)
    await text('The text of the diary.').waitFor()
  })
})

describe('a page that was read recently', () => {
  it('opens without a connection, and says from when it is', async () => {
    await read(plan)
    await setOffline(true)
    await page.goto('/')
    await page.getByRole('main').getByRole('link', { name: 'Plan' }).first().click()
    await text('The text of the plan.').waitFor()
    await page.reload()
    await text('The text of the plan.').waitFor()
    await page.getByText(/You are offline.*You see this page as it was on/).waitFor()
    await page.getByRole('treeitem', { name: 'Plan', exact: true }).waitFor()
    await setOffline(false)
    await page.getByText('You see this page as it was on').waitFor({ state: 'detached' })
  })

  it('can be written while the server is stopped, and is sent when it is back', async () => {
    const { quire, relay } = screens
    await read(plan)
    await relay.stop()
    await page.goto(`/pages/${plan}`)
    await page.getByText(/The server is not responding.*You see this page as it was on/).waitFor()
    await text('The text of the plan.').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' Written offline.')
    await page.getByText('Offline', { exact: true }).first().waitFor()
    await page.reload()
    await text('Written offline.').waitFor()
    await relay.start()
    const onServer = { workspaceId: quire.workspaceId, pageId: plan }
    await until(async () => {
      const { body } = await quire.post<{ markdown: string }>('/v1/pages/markdown', onServer)
      return body.markdown.includes('Written offline.')
    })
    await page.getByText('The server is not responding').waitFor({ state: 'detached' })
  })
})

describe('what the browser stores of a person', () => {
  it('is none of what settings show', async () => {
    await read(plan)
    for (const address of ['/settings/api', '/settings/members', '/settings/security']) {
      await page.goto(address)
      await page.getByRole('heading', { level: 1 }).waitFor()
    }
    await page.goto(`/pages/${diary}`)
    await until(async () => (await storedKeys(page, diary)).length > 0)
    const kinds = (await storedKeys(page)).map(
      (key) => /\["([^\]{]*?)"?[,\]]/.exec(key)?.[1] ?? key,
    )
    const stored = ['favourites', 'pages', 'recent', 'session']
    assert.deepEqual(new Set(kinds), new Set(stored))
  })

  it('is deleted when they sign out', async () => {
    await read(plan)
    await page.getByRole('button', { name: /your menu/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByLabel('Email').waitFor()
    assert.ok(await isEmpty())
    await setOffline(true)
    await page.goto(`/pages/${plan}`)
    await page.getByText('The server is not responding').waitFor()
    assert.equal(await text('The text of the plan.').count(), 0)
  })

  it('is deleted when their session has ended', async () => {
    await read(plan)
    await page.context().clearCookies()
    await page.goto('/')
    await page.getByLabel('Email').waitFor()
    await until(isEmpty)
  })

  it('is shown to nobody who signs in after them, also at once', async () => {
    await read(plan)
    const { quire, relay } = screens
    const eve = await addPerson(quire, 'Eve', 'VIEWER')
    await setPassword(quire, eve.userId)
    await signInBrowser(page, relay.address, eve.email)
    await page.goto('/')
    await page.getByRole('heading', { name: 'Hello, Eve' }).waitFor()
    await setOffline(true)
    await page.goto(`/pages/${plan}`)
    await page.getByText('The server is not responding').waitFor()
    assert.equal(await text('The text of the plan.').count(), 0)
    await setOffline(false)
    await page.goto('/')
    await until(async () => (await storedKeys(page, eve.userId)).length > 0)
    assert.deepEqual(await storedKeys(page, quire.userId), [])
  })

  it('is a page only as long as they can read it', async () => {
    const { quire } = screens
    const { workspaceId } = quire
    const left = await addPage(quire, 'Left', { markdown: 'The text that is left.' })
    const gone = await addPage(quire, 'Gone', { markdown: 'The text that is gone.' })
    await read(left, 'The text that is left.')
    await read(gone, 'The text that is gone.')
    await quire.post('/v1/pages/delete', { workspaceId, pageId: left })
    await until(async () => (await storedKeys(page, left)).length === 0)
    await page.goto('about:blank')
    await quire.post('/v1/pages/delete', { workspaceId, pageId: gone })
    await page.goto(`/pages/${gone}`)
    await page.getByText('Page not found').waitFor()
    await until(async () => (await storedKeys(page, gone)).length === 0)
  })

  it('is nothing once they turn it off, and again when they turn it on', async () => {
    await read(plan)
    await page.goto('/settings/security')
    const choice = page.getByRole('switch', { name: 'Keep recently read pages in this browser' })
    await choice.uncheck({ force: true })
    await until(isEmpty)
    await page.goto(`/pages/${plan}`)
    await text('The text of the plan.').waitFor()
    await page.waitForTimeout(4000)
    assert.ok(await isEmpty())
    await page.goto('/settings/security')
    await choice.check({ force: true })
    await read(plan)
  })
})
