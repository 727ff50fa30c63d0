import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addFile, addPage, markdownWhen } from '../../support/pages.ts'
import { until } from '../../support/until.ts'
import { checkAccess } from '../../support/web/axe.ts'
import { openPage, waitForSaveState } from '../../support/web/page-screen.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><rect width="400" height="200" fill="teal"/></svg>'
const minimalPdf =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Count 0/Kids[]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'

describe('the blocks of a page', () => {
  let screens: Screens
  let page: Page
  before(async () => {
    screens = await openScreens({}, { provoked: /media|Failed to load resource/ })
    page = await screens.visitAs()
  })
  after(() => screens.close())

  async function open(markdown: string): Promise<string> {
    const pageId = await addPage(screens.quire, 'Plan', { markdown })
    await openPage(page, pageId)
    return pageId
  }
  const stored = (pageId: string, expected: RegExp) => markdownWhen(screens.quire, pageId, expected)
  const toggle = '<details>\n<summary>Why</summary>\n\nBecause\n\n</details>'

  it('open and close a toggle for the reader alone, by mouse and by keyboard', async () => {
    const pageId = await open(`${toggle}\n\nEnd`)
    const button = page.getByRole('button', { name: 'Why' })
    await page.getByText('Because').waitFor({ state: 'hidden' })
    await button.click()
    await page.getByText('Because').waitFor()
    assert.equal(await button.getAttribute('aria-expanded'), 'true')
    await button.focus()
    await page.keyboard.press('Enter')
    await page.getByText('Because').waitFor({ state: 'hidden' })
    await page.getByText('Why').click()
    await page.keyboard.press('Control+Enter')
    await page.getByText('Because').waitFor()
    await page.getByText('End').click()
    await page.keyboard.press('End')
    await page.keyboard.type('!')
    assert.equal(await stored(pageId, /End!/), `${toggle}\n\nEnd!\n`)
    await checkAccess(page, 'a toggle')
  })

  it('make a toggle of what is typed, fill it and put it away', async () => {
    const pageId = await open('')
    await page.locator('.ProseMirror').click()
    await page.keyboard.type('>>> Question')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Answer')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Below')
    const expected = '<details>\n<summary>Question</summary>\n\nAnswer\n\n</details>\n\nBelow\n'
    assert.equal(await stored(pageId, /Below/), expected)
    await page.getByText('Question').click()
    await page.keyboard.press('Home')
    // The editor learns of a cursor that the browser moved in a task of its own.
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))')
    await page.keyboard.press('Backspace')
    assert.equal(await stored(pageId, /^Question/), 'Question\n\nAnswer\n\nBelow\n')
  })

  it('put in a toggle and a date by the slash menu, and a date by @today', async () => {
    const pageId = await open('')
    await page.locator('.ProseMirror').click()
    await page.keyboard.type('/toggle')
    await page.getByRole('option', { name: 'Toggle' }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Due @tomorrow or /date')
    await page.getByRole('option', { name: 'Date' }).waitFor()
    await page.keyboard.press('Enter')
    const field = page.getByLabel('Date', { exact: true })
    await field.fill('2031-05-04')
    await field.press('Enter')
    await page.keyboard.type('!')
    const markdown = await stored(pageId, /2031-05-04<\/time>!/)
    assert.match(
      markdown,
      /^<details>\n<summary>Due <time datetime="[\d-]{10}">[\d-]{10}<\/time> or <time/,
    )
    await page.getByText('May 4, 2031').waitFor()
    await waitForSaveState(page, 'saved')
    await checkAccess(page, 'dates')
  })

  it('size an image by its handle with the keyboard, align it and give it a caption', async () => {
    const pageId = await open('Image')
    const fileId = await addFile(screens.quire, pageId, {
      name: 'a.svg',
      mimeType: 'image/svg+xml',
      content: svg,
    })
    const shown = await open(`![A](/files/${fileId})`)
    await page.locator('.image-picture img').click()
    await page.getByRole('button', { name: 'Align center' }).click()
    await page.getByLabel('Caption').fill('Teal')
    await page.getByLabel('Caption').press('Enter')
    const handle = page.getByRole('slider', { name: 'Image width' })
    await handle.focus()
    await handle.press('ArrowLeft')
    await handle.press('Shift+ArrowLeft')
    assert.equal(await handle.getAttribute('aria-valuetext'), '340 pixels')
    assert.equal(
      await stored(shown, /340/),
      `<img src="/files/${fileId}" alt="A" title="Teal" width="340" align="center">\n`,
    )
    const box = await handle.boundingBox()
    assert.ok(box)
    await page.mouse.move(box.x + 5, box.y + 40)
    await page.mouse.down()
    await page.mouse.move(box.x - 95, box.y + 40, { steps: 5 })
    await page.mouse.up()
    await stored(shown, /width="240"/)
    await checkAccess(page, 'an image with a caption')
  })

  it('show sound, film and PDF in place, and as links again', async () => {
    const pageId = await open('Files')
    const sound = await addFile(screens.quire, pageId, { name: 'a.mp3', mimeType: 'audio/mpeg' })
    const pdf = await addFile(screens.quire, pageId, {
      name: 'b.pdf',
      mimeType: 'application/pdf',
      content: minimalPdf,
    })
    const shown = await open(
      `[a.mp3](/files/${sound} "file, audio/mpeg, 5 bytes")\n\n![b.pdf](/files/${pdf} "file, application/pdf, 9 bytes")`,
    )
    await page.getByRole('link', { name: 'a.mp3' }).hover()
    await page.getByRole('button', { name: 'Show in page' }).click()
    await stored(shown, /!\[a\.mp3\]/)
    await page.getByRole('link', { name: 'b.pdf' }).hover()
    await page.getByRole('button', { name: 'Show as link' }).last().click()
    await stored(shown, /\n\[b\.pdf\]/)
    await checkAccess(page, 'files in place')
  })

  it('draw formulas, and open their source on a click', async () => {
    const pageId = await open('Text $a^2$ and $\\frac$\n\n$$\n\\int_0^1 x\\,dx\n$$')
    await page.locator('.formula .katex').first().waitFor()
    await page.locator('.formula-error').waitFor()
    assert.match((await page.locator('.formula-error').textContent()) ?? '', /Expected|argument/)
    assert.ok((await page.locator('.formula math').count()) >= 2)
    await page.locator('.formula .katex').first().click()
    const field = page.getByLabel('Formula', { exact: true })
    await field.fill('b^3')
    await field.press('Enter')
    await stored(pageId, /\$b\^3\$/)
    await checkAccess(page, 'formulas')
  })

  it('draw diagrams in a frame that has no origin and no network', async () => {
    const code = (source: string) => `\`\`\`mermaid\n${source}\n\`\`\``
    const pageId = await open(
      [
        code('flowchart LR\n  A[Write] --> B[Read]'),
        code(
          'flowchart LR\n  A["<img src=x onerror=parent.hacked=1>"]\n  click A href "javascript:parent.hacked=1"',
        ),
        code('no diagram at all'),
        code('%% long\n'.repeat(3000)),
      ].join('\n\n'),
    )
    const images = page.locator('.diagram img')
    await until(async () => (await images.count()) >= 1)
    await until(async () => (await page.locator('.diagram.has-failed').count()) >= 2)
    assert.match((await images.first().getAttribute('src')) ?? '', /^blob:/)
    const frame = page.locator('iframe.diagram-frame')
    assert.equal(await frame.getAttribute('sandbox'), 'allow-scripts')
    assert.equal(await page.evaluate('window.hacked'), undefined)
    await images.first().click()
    await page.keyboard.press('Control+End')
    await page.locator('.code-block pre').first().waitFor()
    await checkAccess(page, 'diagrams')
    assert.ok(pageId)
  })
})
