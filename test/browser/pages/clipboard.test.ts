import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addPage, markdownOf, markdownWhen } from '../../support/pages.ts'
import { openPage } from '../../support/web/page-screen.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'

const wordList =
  "<html xmlns:w='urn:schemas-microsoft-com:office:word'><body><p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span>Word</p><p class=MsoListParagraph style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o<span>&nbsp; </span></span>Below</p></body></html>"
const checklist =
  '<b style="font-weight:normal" id="docs-internal-guid-1"><ul><li role="checkbox" aria-checked="true"><p><span style="text-decoration:line-through">Docs</span></p></li></ul></b>'
const sheet =
  '<google-sheets-html-origin><table><tr><td>City</td><td>People</td></tr><tr><td>Bern</td><td style="text-align:right">134,000</td></tr></table>'

describe('the clipboard of the browser', () => {
  let screens: Screens
  let page: Page

  before(async () => {
    screens = await openScreens()
    const permissions = ['clipboard-read', 'clipboard-write']
    page = await screens.visitAs(undefined, { permissions })
  })
  after(() => screens.close())

  async function open(markdown: string): Promise<string> {
    const pageId = await addPage(screens.quire, 'Clipboard', { markdown })
    await openPage(page, pageId)
    await page.locator('.ProseMirror').click()
    return pageId
  }

  async function write(types: Record<string, string>): Promise<void> {
    await page.evaluate(
      `navigator.clipboard.write([new ClipboardItem(Object.fromEntries(Object.entries(${JSON.stringify(types)}).map(
        ([type, value]) => [type, new Blob([value], { type })],
      )))])`,
    )
  }

  it('pastes Word, Google Docs and Sheets', async () => {
    const cases = [
      [wordList, '1. Word\n   - Below\n'],
      [checklist, '- [x] Docs\n'],
      [sheet, '| City | People |\n| - | -: |\n| Bern | 134,000 |\n'],
    ] as const
    for (const [html, expected] of cases) {
      const pageId = await open('')
      await write({ 'text/html': html, 'text/plain': 'x' })
      await page.keyboard.press('ControlOrMeta+v')
      assert.equal(await markdownWhen(screens.quire, pageId, /\w/), expected)
    }
  })

  it('pastes the text itself with Ctrl+Shift+V', async () => {
    const pageId = await open('')
    await write({ 'text/plain': '**raw2** text', 'text/html': '<b>raw2</b> text' })
    await page.keyboard.press('ControlOrMeta+Shift+v')
    const stored = await markdownWhen(screens.quire, pageId, /raw2/)
    assert.equal(stored, '\\*\\*raw2\\*\\* text\n')
  })

  it('copies Markdown and HTML, and pastes the same page into another', async () => {
    const markdown = '## A\n\n- [x] b\n- [ ] c\n\n| d | e |\n| - | -: |\n| f | 1 |\n\n$$\nx\n$$\n'
    await open(markdown)
    await page.locator('.ProseMirror h2').click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('ControlOrMeta+c')
    const text: unknown = await page.evaluate('navigator.clipboard.readText()')
    assert.equal(text, markdown.trim())
    const html = String(
      await page.evaluate(
        `navigator.clipboard.read().then(([item]) => item.getType('text/html')).then((blob) => blob.text())`,
      ),
    )
    assert.match(html, /☑ b[^]*<table border="1"/)
    const pageId = await open('')
    await page.keyboard.press('ControlOrMeta+v')
    await markdownWhen(screens.quire, pageId, /f \| 1/)
    assert.equal(await markdownOf(screens.quire, pageId), markdown)
  })
})
