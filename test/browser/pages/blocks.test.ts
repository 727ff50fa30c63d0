import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { addPage, markdownWhen } from '../../support/pages.ts'
import { checkAccess } from '../../support/web/axe.ts'
import { openPage, waitForSaveState } from '../../support/web/page-screen.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'
import { paragraph, typeBehind } from '../../support/web/typing.ts'

describe('the blocks of a page', () => {
  let screens: Screens
  let ada: Page
  let bob: Page

  before(async () => {
    screens = await openScreens()
    const permissions = ['clipboard-read', 'clipboard-write']
    ada = await screens.visitAs(undefined, { permissions })
    bob = await screens.visitAs()
  })
  after(() => screens.close())

  async function open(markdown: string): Promise<string> {
    const pageId = await addPage(screens.quire, 'Plan', { markdown })
    await openPage(ada, pageId)
    // Its tools are loaded when a person comes to the page.
    await ada.locator('.ProseMirror').hover()
    await ada.locator('.block-handle').waitFor({ state: 'attached' })
    return pageId
  }
  const stored = (pageId: string, expected: RegExp) => markdownWhen(screens.quire, pageId, expected)

  async function goTo(text: string): Promise<void> {
    await ada.locator('.ProseMirror').getByText(text, { exact: true }).click()
    // The browser tells the editor of a selection a moment after the click.
    await ada.evaluate(() => new Promise((done) => setTimeout(done, 100)))
  }

  /** Shows the handle of a block and gives its middle. */
  async function handleOf(block: Locator): Promise<{ x: number; y: number }> {
    await block.hover()
    const handle = ada.locator('.block-handle')
    const at = await block.boundingBox()
    await ada.waitForFunction(
      `Math.abs(document.querySelector('.block-handle').getBoundingClientRect().top - ${at?.y}) < 20`,
    )
    const box = await handle.boundingBox()
    assert.ok(box)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }

  async function drag(block: Locator, to: Locator, isBefore = false): Promise<void> {
    const from = await handleOf(block)
    const target = await to.boundingBox()
    assert.ok(target)
    await ada.mouse.move(from.x, from.y)
    await ada.mouse.down()
    await ada.mouse.move(from.x + 8, from.y + 8)
    const y = isBefore ? target.y + 3 : target.y + target.height - 3
    await ada.mouse.move(target.x + 60, y, { steps: 4 })
    await ada.locator('.block-drop').waitFor()
    await ada.mouse.up()
  }

  it('are dragged by their handle, an item with all that is in it', async () => {
    const pageId = await open('First.\n\n- One\n  - In one\n- Two\n\nLast.\n')
    await drag(
      ada.locator('li', { hasText: 'One' }).first().locator('p').first(),
      paragraph(ada, 'Two'),
    )
    assert.equal(
      await stored(pageId, /^First\.\n\n- Two/),
      'First.\n\n- Two\n- One\n  - In one\n\nLast.\n',
    )
    await drag(paragraph(ada, 'Last.'), paragraph(ada, 'First.'), true)
    await stored(pageId, /^Last\.\n\nFirst\./)
    await ada.keyboard.press('Control+z')
    await stored(pageId, /^First\..*Last\.\n$/s)
  })

  it('go into a callout and out of it by the keyboard, which says so', async () => {
    const pageId = await open('One.\n\n> [!TIP]\n> Two.\n\nThree.\n')
    await goTo('One.')
    await ada.keyboard.press('Alt+ArrowDown')
    await stored(pageId, /^> \[!TIP\]\n> One\.\n>\n> Two\.\n\nThree\.\n$/)
    await ada.getByRole('status').filter({ hasText: 'Moved to position 1 of 2.' }).waitFor()
    await ada.keyboard.press('Alt+Shift+ArrowUp')
    await stored(pageId, /^One\.\n\n> \[!TIP\]\n> Two\./)
    await ada.keyboard.press('Alt+ArrowUp')
    await ada.getByRole('status').filter({ hasText: 'already at the start' }).waitFor()
  })

  it('are selected as blocks by Escape and Shift, and deleted', async () => {
    const pageId = await open('One.\n\nTwo.\n\nThree.\n')
    await goTo('One.')
    await ada.keyboard.press('Escape')
    await ada.keyboard.press('Shift+ArrowDown')
    assert.equal(await ada.locator('.selected-block').count(), 2)
    await ada.keyboard.press('Delete')
    assert.equal(await stored(pageId, /^Three/), 'Three.\n')
    await ada.keyboard.press('Control+z')
    await ada.keyboard.press('Control+a')
    await ada.keyboard.press('Control+a')
    assert.equal(await ada.locator('.selected-block').count(), 3)
    await ada.keyboard.press('Control+d')
    await stored(pageId, /^One\.\n\nTwo\.\n\nThree\.\n\nOne\.\n\nTwo\.\n\nThree\.\n$/)
  })

  it('have a menu for the keyboard', async () => {
    const pageId = await open('One.\n\nTwo.\n')
    await goTo('Two.')
    await ada.keyboard.press('Control+.')
    await ada.getByRole('menuitem', { name: 'Turn into' }).waitFor()
    await checkAccess(ada, 'the menu of a block')
    await ada.getByRole('menuitem', { name: 'Turn into' }).hover()
    await ada.getByRole('menuitem', { name: 'Heading 2' }).click()
    await stored(pageId, /^One\.\n\n## Two\.\n$/)
    await ada.keyboard.type('!')
    await stored(pageId, /## Two\.!/)
  })

  it('give a link: to the name of a heading, or to an anchor', async () => {
    const pageId = await open('## My plan\n\nOne.\n')
    const copy = async (text: string) => {
      await goTo(text)
      await ada.keyboard.press('Shift+F10')
      await ada.getByRole('menuitem', { name: 'Copy link to block' }).click()
      await ada.getByText('Link to the block copied').first().waitFor()
      return ada.evaluate<string>('navigator.clipboard.readText()')
    }
    assert.equal(await copy('My plan'), `${screens.address}/pages/${pageId}#my-plan`)
    const [, anchor] = (await copy('One.')).split('#')
    assert.match(await stored(pageId, /<a id=/), new RegExp(`<a id="${anchor}"></a>One\\.`))
  })

  it('move to another page and back, and are on one of the two at least', async () => {
    const pageId = await open('One.\n\nTwo.\n')
    const otherId = await addPage(screens.quire, 'Archive of plans', { markdown: 'Old.\n' })
    await goTo('Two.')
    await ada.keyboard.press('Control+.')
    await ada.getByRole('menuitem', { name: 'Move to page' }).click()
    await ada.getByRole('combobox', { name: 'Search pages' }).fill('Archive of')
    await ada.getByRole('option', { name: 'Archive of plans' }).waitFor()
    await checkAccess(ada, 'the choice of a page')
    await ada.keyboard.press('Enter')
    await stored(otherId, /^Old\.\n\nTwo\.\n$/)
    await stored(pageId, /^One\.\n$/)
    await ada.getByRole('button', { name: 'Undo' }).click()
    await stored(pageId, /^One\.\n\nTwo\.\n$/)
    await stored(otherId, /^Old\.\n$/)
  })

  it('take with them what another person types in them meanwhile', async () => {
    const pageId = await open('First.\n\nSecond.\n\nThird.\n')
    await openPage(bob, pageId)
    await typeBehind(bob, 'First.', ' By Bob,')
    await paragraph(ada, 'First. By Bob,').waitFor()
    await Promise.all([
      bob.keyboard.type(' who goes on typing.', { delay: 30 }),
      drag(paragraph(ada, 'First.'), paragraph(ada, 'Third.')),
    ])
    assert.equal(
      await stored(pageId, /^Second\.[^]*typing\.\n$/),
      'Second.\n\nThird.\n\nFirst. By Bob, who goes on typing.\n',
    )
    await waitForSaveState(ada, 'saved')
  })
})
