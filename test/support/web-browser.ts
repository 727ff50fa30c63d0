import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openBrowser } from './browser.ts'
import { startServer, type TestServer } from './server.ts'
import { password, setPassword } from './visitor.ts'

export type WebBrowser = {
  quire: TestServer
  address: string
  browser: Browser
  /** A browser of its own in which the first person, or another one, is signed in. */
  signIn: (
    person?: { userId: string; email: string },
    options?: Parameters<Browser['newContext']>[0],
  ) => Promise<BrowserContext>
  createPage: (markdown: string, more?: object) => Promise<string>
  markdownOf: (pageId: string) => Promise<string>
  /** What the pages complained of, and what they asked of other hosts. */
  complaints: string[]
  close: () => Promise<void>
}

/** The built web app on a server of its own, with a real browser. */
export async function startWebBrowser(
  settings: Parameters<typeof startServer>[0] = {},
): Promise<WebBrowser> {
  const quire = await startServer({ rateLimit: 0, ...settings })
  const address = await quire.server.listen({ host: '127.0.0.1', port: 0 })
  const browser = await openBrowser()
  const complaints: string[] = []
  const { workspaceId } = quire

  const watch = (page: Page) => {
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    page.on('request', (request) => {
      const url = request.url()
      if (!url.startsWith(address) && !/^(?:data|blob):/.test(url)) complaints.push(url)
    })
  }
  return {
    quire,
    address,
    browser,
    complaints,
    signIn: async (person = { userId: quire.userId, email: 'ada@example.com' }, options = {}) => {
      await setPassword(quire, person.userId)
      const context = await browser.newContext({
        baseURL: address,
        permissions: ['clipboard-read', 'clipboard-write'],
        ...options,
      })
      context.on('page', watch)
      const answer = await context.request.post('/app/session/create', {
        data: { email: person.email, password },
        headers: { origin: address },
      })
      if (!answer.ok()) throw new Error(`Sign-in failed: ${await answer.text()}`)
      return context
    },
    createPage: async (markdown, more = {}) => {
      const input = { workspaceId, title: 'Plan', markdown, ...more }
      const { body } = await quire.post<{ pageId: string }>('/v1/pages/create', input)
      return body.pageId
    },
    markdownOf: async (pageId) => {
      const { body } = await quire.post<{ markdown: string }>('/v1/pages/markdown', {
        workspaceId,
        pageId,
      })
      return body.markdown
    },
    close: async () => {
      await browser.close()
      await quire.close()
    },
  }
}
