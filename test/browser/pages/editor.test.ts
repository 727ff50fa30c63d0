import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addPage, markdownOf, markdownWhen } from '../../support/pages.ts'
import { until } from '../../support/until.ts'
import { openPage, waitForSaveState } from '../../support/web/page-screen.ts'
import { openScreens, type Screens } from '../../support/web/screens.ts'
import { pastePicture } from '../../support/web/typing.ts'

const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('the editor', () => {
  let screens: Screens
  let page: Page

  before(async () => {
    screens = await openScreens()
    const permissions = ['clipboard-read', 'clipboard-write']
    page = await screens.visitAs(undefined, { permissions })
  })
  after(() => screens.close())

  async function open(markdown: string): Promise<string> {
    const pageId = await addPage(screens.quire, 'Plan', { markdown })
    await openPage(page, pageId)
    return pageId
  }
  const stored = (pageId: string, expected: RegExp) => markdownWhen(screens.quire, pageId, expected)

  async function type(...lines: string[]): Promise<void> {
    for (const line of lines) {
      await page.keyboard.type(line)
      await page.keyboard.press('Enter')
    }
  }

  it('writes by Markdown shortcuts what the API reads back', async () => {
    const pageId = await open('')
    await page.locator('.ProseMirror').click()
    await type('## Plan', 'With **bold** and `code` and [a link](https://example.com)')
    await type('- One', 'Two', '')
    await type('[] Open task', '')
    await type('> Quote', '')
    await type('---')
    await type('```ts ')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('const a = 1')
    const markdown = await stored(pageId, /const a = 1/)
    assert.match(
      markdown,
      /^## Plan\n\nWith \*\*bold\*\* and `code` and \[a link\]\(https:\/\/example\.com\)\n/,
    )
    assert.match(markdown, /- One\n- Two\n/)
    assert.match(markdown, /[-*] \[ \] Open task\n/)
    assert.match(markdown, /> Quote\n/)
    assert.match(markdown, /```ts\nconst a = 1\n```/)
    await waitForSaveState(page, 'saved')
  })

  it('puts in a table, a callout and a task by the slash menu, with the keyboard alone', async () => {
    const pageId = await open('')
    await page.getByLabel('Title').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('/warn')
    await page.getByRole('option', { name: 'Warning' }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Careful')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/tab')
    await page.getByRole('option', { name: 'Table' }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Name')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Size')
    const markdown = await stored(pageId, /Size/)
    assert.match(markdown, /> \[!WARNING\]\n> Careful\n/)
    assert.match(markdown, /\| Name \| Size \| +\|\n/)
  })

  it('takes the address of a link that is typed right after its keys', async () => {
    const pageId = await open('Plan')
    await page.getByText('Plan', { exact: true }).last().click()
    await page.keyboard.press('End')
    await page.keyboard.press('Shift+Home')
    // The browser tells the editor of a selection a moment after the key.
    await page.evaluate(() => new Promise((done) => setTimeout(done, 50)))
    await page.keyboard.press('Control+Shift+K')
    await page.keyboard.type('example.com/plan')
    await page.keyboard.press('Enter')
    assert.equal(await stored(pageId, /example/), '[Plan](https://example.com/plan)\n')
  })

  it('ticks a task that was written elsewhere', async () => {
    const pageId = await open('- [ ] Milk\n- [ ] Bread\n')
    await page.getByRole('checkbox', { name: 'Bread' }).check()
    assert.equal(await stored(pageId, /\[x\]/), '- [ ] Milk\n- [x] Bread\n')
  })

  it('renames the page and gives it an icon', async () => {
    const pageId = await open('Text')
    await page.getByLabel('Title').fill('Renamed')
    await page.getByRole('button', { name: 'Add icon' }).click()
    await page.getByLabel('Search emoji').fill('seedling')
    await page
      .getByRole('gridcell', { name: /seedling/i })
      .first()
      .click()
    const { post, workspaceId } = screens.quire
    type Named = { title: string; icon: string | null }
    const named = await until(async () => {
      const { body } = await post<Named>('/v1/pages/document', { workspaceId, pageId })
      return body.icon !== null && body.title !== 'Plan' && body
    })
    assert.deepEqual([named.title, named.icon], ['Renamed', '🌱'])
  })

  it('takes a pasted image and shows it from the server', async () => {
    const pageId = await open('Text')
    await page.locator('.ProseMirror p').click()
    await pastePicture(page, dot)
    await page.locator('.ProseMirror img[src]').waitFor()
    assert.match(await stored(pageId, /!\[/), /!\[shot\]\(\/files\/[\da-f-]{36}\)/)
    const width = await page.evaluate(
      `{ const image = document.querySelector('.ProseMirror img[src]'); image.decode().then(() => image.naturalWidth) }`,
    )
    assert.equal(width, 1)
  })

  it('pastes Markdown as what it means', async () => {
    const pageId = await open('')
    await page.locator('.ProseMirror').click()
    const text = '## Pasted\n\n- [x] done\n\n| a |\n| - |\n| b |\n'
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
    await page.keyboard.press('ControlOrMeta+v')
    await page.locator('.ProseMirror h2').waitFor()
    assert.match(await stored(pageId, /Pasted/), /## Pasted\n\n- \[x\] done\n\n\| a \|\n/)
  })

  it('takes a dropped file of any size, in parts', async () => {
    const pageId = await open('Text')
    await page.evaluate(`{
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([new Uint8Array(2_500_000)], 'large.bin'))
      const { x, y } = document.querySelector('.ProseMirror p').getBoundingClientRect()
      document
        .querySelector('.ProseMirror')
        .dispatchEvent(new DragEvent('drop', { dataTransfer, clientX: x + 8, clientY: y + 8, bubbles: true }))
    }`)
    await page.locator('.file-chip', { hasText: 'large.bin (2.5 MB)' }).waitFor()
    assert.match(await stored(pageId, /large/), /\[large\.bin\]\(\/files\/[\da-f-]{36} "file/)
    const { workspaceId } = screens.quire
    const { body } = await screens.quire.post<{ files: { size: number }[] }>(
      '/v1/page-files/list',
      {
        workspaceId,
        pageId,
      },
    )
    assert.deepEqual(
      body.files.map(({ size }) => size),
      [2_500_000],
    )
  })

  it('prints the page without what is around it', async () => {
    await open('## Heading\n\n- [x] Done\n\n```js\na\n```\n')
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    const visible = await page.evaluate<string[]>(
      `[...document.querySelectorAll('nav, header:not(.page-head), button, select, .page-outline, a[href="#main"]')]
        .filter((element) => element.checkVisibility())
        .map((element) => element.outerHTML.slice(0, 120))`,
    )
    const [main] = await page.evaluate<unknown[]>(
      `['#main'].map((name) => {
        const element = document.querySelector(name)
        const { paddingInlineStart, color, colorScheme } = getComputedStyle(element)
        return [paddingInlineStart, color, colorScheme]
      })`,
    )
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
    assert.deepEqual(visible, [])
    assert.deepEqual(main, ['0px', 'rgb(0, 0, 0)', 'light'])
  })

  it('keeps what it does not know how to write', async () => {
    const markdown =
      'Text[^1] and $x$ and <b>html</b>.\n\n3. three\n4. four\n\n```js title="a"\nb\n```\n\n[^1]: Note.\n'
    const pageId = await open(markdown)
    const before = await markdownOf(screens.quire, pageId)
    await page.locator('.ProseMirror li').last().click()
    await page.keyboard.press('End')
    await page.keyboard.type('!')
    assert.equal(await stored(pageId, /four!/), before.replace('four', 'four!'))
  })

  it('complains of nothing and asks no other host', () => {
    assert.deepEqual(screens.complaints, [])
  })
})
