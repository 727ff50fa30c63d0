import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addPage, markdownOf, markdownWhen } from '../../support/pages.ts'
import { until } from '../../support/until.ts'
import { openPage, waitForSaveState } from '../../support/web/page-screen.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'
import { paragraph, typeBehind, typeWords, wordsIn } from '../../support/web/typing.ts'

/** On which side the name of the cursor at a position is; undefined while it is not there, or not on the screen. */
const sideOfName = (position: number) => `(() => {
  const caret = document.querySelector('.live-caret')
  if (caret === null) return undefined
  const before = document.createRange()
  before.setStart(caret.closest('p'), 0)
  before.setEndBefore(caret)
  if (before.toString().length !== ${position}) return undefined
  const { left, right } = caret.getBoundingClientRect()
  const { side } = caret.dataset
  const width = parseFloat(getComputedStyle(caret, '::after').width) + 12
  const isShown = side === 'before' ? right - width >= -2 : left + width <= innerWidth + 2
  return isShown ? side : undefined
})()`

describe('a live page', () => {
  let screens: Screens
  let ada: Page
  let bob: Page

  before(async () => {
    screens = await openScreens()
    ada = await screens.visitAs()
    bob = await screens.visitAs()
  })
  after(() => screens.close())

  async function openBoth(markdown: string): Promise<string> {
    const pageId = await addPage(screens.quire, 'Plan', { markdown })
    await Promise.all([openPage(ada, pageId), openPage(bob, pageId)])
    return pageId
  }

  it('has a new title in the other browser as it is typed', async () => {
    await openBoth('Start.\n')
    await ada.getByLabel('Title').fill('Plan of Ada')
    await until(async () => (await bob.getByLabel('Title').inputValue()) === 'Plan of Ada')
    await typeBehind(bob, 'Start.', ' By Bob.')
    await paragraph(ada, 'Start. By Bob.').waitFor()
    await waitForSaveState(ada, 'saved')
    assert.equal(await ada.getByLabel('Title').inputValue(), 'Plan of Ada')
  })

  it('leaves the cursor in the title where it is while someone else changes the title', async () => {
    await openBoth('Start.\n')
    const [titleOfAda, titleOfBob] = [ada.getByLabel('Title'), bob.getByLabel('Title')]
    await titleOfBob.fill('The plan')
    await until(async () => (await titleOfAda.inputValue()) === 'The plan')
    await waitForSaveState(bob, 'saved')
    await titleOfBob.press('Home')
    for (const _ of 'The') await titleOfBob.press('ArrowRight')
    await titleOfAda.press('Home')
    await ada.keyboard.type('Now: ')
    await until(async () => (await titleOfBob.inputValue()) === 'Now: The plan')
    await bob.keyboard.type(' big')
    assert.equal(await titleOfBob.inputValue(), 'Now: The big plan')
    await until(async () => (await titleOfAda.inputValue()) === 'Now: The big plan')
  })

  it('has the name at each cursor within the screen of a phone', async () => {
    const phone = await screens.visitAs(undefined, { viewport: { width: 390, height: 800 } })
    const words = 'A line that is wider than the screen of a telephone, so that it breaks often. '
    const pageId = await addPage(screens.quire, 'Plan', { markdown: `${words.repeat(6)}\n` })
    await Promise.all([openPage(ada, pageId), openPage(phone, pageId)])
    await ada.locator('.ProseMirror p').click()
    await ada.keyboard.press('Control+Home')
    const sides = new Set()
    for (let step = 1; step <= 10; step += 1) {
      for (let key = 0; key < 5; key += 1) await ada.keyboard.press('ArrowRight')
      let side: unknown
      await until(async () => {
        side = await phone.evaluate(sideOfName(step * 5))
        return side !== undefined
      })
      sides.add(side)
    }
    assert.deepEqual(sides, new Set(['after', 'before']))
    await phone.context().close()
  })

  it('has what an agent writes into the paragraph in which somebody types', async () => {
    const pageId = await openBoth('The draft is short.\n')
    const { workspaceId, post } = screens.quire
    const edit = { workspaceId, pageId, mode: 'replace', find: 'draft', text: 'final text' }
    await typeBehind(ada, 'The draft', '')
    const typing = typeWords(ada, 'a', 30)
    await markdownWhen(screens.quire, pageId, /a3\./)
    assert.equal((await post('/v1/pages/edit', edit)).status, 200)
    const words = await typing
    const expected = `The final text is short.${words}`
    await Promise.all([paragraph(ada, expected).waitFor(), paragraph(bob, expected).waitFor()])
    await waitForSaveState(ada, 'saved')
    assert.equal(await markdownOf(screens.quire, pageId), `${expected}\n`)
  })

  it('takes back only what the person wrote themselves', async () => {
    const pageId = await openBoth('Middle.\n')
    await typeBehind(ada, 'Middle.', '')
    // As one input: the history joins keys by the clock.
    await ada.keyboard.insertText(' Ada.')
    await paragraph(bob, 'Middle. Ada.').waitFor()
    await paragraph(bob, 'Middle.').click()
    await bob.keyboard.press('Home')
    await bob.keyboard.insertText('Bob. ')
    await paragraph(ada, 'Bob. Middle. Ada.').waitFor()
    await ada.keyboard.press('Control+z')
    await paragraph(bob, /^Bob\. Middle\.$/).waitFor()
    await ada.keyboard.press('Control+z')
    await ada.keyboard.press('Control+Shift+z')
    await paragraph(bob, 'Bob. Middle. Ada.').waitFor()
    await bob.keyboard.press('Control+z')
    await paragraph(ada, /^Middle\. Ada\.$/).waitFor()
    await waitForSaveState(bob, 'saved')
    assert.equal(await markdownOf(screens.quire, pageId), 'Middle. Ada.\n')
  })

  it('has every word of both once when both type at the same place', async () => {
    const pageId = await openBoth('Begin.\n')
    await typeBehind(ada, 'Begin.', '')
    await typeBehind(bob, 'Begin.', '')
    await Promise.all([typeWords(ada, 'a', 15), typeWords(bob, 'b', 15)])
    const stored = await markdownWhen(screens.quire, pageId, /(?=.*a14\.)(?=.*b14\.)/)
    const numbers = Array.from({ length: 15 }, (_, index) => index)
    assert.deepEqual([wordsIn(stored, 'a'), wordsIn(stored, 'b')], [numbers, numbers], stored)
  })
})
