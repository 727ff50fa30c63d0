import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { attacks } from '../../fixtures/content/attacks.ts'
import { addPage } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import { checkAccess } from '../../support/web/axe.ts'
import { openPage, turnIntoBoard, waitForSaveState } from '../../support/web/page-screen.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'

const everything = `Text with **bold**, a [link](https://example.com) and \`code\`.

## Tasks

- [ ] Open
- [x] Done

> [!WARNING]
> Careful.

| a | b |
| - | - |
| 1 | 2 |

\`\`\`js
// a comment
const a = 'text' + 1
\`\`\`

### Formula

$$
x^2
$$

Note[^1].

[^1]: The note.
`

const board = '## To do\n\n- [ ] One\n- [x] Two\n\n## Done\n\n- [x] Zero\n'

/** Attacks on one page: a page each would take minutes. */
const batchSize = 30

describe('what is written in pages', () => {
  let screens: Screens
  let page: Page

  before(async () => {
    screens = await openScreens()
    page = await screens.visitAs()
    await page.addInitScript('window.alert = (text) => { window.attacked = String(text) }')
  })
  after(() => screens.close())

  it('runs nothing and asks no other host, whatever text and title hold', async () => {
    for (let start = 0; start < attacks.length; start += batchSize) {
      const some = attacks.slice(start, start + batchSize)
      const title = (some[0] ?? '').slice(0, 255)
      const pageId = await addPage(screens.quire, title, { markdown: some.join('\n\n') })
      await openPage(page, pageId)
      assert.deepEqual(await unsafe(), [])
      await page.goto(`/pages/${pageId}/history`)
      await page.getByText('Text', { exact: true }).click()
      await page.locator('.history-main .page-content').waitFor()
      assert.deepEqual(await unsafe(), [])
    }
    assert.equal(await page.evaluate('window.attacked'), undefined)
    assert.deepEqual(
      screens.complaints.filter((text) => text.startsWith('asked for')),
      [],
    )
  })

  it('says of an image of another host where it is, and asks that host for nothing', async () => {
    const markdown = '![A chart](https://images.example.org/a.png)\n\nText.'
    const pageId = await addPage(screens.quire, 'Foreign', { markdown })
    await openPage(page, pageId)
    const image = page.getByRole('link', { name: 'A chart, image on images.example.org' })
    assert.equal(await image.getAttribute('rel'), 'noopener noreferrer nofollow')
    await checkAccess(page, 'an image of another host')
    await page.goto(`/pages/${pageId}/history`)
    await page.getByText('Text', { exact: true }).first().click()
    await image.waitFor()
    assert.deepEqual(
      screens.complaints.filter((text) => text.startsWith('asked for')),
      [],
    )
  })

  const unsafe = () =>
    page.evaluate<string[]>(`{
      const scripts = document.querySelectorAll('main :is(script, iframe, object, embed, form, base, meta)')
      const links = [...document.querySelectorAll('main :is([href], [src])')]
        .flatMap((element) => [element.getAttribute('href') ?? '', element.getAttribute('src') ?? ''])
        .filter((address) => /^[\\s\\u0000-\\u001f]*(?:javascript|data|vbscript|file|blob):/i.test(address))
      const handlers = [...document.querySelectorAll('main *')]
        .flatMap((element) => element.getAttributeNames())
        .filter((name) => name.startsWith('on'))
      ;[...[...scripts].map((element) => element.outerHTML), ...links, ...handlers]
    }`)
})

describe('a viewer of a page', () => {
  let screens: Screens
  let page: Page

  before(async () => {
    screens = await openScreens()
    page = await screens.visitAs(await addPerson(screens.quire, 'Vera', 'VIEWER'))
  })
  after(() => screens.close())

  it('reads it and can change nothing', async () => {
    await openPage(page, await addPage(screens.quire, 'To read', { markdown: everything }))
    assert.equal(await page.locator('[contenteditable="true"]').count(), 0)
    assert.equal(await page.getByLabel('Title').count(), 0)
    await page.getByRole('checkbox', { name: 'Open' }).click({ force: true })
    assert.equal(await page.getByRole('checkbox', { name: 'Open' }).isChecked(), false)
    await page.getByRole('button', { name: 'Page actions' }).click()
    await page.getByRole('menuitem', { name: 'Copy as Markdown' }).waitFor()
    assert.equal(await page.getByRole('menuitem', { name: 'Move to trash' }).count(), 0)
  })
})

describe('the screens of a page', () => {
  let screens: Screens
  let page: Page

  before(async () => {
    screens = await openScreens()
    page = await screens.visitAs()
  })
  after(() => screens.close())

  it('have no serious violation of accessibility: the text, its menus and its history', async () => {
    const pageId = await addPage(screens.quire, 'Plan', { markdown: everything })
    await openPage(page, pageId)
    await page.locator('.ProseMirror .hljs-comment').waitFor()
    await checkAccess(page, 'page')
    await page.locator('.ProseMirror > p').first().click()
    await page.keyboard.press('End')
    await page.keyboard.type(' /')
    await page.getByRole('listbox').waitFor()
    await checkAccess(page, 'slash menu')
    await page.keyboard.press('Escape')
    await page.locator('.ProseMirror strong').dblclick()
    await page.getByRole('toolbar', { name: 'Format' }).waitFor()
    await checkAccess(page, 'format')
    await waitForSaveState(page, 'saved')
    await page.goto(`/pages/${pageId}/history`)
    await page.locator('.difference').waitFor()
    await checkAccess(page, 'history')
  })

  it('have none either as a board, and with a card open', async () => {
    await openPage(page, await addPage(screens.quire, 'Plan', { markdown: board }))
    await turnIntoBoard(page)
    await checkAccess(page, 'board')
    await page.getByRole('button', { name: 'One', exact: true }).click()
    await page.locator('.board-card-editor .ProseMirror').waitFor()
    await checkAccess(page, 'card')
  })
})
