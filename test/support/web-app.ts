import type { BrowserContext, Page } from 'playwright-core'
import { openBrowser } from './browser.ts'
import { startServer, type TestServer } from './server.ts'
import { password, setPassword } from './visitor.ts'

export type WebApp = {
  quire: TestServer
  address: string
  page: Page
  context: BrowserContext
  /** What the browser asked of other hosts: nothing, ever. */
  elsewhere: string[]
  /** Errors of scripts and of the policy. */
  complaints: string[]
  close: () => Promise<void>
}

/** The app in a real browser, its first person signed in and the workspace open. */
export async function openWebApp(path = '/'): Promise<WebApp> {
  const quire = await startServer({ rateLimit: 0 })
  const address = await quire.server.listen({ host: '127.0.0.1', port: 0 })
  const browser = await openBrowser()
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const elsewhere: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(address) && !/^(?:data|blob):/.test(url)) elsewhere.push(url)
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await signInBrowser(quire, page, address)
  await page.goto(address + path)
  return {
    quire,
    address,
    page,
    context,
    elsewhere,
    complaints,
    close: async () => {
      await browser.close()
      await quire.close()
    },
  }
}

/** Gives the browser a session as the sign-in screen does, without the screen. */
export async function signInBrowser(
  quire: TestServer,
  page: Page,
  address: string,
  person: { userId: string; email: string } = { userId: quire.userId, email: 'ada@example.com' },
): Promise<void> {
  await setPassword(quire, person.userId)
  const { email } = person
  const headers = { origin: address }
  const data = { email, password }
  const answer = await page.request.post(`${address}/app/session/create`, { headers, data })
  if (!answer.ok()) throw new Error(`Signing in: ${answer.status()} ${await answer.text()}`)
}
