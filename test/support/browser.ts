import chromium from '@sparticuz/chromium'
import { type Browser, chromium as playwright } from 'playwright-core'

/**
 * What suits a function in the cloud: one process ends with its first tab, and the rules between
 * sites, which these tests are about, would not hold.
 */
const unwanted = new Set(['--single-process', '--disable-web-security'])

/** A real Chromium from the npm registry, or the one that CHROMIUM names. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'] ?? (await chromium.executablePath())
  return playwright.launch({
    executablePath,
    args: [
      ...chromium.args.filter((argument) => !unwanted.has(argument)),
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  })
}
