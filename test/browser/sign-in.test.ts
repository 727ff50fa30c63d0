import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addPerson } from '../support/people.ts'
import { checkAccess } from '../support/web/axe.ts'
import { openScreens, type Screens } from '../support/web/screens.ts'
import { password, setPassword } from '../support/web/visitor.ts'

let screens: Screens
before(async () => {
  screens = await openScreens()
  await setPassword(screens.quire, screens.quire.userId)
})
after(() => screens.close())

async function fill(page: Page, secret: string): Promise<void> {
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

describe('signing in', () => {
  it('refuses a wrong password in words, and keeps what was typed', async () => {
    const page = await screens.visit()
    await page.goto('/')
    await page.waitForURL('/sign-in')
    await fill(page, 'not the password')
    await page.getByRole('alert').waitFor()
    assert.equal(await page.getByLabel('Email').inputValue(), 'ada@example.com')
    await checkAccess(page)
  })

  it('leads back to where one wanted to go, and says nothing of it in the address', async () => {
    const page = await screens.visit()
    await page.goto('/settings/security')
    await page.waitForURL('/sign-in')
    await fill(page, password)
    await page.waitForURL('/settings/security')
    await page.getByText('This browser', { exact: true }).waitFor()
  })

  it('keeps the session out of reach of scripts, and of other sites', async () => {
    const page = await screens.visitAs()
    await page.goto('/')
    const [cookie] = await page.context().cookies()
    assert.equal(cookie?.httpOnly, true)
    assert.match(cookie.sameSite, /Lax|Strict/)
    assert.equal(await page.evaluate('document.cookie'), '')
  })

  it('ends on another browser when it is signed out from here', async () => {
    const eve = await addPerson(screens.quire, 'Eve', 'MEMBER')
    const userAgent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1'
    const phone = await screens.visitAs(eve, { userAgent })
    await phone.goto('/')
    await phone.getByRole('heading', { name: 'Hello, Eve' }).waitFor()
    const page = await screens.visitAs(eve)
    await page.goto('/settings/security')
    await page.getByRole('button', { name: 'Sign out of Safari on iPhone' }).click()
    await checkAccess(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('Browser signed out').waitFor()
    await phone.goto('/trash')
    await phone.waitForURL('/sign-in')
    await page.getByText('This browser', { exact: true }).waitFor()
  })

  it('ends by signing out: nothing is left in the browser, and going back shows nothing', async () => {
    const page = await screens.visitAs()
    await page.goto('/settings/profile')
    await page.getByRole('button', { name: /Ada Lovelace/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL('/sign-in')
    // It opens nothing and names nobody: it only keeps the tries of this browser apart from those of strangers.
    const cookies = await page.context().cookies()
    assert.deepEqual(
      cookies.map(({ name }) => name),
      ['quire-device'],
    )
    await page.goto('/settings/profile')
    await page.waitForURL('/sign-in')
  })
})

describe('the app', () => {
  const pages: Page[] = []
  after(async () => {
    for (const page of pages) await page.close()
  })

  // Not by `visit`: what the browser says about these is what is wanted.
  async function open(): Promise<Page> {
    const page = await screens.browser.newPage({ baseURL: screens.address })
    pages.push(page)
    await page.goto('/sign-in')
    return page
  }

  it('cannot be put into a frame of another page', async () => {
    const page = await open()
    const framed = await page.evaluate(`new Promise((resolve) => {
      const frame = document.createElement('iframe')
      frame.src = '/sign-in'
      frame.onload = () => resolve(frame.contentDocument)
      document.body.append(frame)
    })`)
    assert.equal(framed, null)
  })

  it('runs no script that was written into the document', async () => {
    const page = await open()
    const ran = await page.evaluate(`{
      const script = document.createElement('script')
      script.textContent = 'globalThis.ran = true'
      document.body.append(script)
      'ran' in globalThis
    }`)
    assert.equal(ran, false)
  })
})
