import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { draftsIn } from '../../support/drafts.ts'
import { addPage, markdownOf, markdownWhen } from '../../support/pages.ts'
import { until } from '../../support/until.ts'
import { openPage, waitForSaveState } from '../../support/web/page-screen.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'
import { typeOver } from '../../support/web/typing.ts'

describe('a page that several change', () => {
  let screens: Screens
  let page: Page

  before(async () => {
    screens = await openScreens({}, { withoutLive: true, provoked: /ERR_FAILED/ })
    page = await screens.visitAs()
  })
  after(() => screens.close())

  async function open(markdown: string): Promise<string> {
    const pageId = await addPage(screens.quire, 'Plan', { markdown })
    await openPage(page, pageId)
    return pageId
  }

  /** As an agent changes it. */
  async function replace(pageId: string, find: string, text: string): Promise<void> {
    const { workspaceId } = screens.quire
    const edit = { workspaceId, pageId, mode: 'replace', find, text }
    const { status } = await screens.quire.post('/v1/pages/edit', edit)
    assert.equal(status, 200)
  }

  const stored = (pageId: string, expected: RegExp) => markdownWhen(screens.quire, pageId, expected)
  const state = (kind: string) => waitForSaveState(page, kind)
  const paragraph = (text: string) => page.locator('.ProseMirror p', { hasText: text })

  async function typeBehind(text: string, typed: string): Promise<void> {
    await paragraph(text).click()
    await page.keyboard.press('End')
    await page.keyboard.type(typed)
  }

  it('shows what an agent writes, and leaves the cursor where it is', async () => {
    const pageId = await open('One.\n\nTwo.\n\nThree.\n')
    await paragraph('Two.').click()
    await page.keyboard.press('End')
    await replace(pageId, 'One.', 'One, by an agent.')
    await paragraph('One, by an agent.').waitFor()
    await page.keyboard.type(' And mine.')
    assert.equal(await stored(pageId, /mine/), 'One, by an agent.\n\nTwo. And mine.\n\nThree.\n')
  })

  it('merges what both changed in different places', async () => {
    const pageId = await open('One.\n\nTwo.\n\nThree.\n')
    await typeBehind('Two.', ' Mine.')
    await replace(pageId, 'Three.', 'Three, by an agent.')
    assert.equal(
      await stored(pageId, /Mine[^]*agent/),
      'One.\n\nTwo. Mine.\n\nThree, by an agent.\n',
    )
    await paragraph('Three, by an agent.').waitFor()
    await state('saved')
  })

  it('shows both when both changed the same, and overwrites nothing until the person chose', async () => {
    const pageId = await open('One.\n\nIt costs 10.\n')
    const agent = Promise.withResolvers<void>()
    await page.route('**/v1/pages/save', (route) => agent.promise.then(() => route.continue()))
    await typeOver(page, '10', '20')
    await replace(pageId, '10', '30')
    agent.resolve()
    const both = page.getByRole('region', { name: /choose which changes/i })
    await state('conflict')
    await page.keyboard.type('0')
    assert.equal(await markdownOf(screens.quire, pageId), 'One.\n\nIt costs 30.\n')
    await both.getByText('200').waitFor()
    await both.getByText('30').waitFor()
    await page.getByRole('button', { name: 'Review' }).click()
    await both.getByRole('button', { name: 'Keep yours' }).click()
    assert.equal(await stored(pageId, /200/), 'One.\n\nIt costs 200.\n')
    await state('saved')
    await page.unroute('**/v1/pages/save')
  })

  it('keeps what was written while the server was away, over a reload', async () => {
    const pageId = await open('One.\n')
    await page.route('**/v1/pages/save', (route) => route.abort())
    await typeBehind('One.', ' Offline.')
    await state('offline')
    await until(async () => (await draftsIn(page, pageId)).includes('Offline.'))
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await paragraph('One. Offline.').waitFor()
    await page.unroute('**/v1/pages/save')
    assert.equal(await stored(pageId, /Offline/), 'One. Offline.\n')
  })

  it('saves what was just typed when the person goes elsewhere at once', async () => {
    const pageId = await open('One.\n')
    await typeBehind('One.', ' Last words.')
    await page.getByRole('link', { name: 'Home' }).click()
    assert.equal(await stored(pageId, /Last/), 'One. Last words.\n')
  })

  it('is shown to two people as they write', async () => {
    const pageId = await open('One.\n\nTwo.\n')
    const other = await screens.visitAs()
    await openPage(other, pageId)
    await other.locator('.ProseMirror p', { hasText: 'Two.' }).click()
    await other.keyboard.press('End')
    await other.keyboard.type(' From there.')
    await paragraph('Two. From there.').waitFor()
    await typeBehind('One.', ' From here.')
    await other.locator('.ProseMirror p', { hasText: 'One. From here.' }).waitFor()
  })
})
