import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { draftsIn } from '../../support/drafts.ts'
import { addPage, markdownOf, markdownWhen } from '../../support/pages.ts'
import { until } from '../../support/until.ts'
import { crashTab, openPage, waitForSaveState } from '../../support/web/page-screen.ts'
import { type Relay, startRelay, stoppedServer } from '../../support/web/relay.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'
import { paragraph, typeBehind, typeWords, wordsIn } from '../../support/web/typing.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

describe('a live page without a connection', () => {
  let screens: Screens
  /** Between the browser of Ada and the server. */
  let relay: Relay
  let ada: Page
  let bob: Page

  before(async () => {
    const hosts: string[] = []
    screens = await openScreens({}, { hosts, provoked: stoppedServer })
    relay = await startRelay(screens.address)
    hosts.push(relay.address, relay.address.replace('http', 'ws'))
    ada = await screens.visitAs(undefined, { baseURL: relay.address })
    bob = await screens.visitAs()
  })
  after(() => screens.close().finally(() => relay.close()))

  /** Everything that is typed is saved and shown to both: the words of each writer once, in their order. */
  async function assertWords(pageId: string, expected: Record<string, number>): Promise<void> {
    await Promise.all([waitForSaveState(ada, 'saved'), waitForSaveState(bob, 'saved')])
    const stored = await markdownOf(screens.quire, pageId)
    for (const [letter, count] of Object.entries(expected)) {
      for (const page of [ada, bob]) await paragraph(page, `${letter}${count - 1}.`).waitFor()
      const texts = [stored, await shown(ada), await shown(bob)]
      for (const text of texts) assert.deepEqual(wordsIn(text, letter), numbers(count), text)
    }
  }

  const shown = (page: Page) => page.locator('.ProseMirror').innerText()

  it('sends what was typed once it is back, beside what others typed meanwhile', async () => {
    const pageId = await addPage(screens.quire, 'Plan', { markdown: 'One.\n\n---\n\nTwo.\n' })
    await Promise.all([openPage(ada, pageId), openPage(bob, pageId)])
    await typeBehind(ada, 'One.', '')
    await typeWords(ada, 'x', 3)
    await paragraph(bob, 'x2.').waitFor()
    await relay.stop()
    await typeWords(ada, 'a', 20)
    await waitForSaveState(ada, 'offline')
    await paragraph(bob, 'One.').click()
    await bob.keyboard.press('Home')
    await typeWords(bob, 'b', 10)
    await typeBehind(bob, 'Two.', '')
    await typeWords(bob, 'c', 10)
    assert.doesNotMatch(await markdownWhen(screens.quire, pageId, /c9\./), /a\d/)
    await relay.start()
    await markdownWhen(screens.quire, pageId, /a19\./)
    await assertWords(pageId, { x: 3, a: 20, b: 10, c: 10 })
  })

  it('loses the connection again and again while both type, and nothing of it is lost or doubled', async () => {
    const pageId = await addPage(screens.quire, 'Plan', { markdown: 'One.\n\n---\n\nTwo.\n' })
    await Promise.all([openPage(ada, pageId), openPage(bob, pageId)])
    await typeBehind(ada, 'One.', '')
    await typeBehind(bob, 'Two.', '')
    const typed = new AbortController()
    const typing = Promise.all([typeWords(ada, 'a', 60), typeWords(bob, 'b', 60)]).finally(() =>
      typed.abort(),
    )
    while (!typed.signal.aborted) {
      await relay.stop()
      await ada.waitForTimeout(300 * Math.random())
      await relay.start()
      await ada.waitForTimeout(1200 * Math.random())
    }
    await typing
    await markdownWhen(screens.quire, pageId, /a59\.[^]*b59\./)
    await assertWords(pageId, { a: 60, b: 60 })
  })

  it('leaves the text of a tab that is killed to the next tab, which sends it once', async () => {
    const pageId = await addPage(screens.quire, 'Plan', { markdown: 'One.\n\n---\n\nTwo.\n' })
    await Promise.all([openPage(ada, pageId), openPage(bob, pageId)])
    const context = ada.context()
    await typeBehind(ada, 'One.', '')
    await typeWords(ada, 'x', 5)
    await relay.stop()
    await typeWords(ada, 'a', 10)
    await waitForSaveState(ada, 'offline')
    await until(async () => (await draftsIn(ada, pageId)).includes(' a9.'))
    await crashTab(ada)
    await typeBehind(bob, 'Two.', '')
    await typeWords(bob, 'b', 5)
    await relay.start()
    ada = await context.newPage()
    await openPage(ada, pageId)
    await markdownWhen(screens.quire, pageId, /a9\./)
    await assertWords(pageId, { x: 5, a: 10, b: 5 })
    const third = await context.newPage()
    await openPage(third, pageId)
    await waitForSaveState(third, 'saved')
    assert.deepEqual(wordsIn(await markdownOf(screens.quire, pageId), 'a'), numbers(10))
    await third.close()
  })

  it('sends once what a tab was just sending when it was killed', async () => {
    for (let round = 0; round < 3; round += 1) {
      const pageId = await addPage(screens.quire, 'Plan', { markdown: 'One.\n' })
      const context = ada.context()
      await openPage(ada, pageId)
      await typeBehind(ada, 'One.', '')
      await typeWords(ada, 'a', 20)
      await crashTab(ada)
      ada = await context.newPage()
      await openPage(ada, pageId)
      await waitForSaveState(ada, 'saved')
      const found = wordsIn(await markdownOf(screens.quire, pageId), 'a')
      assert.deepEqual(found, numbers(found.length))
    }
  })
})
