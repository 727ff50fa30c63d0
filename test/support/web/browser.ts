import chromium from '@sparticuz/chromium'
import { type Browser, type Page, chromium as playwright } from 'playwright-core'
export type { Browser, CDPSession, Page } from 'playwright-core'
import { openFirefox } from '../firefox/browser.ts'
import { inSystemFolder } from '../stores/memory.ts'
import { password } from './visitor.ts'

/** True when `npm run test:firefox` runs the tests. */
export const isFirefox = process.env['QUIRE_TEST_BROWSER'] === 'firefox'

/**
 * A real Chromium from the npm registry, or the one that CHROMIUM names. Not with the arguments that the
 * package suggests: they are for a cloud's sandbox, and turn off what keeps sites apart.
 */
export async function openBrowser(): Promise<Browser> {
  if (isFirefox) return openFirefox()
  // The package unpacks it once into the temporary folder.
  const unpacked = () => inSystemFolder(() => chromium.executablePath())
  const executablePath = process.env['CHROMIUM'] ?? (await unpacked())
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

let shared: Browser | undefined

/** Opens the browser that the files of this process share. */
export async function shareBrowser(): Promise<Browser> {
  shared = await openBrowser()
  return shared
}

/** Gives the browser that files share, or else one of its own, and what releases it. */
export async function borrowBrowser(): Promise<{ browser: Browser; release: () => Promise<void> }> {
  if (shared !== undefined) return { browser: shared, release: async () => undefined }
  const browser = await openBrowser()
  return { browser, release: () => browser.close() }
}

/** Makes the processor slower for a page by the factor in QUIRE_TEST_SLOWDOWN, as on a loaded machine. */
export async function slowDown(page: Page): Promise<void> {
  const rate = Number(process.env['QUIRE_TEST_SLOWDOWN'] ?? 1)
  if (rate === 1 || isFirefox) return
  const debug = await page.context().newCDPSession(page)
  await debug.send('Emulation.setCPUThrottlingRate', { rate })
}

/** Gives the browser of a page a session as the sign-in screen does, without the screen. */
export async function signInBrowser(page: Page, address: string, email: string): Promise<void> {
  const headers = { origin: address }
  const data = { email, password }
  const answer = await page.request.post(`${address}/app/session/create`, { headers, data })
  if (!answer.ok()) throw new Error(`signing in: ${answer.status()} ${await answer.text()}`)
}

/** Files and answers that come when a page has been on the screen for some time. */
const laterParts =
  /\/assets\/(?:agent-marks|offline|offline-preference|version-queries)-|\/v1\/history\//

export type FirstLoad = { requests: number; kilobytes: number; scriptKilobytes: number }

/** Sums up what the browser loaded for the page that is open, as it came compressed. */
export async function firstLoad(page: Page): Promise<FirstLoad> {
  await page.waitForLoadState('networkidle')
  const loaded = await page.evaluate(() =>
    performance
      .getEntries()
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .map(({ name, encodedBodySize }) => ({ name, kilobytes: encodedBodySize / 1024 })),
  )
  const first = loaded.filter(({ name }) => !laterParts.test(name))
  const sum = (files: typeof first) => files.reduce((total, { kilobytes }) => total + kilobytes, 0)
  return {
    requests: first.length,
    kilobytes: sum(first),
    scriptKilobytes: sum(first.filter(({ name }) => name.endsWith('.js'))),
  }
}
