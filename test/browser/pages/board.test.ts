import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addPage, markdownWhen } from '../../support/pages.ts'
import { openPage, turnIntoBoard, waitForSaveState } from '../../support/web/page-screen.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'

describe('a board', () => {
  let screens: Screens
  let page: Page

  before(async () => {
    screens = await openScreens()
    page = await screens.visitAs()
  })
  after(() => screens.close())

  async function open(markdown: string): Promise<string> {
    const pageId = await addPage(screens.quire, 'Plan', { markdown })
    await openPage(page, pageId)
    await turnIntoBoard(page)
    await waitForSaveState(page, 'saved')
    return pageId
  }

  const stored = (pageId: string, expected: RegExp) => markdownWhen(screens.quire, pageId, expected)
  const column = (name: string) => page.getByRole('region', { name })
  const card = (name: string) =>
    page.locator('.board-card', { has: page.getByRole('button', { name, exact: true }) })

  /** What a screen reader hears. */
  const says = (words: string) =>
    page.locator('[id^=dnd-kit-announcement]', { hasText: words }).waitFor({ state: 'attached' })

  const pickUp = async (name: string) => {
    await page.getByRole('button', { name: `Move card ${name}` }).focus()
    await page.keyboard.press('Space')
    await says(`Picked up card ${name}`)
    // Before it is measured, the arrow keys do not move it.
    await page.locator('[data-dnd-dragging]').waitFor({ state: 'attached' })
  }

  const plan = '## To do\n\n- [ ] One\n- [ ] Two\n\n## Done\n\n- [x] Zero\n'

  it('adds, ticks and removes cards, and takes a removal back', async () => {
    const pageId = await open(plan)
    await page.getByRole('button', { name: 'Add card to To do' }).click()
    await page.keyboard.type('Three')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.getByRole('checkbox', { name: 'Done: Two' }).check()
    await card('One').getByRole('button', { name: 'One', exact: true }).click()
    await page.getByRole('button', { name: 'Delete card' }).click()
    assert.match(
      await stored(pageId, /^## To do\n\n- \[x\] Two/),
      /^## To do\n\n- \[x\] Two\n- \[ \] Three\n\n## Done/,
    )
    await page.getByRole('button', { name: 'Undo' }).click()
    assert.match(await stored(pageId, /One/), /- \[ \] One\n- \[x\] Two\n- \[ \] Three\n/)
  })

  it('adds and renames columns', async () => {
    const pageId = await open(plan)
    await column('To do').getByLabel('Column title').fill('Doing')
    await page.getByRole('button', { name: 'Add column' }).click()
    await page.keyboard.type('Later')
    await page.keyboard.press('Enter')
    assert.match(await stored(pageId, /Later/), /^## Doing\n\n[^]*## Done\n\n[^]*## Later\n$/)
  })

  it('moves a card to another column with the mouse', async () => {
    const pageId = await open(plan)
    const from = await card('One').boundingBox()
    const to = await card('Zero').boundingBox()
    assert.ok(from !== null && to !== null)
    await page.mouse.move(from.x + 100, from.y + 15)
    await page.mouse.down()
    await page.mouse.move(from.x + 130, from.y + 20, { steps: 4 })
    await page.mouse.move(to.x + 110, to.y + 40, { steps: 12 })
    await column('Done').locator('.board-card[data-held=true]').first().waitFor()
    await page.mouse.up()
    const markdown = await stored(pageId, /## Done[^]*One/)
    assert.match(markdown, /## To do\n\n- \[ \] Two\n\n## Done\n\n[^]*- \[ \] One/)
  })

  it('moves a card with the keyboard', async () => {
    const pageId = await open(plan)
    await pickUp('One')
    await page.keyboard.press('ArrowDown')
    await says('Position 2 of 2 in To do.')
    await page.keyboard.press('Space')
    await says('Dropped card One')
    // Until it lies still, no other is picked up.
    await page.locator('[data-dnd-dropping]').waitFor({ state: 'detached' })
    assert.match(await stored(pageId, /Two\n- \[ \] One/), /- \[ \] Two\n- \[ \] One\n/)
    await pickUp('Two')
    await page.keyboard.press('ArrowRight')
    await says('in Done.')
    await page.keyboard.press('Space')
    assert.match(
      await stored(pageId, /## Done[^]*Two/),
      /## To do\n\n- \[ \] One\n\n## Done\n\n[^]*Two/,
    )
  })

  it('writes more on a card than its face', async () => {
    const pageId = await open(plan)
    await card('Two').getByRole('button', { name: 'Two', exact: true }).click()
    await page.locator('.board-card-editor .ProseMirror').click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('More about it')
    await page.getByRole('button', { name: 'Done', exact: true }).click()
    assert.match(await stored(pageId, /More/), /- \[ \] Two\n\n  More about it\n/)
    await card('Two').getByLabel('Has more text').waitFor()
  })

  it('shows what an agent changes meanwhile', async () => {
    const pageId = await open(plan)
    await stored(pageId, /Zero/)
    await waitForSaveState(page, 'saved')
    const { workspaceId } = screens.quire
    const edit = { workspaceId, pageId, mode: 'replace', find: 'Zero', text: 'Nought' }
    const { status } = await screens.quire.post('/v1/pages/edit', edit)
    assert.equal(status, 200)
    await card('Nought').waitFor()
  })
})
