import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { callTool } from '../../support/mcp.ts'
import { addPage, markdownOf, markdownWhen } from '../../support/pages.ts'
import { until } from '../../support/until.ts'
import { crashTab, openPage, waitForSaveState } from '../../support/web/page-screen.ts'
import { type Relay, startRelay, stoppedServer } from '../../support/web/relay.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'
import { paragraph, typeBehind, typeWords, wordsIn } from '../../support/web/typing.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
const isOffline = (page: Page) => page.locator('.save-state[data-state="offline"]').isVisible()
/** An input method composes this, and then commits the word. */
const composed = ['n', 'に', 'にh', 'にほ', 'にほn', 'にほん']

describe('a paragraph in which several browsers and programs write', () => {
  let screens: Screens
  /** Between the browser of Ada and the server. */
  let relay: Relay
  let ada: Page
  let bob: Page
  let eve: Page
  let dan: Page

  before(async () => {
    const hosts: string[] = []
    const provoked = new RegExp(`${stoppedServer.source}|crash`, 'i')
    screens = await openScreens({}, { hosts, provoked })
    relay = await startRelay(screens.address)
    hosts.push(relay.address, relay.address.replace('http', 'ws'))
    ada = await screens.visitAs(undefined, { baseURL: relay.address })
    bob = await screens.visitAs()
    eve = await screens.visitAs()
    dan = await screens.visitAs()
    // Ten seconds without a connection count as offline, and then changes of one word wait for a choice. Her clock
    // stands still, so that no break is that long on a slow machine.
    await ada.clock.setFixedTime(Date.now())
    // Only what is written crosses the slow network: the app is in the cache.
    await openAll('Begin.\n', bob)
    await slowDown(bob)
  })
  after(() => screens.close().finally(() => relay.close()))

  /** A bad mobile network. */
  async function slowDown(page: Page): Promise<void> {
    const network = await page.context().newCDPSession(page)
    await network.send('Network.enable')
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 300,
      downloadThroughput: 50_000,
      uploadThroughput: 20_000,
    })
  }

  async function openAll(markdown: string, ...pages: Page[]): Promise<string> {
    const pageId = await addPage(screens.quire, 'Plan', { markdown })
    await Promise.all(pages.map((page) => openPage(page, pageId)))
    return pageId
  }

  /** Cuts the connection of Ada again and again, each time after she had it. */
  async function cutAndConnect(typed: AbortSignal): Promise<void> {
    while (!typed.aborted) {
      await relay.stop()
      await until(async () => typed.aborted || (await isOffline(ada)))
      await ada.waitForTimeout(500 * Math.random())
      await relay.start()
      await until(async () => typed.aborted || !(await isOffline(ada)))
      await ada.waitForTimeout(1000 * Math.random())
    }
  }

  /** Replaces marked words in turns by REST and MCP. */
  async function writeAsPrograms(pageId: string, count: number): Promise<void> {
    const { workspaceId, post } = screens.quire
    for (const number of numbers(count)) {
      const edit = { pageId, mode: 'replace', find: `mark${number}!`, text: `p${number}.` }
      if (number % 2 === 0) {
        const { status, body } = await post('/v1/pages/edit', { workspaceId, ...edit })
        assert.equal(status, 200, JSON.stringify(body))
      } else {
        const { isError, text } = await callTool(screens.quire, 'edit_page', edit)
        assert.ok(!isError, text)
      }
      await ada.waitForTimeout(200)
    }
  }

  it('has every word of each once, and of a tab that is killed all that had arrived', async () => {
    const marks = numbers(10).map((number) => `mark${number}!`)
    const pageId = await openAll(`Begin. ${marks.join(' ')}\n`, ada, bob, eve, dan)
    // Of the paragraph, also where it takes two lines.
    const cursors = { 'Control+Home': [ada, bob], 'Control+End': [eve, dan] } as const
    for (const [key, pages] of Object.entries(cursors)) {
      for (const page of pages) {
        await paragraph(page, 'Begin.').click()
        await page.keyboard.press(key)
      }
    }
    const typed = new AbortController()
    const programs = writeAsPrograms(pageId, marks.length)
    const cuts = cutAndConnect(typed.signal)
    const typing = [typeWords(ada, 'a', 50), typeWords(bob, 'b', 50), typeWords(eve, 'e', 50)]
    await typeWords(dan, 'd', 20)
    await markdownWhen(screens.quire, pageId, /d19\./)
    await dan.keyboard.type(' d20. d21.')
    await crashTab(dan)
    await Promise.all([...typing, programs]).finally(() => typed.abort())
    await cuts
    await markdownWhen(screens.quire, pageId, /(?=.*a49\.)(?=.*b49\.)(?=.*e49\.)/)
    const alive = [ada, bob, eve]
    await Promise.all(alive.map((page) => waitForSaveState(page, 'saved')))
    const stored = await markdownOf(screens.quire, pageId)
    for (const page of alive) await paragraph(page, stored.trim()).waitFor()
    for (const letter of 'abe') assert.deepEqual(wordsIn(stored, letter), numbers(50), stored)
    assert.deepEqual(wordsIn(stored, 'p'), numbers(marks.length), stored)
    const ofDan = wordsIn(stored, 'd')
    assert.deepEqual(ofDan, numbers(ofDan.length), stored)
    assert.ok(ofDan.length >= 20, stored)
  })

  it('leaves an input method alone, and has what it composes once', async () => {
    const pageId = await openAll('Start. End.\n', bob, eve)
    await typeBehind(eve, 'Start.', '')
    await paragraph(bob, 'Start.').click()
    await bob.keyboard.press('Home')
    await bob.keyboard.type('B:')
    await eve.evaluate(
      `document.querySelector('.ProseMirror').addEventListener('compositionend', () => (document.body.dataset.ended = 'yes'))`,
    )
    const input = await eve.context().newCDPSession(eve)
    const typing = typeWords(bob, 'b', 30)
    for (const text of composed) {
      const [selectionStart, selectionEnd] = [text.length, text.length]
      await input.send('Input.imeSetComposition', { text, selectionStart, selectionEnd })
      await eve.waitForTimeout(300)
      assert.equal(await eve.evaluate(`document.body.dataset.ended ?? 'no'`), 'no', text)
      const isComposed = new RegExp(`End\\.${text}$`)
      await until(async () => isComposed.test(await eve.locator('.ProseMirror').innerText()))
    }
    await typing
    await input.send('Input.insertText', { text: '日本' })
    const words = numbers(30).map((number) => ` b${number}.`)
    const expected = `B:${words.join('')}Start. End.日本`
    await Promise.all([paragraph(bob, expected).waitFor(), paragraph(eve, expected).waitFor()])
    await eve.keyboard.type('です')
    await paragraph(bob, `${expected}です`).waitFor()
    await waitForSaveState(eve, 'saved')
    assert.equal(await markdownOf(screens.quire, pageId), `${expected}です\n`)
  })

  it('has each cursor behind the text of its writer, whatever others write before it', async () => {
    const pageId = await openAll('One. Two.\n', bob, eve)
    await typeBehind(eve, 'One.', '')
    for (const _ of 'Two.') await eve.keyboard.press('ArrowLeft')
    await paragraph(bob, 'One.').click()
    await bob.keyboard.press('Home')
    await typeWords(bob, 'b', 10)
    await paragraph(eve, 'b9.One.').waitFor()
    await eve.keyboard.type('(Eve)')
    await paragraph(bob, 'b9.One. (Eve)Two.').waitFor()
    const edit = { pageId, mode: 'replace', find: 'b9.', text: 'a longer text.' }
    assert.ok(!(await callTool(screens.quire, 'edit_page', edit)).isError)
    await paragraph(eve, 'longer text.One. (Eve)Two.').waitFor()
    await eve.keyboard.type('!')
    await paragraph(bob, '(Eve)!Two.').waitFor()
    // The caret of Eve on the screen of Bob.
    const before = `(() => {
      const range = document.createRange()
      const caret = [...document.querySelectorAll('.live-caret:not(.live-agent)')].at(-1)
      if (caret === undefined) return ''
      range.setStart(caret.closest('p'), 0)
      range.setEndBefore(caret)
      return range.toString()
    })()`
    await until(() => bob.evaluate(`${before}.endsWith('(Eve)!')`))
  })
})
