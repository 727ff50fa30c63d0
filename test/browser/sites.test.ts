import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addPage } from '../support/pages.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { publish } from '../support/sites.ts'
import { checkThemes } from '../support/web/axe.ts'
import { borrowBrowser } from '../support/web/browser.ts'

const markdown = `Some text with [a link](https://example.com/).

## First

- [x] Done
- [ ] Open

> [!WARNING]
> Take care.

### Second

| a | b |
|---|---|
| 1 | ${'wide '.repeat(40)} |

\`\`\`sh
${'a long command '.repeat(20)}
\`\`\`
`

describe('a published site in a browser', () => {
  let quire: TestServer
  let visits: Awaited<ReturnType<typeof borrowBrowser>>
  let page: Page
  let address: string
  before(async () => {
    quire = await startServer({ rateLimit: 0 })
    const rootId = await addPage(quire, 'Guide', { markdown })
    const board = '## To do\n\n- [ ] Card\n\n## Done\n\n- [x] Other\n'
    await addPage(quire, 'Install', { parentId: rootId, markdown: board })
    await publish(quire, rootId, { slug: 'guide', description: 'How to start.', language: 'en' })
    address = await quire.server.listen({ port: 0, host: '127.0.0.1' })
    visits = await borrowBrowser()
    const context = await visits.browser.newContext({ javaScriptEnabled: true })
    page = await context.newPage()
  })
  after(async () => {
    await page.context().close()
    await visits.release()
    await quire.close()
  })

  for (const width of [390, 1280]) {
    it(`breaks no rule of axe at ${width} pixels, and fits the screen`, async () => {
      await page.setViewportSize({ width, height: 900 })
      for (const path of ['guide/', 'guide/search?q=first', 'guide/nowhere', 'unknown/']) {
        await page.goto(`${address}/sites/${path}`)
        await checkThemes(page, `${path} at ${width}`)
        const overflow =
          'document.documentElement.scrollWidth - document.documentElement.clientWidth'
        assert.equal(await page.evaluate(overflow), 0, path)
      }
      await page.goto(`${address}/sites/guide/`)
      await page
        .locator('.more a')
        .first()
        .evaluate((link: { click: () => void }) => link.click())
      await page.locator('h1', { hasText: 'Install' }).waitFor()
      await checkThemes(page, `a page below at ${width}`)
    })
  }

  it('is read, searched and left without script, with the keyboard', async () => {
    const context = await visits.browser.newContext({ javaScriptEnabled: false })
    const plain = await context.newPage()
    await plain.setViewportSize({ width: 390, height: 800 })
    await plain.goto(`${address}/sites/guide/`)
    await plain.keyboard.press('Tab')
    assert.equal(await plain.locator('.skip:focus').count(), 1)
    const menu = plain.locator('.menu')
    assert.equal(await menu.locator('a', { hasText: 'Install' }).isVisible(), false)
    await menu.locator('summary').click()
    await menu.locator('a', { hasText: 'Install' }).click()
    await plain.locator('h1', { hasText: 'Install' }).waitFor()
    await plain.getByRole('searchbox').fill('Install')
    await plain.keyboard.press('Enter')
    await plain.waitForURL(/search\?q=Install/)
    assert.equal(await plain.locator('.hits a', { hasText: 'Install' }).count(), 1)
    assert.deepEqual(await context.cookies(), [])
    await context.close()
  })
})
