import chromium from '@sparticuz/chromium'
import { type Browser, chromium as playwright } from 'playwright-core'

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
