import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openBrowser } from './browser.ts'
import { startServer, type TestServer } from './server.ts'
import { password, setPassword } from './visitor.ts'

const axeScript = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

type ContextOptions = Parameters<Browser['newContext']>[0]

export type Visits = {
  browser: Browser
  /** A browser of its own, where nobody is signed in. What goes wrong in it fails `close`. */
  visit: (options?: ContextOptions) => Promise<Page>
  close: () => Promise<void>
}

export type Screens = Visits & {
  quire: TestServer
  address: string
  /** The first person signed in, unless someone else is named. */
  visitAs: (person?: { userId: string; email: string }, options?: ContextOptions) => Promise<Page>
}

/** A browser to look at a server. Complaints of pages are failures of the test, and asking others than `hosts`. */
export async function openVisits(address: string, hosts: readonly string[] = []): Promise<Visits> {
  const browser = await openBrowser()
  const complaints: string[] = []
  return {
    browser,
    visit: async (options = {}) => {
      const context = await browser.newContext({ baseURL: address, ...options })
      listen(context, [address, ...hosts], complaints)
      const page = await context.newPage()
      page.setDefaultTimeout(20_000)
      return page
    },
    close: async () => {
      await browser.close()
      assert.deepEqual(complaints, [])
    },
  }
}

/** The same with a server of its own, on a port. */
export async function openScreens(
  settings: Parameters<typeof startServer>[0] = {},
  { hosts = [] }: { hosts?: readonly string[] } = {},
): Promise<Screens> {
  const quire = await startServer({ rateLimit: 0, ...settings })
  const listening = await quire.server.listen({ host: '127.0.0.1', port: settings.port ?? 0 })
  // Passkeys belong to a name.
  const address = listening.replace('127.0.0.1', 'localhost')
  const visits = await openVisits(address, hosts)
  const first = { userId: quire.userId, email: 'ada@example.com' }
  return {
    ...visits,
    quire,
    address,
    visitAs: async ({ userId, email } = first, options) => {
      await setPassword(quire, userId)
      const page = await visits.visit(options)
      const answer = await page.request.post('/app/session/create', {
        data: { email, password },
        headers: { origin: address },
      })
      assert.equal(answer.status(), 200)
      return page
    },
    close: async () => {
      // The browser first: the server would wait for its connections.
      await visits.close().finally(() => quire.close())
    },
  }
}

/** Refusals are answers; anything else a browser complains of is a fault, and so is asking another host. */
function listen(context: BrowserContext, hosts: readonly string[], complaints: string[]): void {
  context.on('request', (request) => {
    const url = request.url()
    const isOwn = /^(?:data|blob):/.test(url) || hosts.some((host) => url.startsWith(host))
    if (!isOwn) complaints.push(`asked for ${url}`)
  })
  context.on('console', (message) => {
    const isRefusal = /status of 4\d\d/.test(message.text())
    if (message.type() === 'error' && !isRefusal) complaints.push(message.text())
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
}

/** Holds what is on the screen now to the rules of axe, in words that name the element. */
export async function checkAccess(page: Page): Promise<void> {
  // Evaluated by the browser's debugger, which no policy of the page concerns.
  await page.evaluate(axeScript)
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run: (options: object) => Promise<{ violations: Violation[] }> }
    }
    const { violations } = await axe.run({ resultTypes: ['violations'] })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
      )
  })
  assert.deepEqual(found, [], `on ${page.url()}`)
}

type Violation = { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }

/** Does the same in the light and in the dark. */
export async function inBothThemes(page: Page, look: () => Promise<void>): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page
      .locator(`html[data-mantine-color-scheme=${colorScheme}]`)
      .waitFor({ state: 'attached' })
    // Colours pass from one theme to the other.
    await page.waitForTimeout(300)
    await look()
  }
}
