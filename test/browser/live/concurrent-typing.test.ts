import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addPage, markdownWhen } from '../../support/pages.ts'
import { openPage, waitForSaveState } from '../../support/web/page-screen.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'

describe('a page that two have open', () => {
  let screens: Screens
  let ada: Page
  let bob: Page

  before(async () => {
    screens = await openScreens({}, { provoked: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket/ })
    ada = await screens.visitAs()
    bob = await screens.visitAs()
  })
  after(() => screens.close())

  async function openBoth(markdown: string): Promise<string> {
    const pageId = await addPage(screens.quire, 'Plan', { markdown })
    await Promise.all([openPage(ada, pageId), openPage(bob, pageId)])
    return pageId
  }

  const paragraph = (page: Page, text: string) => page.locator('.ProseMirror p', { hasText: text })

  it('has every letter of both in one paragraph', async () => {
    const pageId = await openBoth('Start.\n')
    await paragraph(ada, 'Start.').click()
    await ada.keyboard.press('Home')
    await paragraph(bob, 'Start.').click()
    await bob.keyboard.press('End')
    await Promise.all([
      ada.keyboard.type('Ada writes at the start. ', { delay: 25 }),
      bob.keyboard.type(' Bob writes at the end.', { delay: 25 }),
    ])
    const expected = 'Ada writes at the start. Start. Bob writes at the end.'
    await paragraph(ada, expected).waitFor()
    await paragraph(bob, expected).waitFor()
    assert.equal(await markdownWhen(screens.quire, pageId, /end\./), `${expected}\n`)
    await waitForSaveState(ada, 'saved')
  })
})
