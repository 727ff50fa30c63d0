import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { openScreens, type Screens } from '../support/web/screens.ts'

let screens: Screens
let page: Page
before(async () => {
  screens = await openScreens()
  page = await screens.visitAs()
})
after(() => screens.close())

describe('an app that is open while the server is renewed', () => {
  it('is loaded anew when a part of it is no more', async () => {
    await page.goto('/')
    await page.getByRole('heading', { name: 'Hello, Ada' }).waitFor()
    let refused = 0
    await page.route('**/assets/trash-screen-*.js', (route) => {
      refused += 1
      return refused === 1 ? route.fulfill({ status: 404 }) : route.continue()
    })
    await page.getByRole('link', { name: 'Trash', exact: true }).click()
    await page.getByRole('heading', { name: 'Trash', exact: true }).waitFor()
    assert.equal(refused, 2)
  })

  it('says so when the part does not come then either', async () => {
    await page.route('**/assets/settings-*.js', (route) => route.fulfill({ status: 404 }))
    await page.route('**/assets/profile-*.js', (route) => route.fulfill({ status: 404 }))
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByText('This page cannot be shown').waitFor()
  })
})
