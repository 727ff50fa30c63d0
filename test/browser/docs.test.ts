import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../support/browser.ts'
import { startServer, type TestServer } from '../support/server.ts'

describe('the docs page', () => {
  let quire: TestServer
  let address: string
  let browser: Browser
  let page: Page
  const elsewhere: string[] = []
  const complaints: string[] = []

  before(async () => {
    quire = await startServer()
    address = await quire.server.listen({ host: '127.0.0.1', port: 0 })
    browser = await openBrowser()
    page = await browser.newPage()
    page.on('request', (request) => {
      const url = request.url()
      if (!url.startsWith(address) && !url.startsWith('data:')) elsewhere.push(url)
    })
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    await page.goto(`${address}/docs`)
    await page.waitForSelector('.opblock')
  })
  after(async () => {
    await browser.close()
    await quire.close()
  })

  const operation = (path: string) =>
    page.locator('.opblock', { has: page.locator(`[data-path="${path}"]`) })

  async function tryOut(path: string): Promise<{ status: string; body: string }> {
    const block = operation(path)
    await block.locator('.opblock-summary-control').click()
    await block.locator('.execute').click()
    const answer = block.locator('.live-responses-table tbody tr').first()
    await answer.waitFor()
    const status = await answer.locator('.response-col_status').innerText()
    const body = await answer.locator('.response-col_description pre').first().innerText()
    return { status: status.split(/\s/, 1)[0] ?? '', body }
  }

  it('refuses to try an operation without a key', async () => {
    const { status, body } = await tryOut('/v1/workspaces')
    assert.equal(status, '401')
    assert.match(body, /Invalid API key/)
  })

  it('takes a key under Authorize, and its examples work as they are', async () => {
    await page.locator('.btn.authorize').click()
    await page.locator('.auth-container input').fill(quire.key)
    const filled = page.waitForResponse((response) => response.url().endsWith('/docs/json'))
    await page.locator('.auth-btn-wrapper .authorize').click()
    await filled
    await page.locator('.btn-done').click()
    for (const path of [
      '/v1/pages/create',
      '/v1/pages/stats',
      '/v1/page-files/upload-image',
      '/v1/page-files/attach-image',
    ]) {
      const { status, body } = await tryOut(path)
      assert.equal(status, '200', `${path}: ${body}`)
    }
  })

  it('loads nothing from another host and breaks no rule of its own', () => {
    assert.deepEqual(elsewhere, [])
    assert.deepEqual(
      complaints.filter((text) => !text.includes('401')),
      [],
    )
  })
})
