import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addPage, markdownOf, markdownWhen } from '../../support/pages.ts'
import { checkAccess } from '../../support/web/axe.ts'
import { signInBrowser } from '../../support/web/browser.ts'
import { openPage, waitForSaveState } from '../../support/web/page-screen.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'
import { typeOver } from '../../support/web/typing.ts'

let screens: Screens
let page: Page

before(async () => {
  screens = await openScreens({}, { withoutLive: true, provoked: /ERR_FAILED|ERR_INTERNET/ })
})
after(() => screens.close())

const saves = '**/v1/pages/save'

async function typeInto(one: Page, text: string, typed: string): Promise<void> {
  await one.locator('.ProseMirror p', { hasText: text }).click()
  await one.keyboard.press('End')
  await one.keyboard.type(typed)
}

/** As an agent changes it. */
async function replace(pageId: string, find: string, text: string): Promise<void> {
  const { workspaceId } = screens.quire
  const edit = { workspaceId, pageId, mode: 'replace', find, text }
  assert.equal((await screens.quire.post('/v1/pages/edit', edit)).status, 200)
}

/** A page with changes that this browser alone has, as saves do not arrive. */
async function writeUnsent(title: string): Promise<string> {
  const pageId = await addPage(screens.quire, title, { markdown: 'One.' })
  await page.route(saves, (route) => route.abort())
  await openPage(page, pageId)
  await typeInto(page, 'One.', ' Unsent.')
  await waitForSaveState(page, 'offline')
  return pageId
}

/** No save of this tab arrives, not even while it is closed. */
async function cutOff(one: Page): Promise<void> {
  await one.evaluate(`{
    const real = fetch
    window.fetch = (address, init) =>
      String(address).endsWith('/pages/save') ? Promise.reject(new TypeError('cut off')) : real(address, init)
  }`)
}

const unsentLink = (one = page) => one.getByRole('link', { name: /^Unsent changes/ }).first()

async function chooseSignOut(): Promise<void> {
  await page.getByRole('button', { name: 'Ada Lovelace: your menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

const dialog = () => page.getByRole('dialog', { name: 'Some changes are not sent yet' })

describe('signing out with unsent changes', () => {
  before(async () => {
    page = await screens.visitAs()
  })
  after(() => page.context().close())

  it('asks first, and keeps them when the person stays', async () => {
    const pageId = await writeUnsent('Plan')
    await chooseSignOut()
    await dialog().getByRole('link', { name: 'Plan' }).waitFor()
    await checkAccess(page, 'signing out')
    await dialog().getByRole('button', { name: 'Stay signed in' }).click()
    // The page also tries again by itself, after which the button is gone.
    const tried = page.waitForRequest(saves)
    await page.getByRole('button', { name: 'Try again' }).click()
    await tried
    await page.unroute(saves)
    assert.equal(await markdownWhen(screens.quire, pageId, /Unsent/), 'One. Unsent.\n')
  })

  it('sends them, and then signs out', async () => {
    const pageId = await writeUnsent('Plan to send')
    await page.getByRole('link', { name: 'Home' }).click()
    await unsentLink().waitFor()
    await chooseSignOut()
    await dialog().getByRole('link', { name: 'Plan to send' }).waitFor()
    await page.unroute(saves)
    await dialog().getByRole('button', { name: 'Send and sign out' }).click()
    await page.getByRole('heading', { name: /Sign in/ }).waitFor()
    assert.equal(await markdownOf(screens.quire, pageId), 'One. Unsent.\n')
  })

  it('saves them as Markdown, and forgets them only when told to', async () => {
    await signInBrowser(page, screens.address, 'ada@example.com')
    const pageId = await writeUnsent('Plan to keep')
    await chooseSignOut()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog().getByRole('button', { name: 'Download as Markdown' }).click(),
    ])
    assert.equal(download.suggestedFilename(), 'Plan to keep.md')
    assert.equal(await readFile(await download.path(), 'utf8'), '# Plan to keep\n\nOne. Unsent.\n')
    await dialog().getByRole('button', { name: 'Discard and sign out' }).click()
    await page.getByRole('heading', { name: /Sign in/ }).waitFor()
    await page.unroute(saves)
    await signInBrowser(page, screens.address, 'ada@example.com')
    await openPage(page, pageId)
    await waitForSaveState(page, 'saved')
    assert.equal(await markdownOf(screens.quire, pageId), 'One.\n')
    await unsentLink().waitFor({ state: 'detached' })
  })

  it('asks in the settings, too, before all browsers are signed out', async () => {
    await writeUnsent('Plan everywhere')
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'Sign-in' }).click()
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await dialog().getByRole('link', { name: 'Plan everywhere' }).waitFor()
  })
})

describe('two tabs of one browser', () => {
  before(async () => {
    page = await screens.visitAs()
  })
  after(() => page.context().close())

  it('leave each other what they could not send, and the one that stays goes on with it', async () => {
    const pageId = await addPage(screens.quire, 'Plan', { markdown: 'One.\n\n---\n\nTwo.' })
    await openPage(page, pageId)
    const other = await page.context().newPage()
    await openPage(other, pageId)
    await cutOff(page)
    await typeInto(page, 'One.', ' First tab.')
    await waitForSaveState(page, 'offline')
    await typeInto(other, 'Two.', ' Second tab.')
    await waitForSaveState(other, 'saved')
    assert.equal(await markdownOf(screens.quire, pageId), 'One.\n\n---\n\nTwo. Second tab.\n')
    await page.close({ runBeforeUnload: false })
    await markdownWhen(screens.quire, pageId, /First tab/)
    await other.locator('.ProseMirror p', { hasText: 'One. First tab.' }).waitFor()
    page = other
  })

  it('list what a tab left behind, and send it without opening the page', async () => {
    const pageId = await addPage(screens.quire, 'Left behind', { markdown: 'One.' })
    const other = await page.context().newPage()
    await openPage(other, pageId)
    await cutOff(other)
    await typeInto(other, 'One.', ' Left.')
    await waitForSaveState(other, 'offline')
    await other.close({ runBeforeUnload: false })
    await page.goto('/')
    await page.getByText('1 unsent change is only in this browser.').waitFor()
    await unsentLink().click()
    await page.getByRole('heading', { name: 'Unsent changes' }).waitFor()
    await checkAccess(page, 'unsent changes')
    await page.getByRole('button', { name: 'Send Left behind' }).click()
    await page.getByText('All changes are sent').waitFor()
    assert.equal(await markdownOf(screens.quire, pageId), 'One. Left.\n')
  })

  it('find the draft that the release before kept', async () => {
    const pageId = await addPage(screens.quire, 'Old draft', { markdown: 'One.' })
    const { workspaceId, userId } = screens.quire
    const { body: base } = await screens.quire.post<{ content: object }>('/v1/pages/document', {
      workspaceId,
      pageId,
    })
    await page.goto('/')
    const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'One. Old.' }] }
    const mine = { ...base, content: { type: 'doc', content: [paragraph] } }
    // As a text: what runs in the browser is none of the server's types.
    await page.evaluate(`new Promise((resolve, reject) => {
      const request = indexedDB.open('quire', 1)
      request.onerror = reject
      request.onsuccess = () => {
        const drafts = request.result.transaction('drafts', 'readwrite').objectStore('drafts')
        drafts.put(${JSON.stringify({ base, mine })}, '${userId} ${pageId}').onsuccess = resolve
      }
    }).then(() => undefined)`)
    await openPage(page, pageId)
    assert.equal(await markdownWhen(screens.quire, pageId, /Old/), 'One. Old.\n')
  })
})

describe('a conflict that is left for later', () => {
  before(async () => {
    page = await screens.visitAs()
  })
  after(() => page.context().close())

  it('holds back no other paragraph, and is found again from everywhere', async () => {
    const pageId = await addPage(screens.quire, 'Disputed', { markdown: 'It costs 10.\n\nTwo.' })
    await openPage(page, pageId)
    await typeOver(page, '10', '20')
    await replace(pageId, '10', '30')
    await waitForSaveState(page, 'conflict')
    await typeInto(page, 'Two.', ' Mine, too.')
    await markdownWhen(screens.quire, pageId, /Mine, too/)
    assert.equal(await markdownOf(screens.quire, pageId), 'It costs 30.\n\nTwo. Mine, too.\n')
    await page.getByRole('link', { name: 'Home' }).click()
    await unsentLink().click()
    await page.getByText('Choose what to keep').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Disputed' }).click()
    await waitForSaveState(page, 'conflict')
    const both = page.getByRole('region', { name: /choose which changes/i })
    await both.getByText('20').waitFor()
    await both.getByText('30').waitFor()
    await both.getByRole('button', { name: 'Keep yours' }).click()
    await waitForSaveState(page, 'saved')
    assert.equal(await markdownOf(screens.quire, pageId), 'It costs 20.\n\nTwo. Mine, too.\n')
    await unsentLink().waitFor({ state: 'detached' })
  })
})
