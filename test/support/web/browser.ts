import chromium from '@sparticuz/chromium'
import { type Browser, type Page, chromium as playwright } from 'playwright-core'
import { password } from './visitor.ts'

/**
 * A real Chromium from the npm registry, or the one that CHROMIUM names. Not with the arguments that the
 * package suggests: they are for a cloud's sandbox, and turn off what keeps sites apart.
 */
export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'] ?? (await chromium.executablePath())
  return playwright.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  })
}

/** Gives the browser of a page a session as the sign-in screen does, without the screen. */
export async function signInBrowser(page: Page, address: string, email: string): Promise<void> {
  const headers = { origin: address }
  const data = { email, password }
  const answer = await page.request.post(`${address}/app/session/create`, { headers, data })
  if (!answer.ok()) throw new Error(`signing in: ${answer.status()} ${await answer.text()}`)
}
