import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { after, before, describe, it } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { attacks } from '../fixtures/content/attacks.ts'
import { addPerson } from '../support/people.ts'
import { startWebBrowser, type WebBrowser } from '../support/web-browser.ts'

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
const together = 30

describe('what is written in pages', () => {
  let web: WebBrowser
  let page: Page

  before(async () => {
    web = await startWebBrowser()
    page = await (await web.signIn()).newPage()
    await page.addInitScript('window.alert = (text) => { window.attacked = String(text) }')
  })
  after(() => web.close())

  it('runs nothing and asks no other host, whatever text and title hold', async () => {
    for (let start = 0; start < attacks.length; start += together) {
      const some = attacks.slice(start, start + together)
      const title = (some[0] ?? '').slice(0, 255)
      const pageId = await web.createPage(some.join('\n\n'), { title })
      await page.goto(`/pages/${pageId}`)
      await page.locator('.ProseMirror').waitFor()
      assert.deepEqual(await unsafe(), [])
      await page.goto(`/pages/${pageId}/history`)
      await page.getByText('Text', { exact: true }).click()
      await page.locator('.history-main .page-content').waitFor()
      assert.deepEqual(await unsafe(), [])
    }
    assert.equal(await page.evaluate('window.attacked'), undefined)
    assert.deepEqual(
      web.complaints.filter((text) => /^https?:/.test(text)),
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
  let web: WebBrowser
  let page: Page

  before(async () => {
    web = await startWebBrowser()
    const viewer = await addPerson(web.quire, 'Vera', 'VIEWER')
    page = await (await web.signIn(viewer)).newPage()
  })
  after(() => web.close())

  it('reads it and can change nothing', async () => {
    const pageId = await web.createPage(everything, { title: 'To read' })
    await page.goto(`/pages/${pageId}`)
    await page.locator('.ProseMirror').waitFor()
    assert.equal(await page.locator('[contenteditable="true"]').count(), 0)
    assert.equal(await page.getByLabel('Title').count(), 0)
    await page.getByRole('checkbox', { name: 'Open' }).click({ force: true })
    assert.equal(await page.getByRole('checkbox', { name: 'Open' }).isChecked(), false)
    await page.getByRole('button', { name: 'More for this page' }).click()
    await page.getByRole('menuitem', { name: 'Copy as Markdown' }).waitFor()
    assert.equal(await page.getByRole('menuitem', { name: 'Move to trash' }).count(), 0)
  })
})

describe('the screens of a page', () => {
  let web: WebBrowser
  let axe: string

  before(async () => {
    web = await startWebBrowser()
    axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  })
  after(() => web.close())

  type Violation = { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }

  async function violations(page: Page): Promise<string[]> {
    await page.evaluate(axe)
    const found = await page.evaluate<Violation[]>(
      `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)`,
    )
    return found
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`).join(' | ')}`,
      )
  }

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`have no serious violation of accessibility, ${colorScheme}`, async () => {
      const context: BrowserContext = await web.signIn(undefined, { colorScheme })
      const page = await context.newPage()
      const pageId = await web.createPage(everything)
      await page.goto(`/pages/${pageId}`)
      await page.locator('.ProseMirror .hljs-comment').waitFor()
      assert.deepEqual(await violations(page), [], 'page')
      await page.locator('.ProseMirror > p').first().click()
      await page.keyboard.press('End')
      await page.keyboard.type(' /')
      await page.getByRole('listbox').waitFor()
      assert.deepEqual(await violations(page), [], 'slash menu')
      await page.keyboard.press('Escape')
      await page.locator('.ProseMirror strong').dblclick()
      await page.getByRole('toolbar', { name: 'Format' }).waitFor()
      assert.deepEqual(await violations(page), [], 'format')
      await page.locator('.save-state[data-state="saved"]').waitFor()
      await page.goto(`/pages/${pageId}/history`)
      await page.locator('.difference').waitFor()
      assert.deepEqual(await violations(page), [], 'history')
      const boardId = await web.createPage(board)
      await page.goto(`/pages/${boardId}`)
      await page.getByRole('button', { name: 'More for this page' }).click()
      await page.getByRole('menuitem', { name: 'Turn into a board' }).click()
      await page.locator('.board-card').first().waitFor()
      await page.waitForTimeout(300)
      assert.deepEqual(await violations(page), [], 'board')
      await page.getByRole('button', { name: 'One', exact: true }).click()
      await page.locator('.board-card-editor .ProseMirror').waitFor()
      await page.waitForTimeout(300)
      assert.deepEqual(await violations(page), [], 'card')
      await context.close()
    })
  }
})
