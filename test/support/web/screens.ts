import assert from 'node:assert/strict'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openStack } from '../../runner/after-file.ts'
import { startServer, type TestServer } from '../server.ts'
import { borrowBrowser, signInBrowser, slowDown } from './browser.ts'
import { setPassword } from './visitor.ts'

type ContextOptions = Parameters<Browser['newContext']>[0]

export type Visits = {
  browser: Browser
  /** What the browser complained of so far, and what it asked of other hosts: none of it passes `close`. */
  complaints: string[]
  /** A browser of its own, where nobody is signed in. */
  visit: (options?: ContextOptions) => Promise<Page>
  close: () => Promise<void>
}

export type Expected = {
  /** Hosts that may be asked beside the server. */
  hosts?: readonly string[]
  /** Complaints that the test brings about itself. */
  provoked?: RegExp
  /** In browsers without WebSocket, where no page is live. */
  withoutLive?: boolean
}

export type Screens = Visits & {
  quire: TestServer
  address: string
  /** The first person signed in, unless someone else is named. */
  visitAs: (person?: { userId: string; email: string }, options?: ContextOptions) => Promise<Page>
}

/** A browser to look at a server. */
export async function openVisits(address: string, expected: Expected = {}): Promise<Visits> {
  const opened = openStack()
  const { browser, release } = await borrowBrowser()
  opened.defer(release)
  const complaints: string[] = []
  return {
    browser,
    complaints,
    visit: async (options = {}) => {
      const viewport = { width: 1280, height: 800 }
      const context = await browser.newContext({
        baseURL: address,
        viewport,
        // With a worker, what a test brings about with the network may not reach the app.
        serviceWorkers: 'block',
        ...options,
      })
      if (expected.withoutLive === true) {
        await context.addInitScript('Reflect.deleteProperty(globalThis, "WebSocket")')
      }
      opened.defer(() => context.close())
      listen(context, address, expected, (complaint) => complaints.push(complaint))
      context.setDefaultTimeout(60_000)
      const page = await context.newPage()
      await slowDown(page)
      return page
    },
    close: async () => {
      await opened.disposeAsync()
      assert.deepEqual(complaints, [])
    },
  }
}

/** A browser to look at a test server, which is put on a port. */
export async function openScreensOf(
  quire: TestServer,
  { port = 0, ...expected }: Expected & { port?: number } = {},
): Promise<Screens> {
  const listening = await quire.server.listen({ host: '127.0.0.1', port })
  // Passkeys belong to a name.
  const address = listening.replace('127.0.0.1', 'localhost')
  const visits = await openVisits(address, expected)
  const first = { userId: quire.userId, email: 'ada@example.com' }
  return {
    ...visits,
    quire,
    address,
    visitAs: async ({ userId, email } = first, options) => {
      await setPassword(quire, userId)
      const page = await visits.visit(options)
      await signInBrowser(page, address, email)
      return page
    },
  }
}

/** The same with a server of its own. */
export async function openScreens(
  settings: Parameters<typeof startServer>[0] = {},
  expected: Expected = {},
): Promise<Screens> {
  const quire = await startServer({ rateLimit: 0, ...settings })
  const screens = await openScreensOf(quire, { port: settings.port ?? 0, ...expected })
  return {
    ...screens,
    // The browser first: the server would wait for its connections.
    close: () => screens.close().finally(() => quire.close()),
  }
}

/** Refusals are answers; anything else a browser complains of is a fault, and so is asking another host. */
function listen(
  context: BrowserContext,
  address: string,
  { hosts = [], provoked }: Expected,
  report: (complaint: string) => void,
): void {
  const own = [address, ...hosts]
  const warn = (text: string) => {
    if (provoked?.test(text) !== true) report(text)
  }
  context.on('request', (request) => {
    const url = request.url()
    const isOwn = /^(?:data|blob):/.test(url) || own.some((host) => url.startsWith(host))
    if (!isOwn) report(`asked for ${url}`)
  })
  context.on('console', (message) => {
    const isRefusal = /status of 4\d\d/.test(message.text())
    if (message.type() === 'error' && !isRefusal) warn(message.text())
  })
  context.on('weberror', (error) => warn(String(error.error())))
}
