import { execFileSync } from 'node:child_process'
import type { Browser as PlaywrightBrowser } from 'playwright-core'
import { type Browser, type Page, launch } from 'puppeteer-core'
import { FirefoxPage } from './page.ts'

type Options = { baseURL?: string; viewport?: { width: number; height: number } }
type Listeners = Record<string, (event: never) => void>

/** The program of Firefox and its version: the one that FIREFOX names, or that of the system. */
export function findFirefox(): { path: string; version: string } | undefined {
  const named = process.env['FIREFOX']
  for (const path of named === undefined ? ['firefox-esr', 'firefox'] : [named]) {
    try {
      const version = execFileSync(path, ['--version'], { encoding: 'utf8', stdio: 'pipe' }).trim()
      const found = path.includes('/') ? path : execFileSync('which', [path], { encoding: 'utf8' })
      return { path: found.trim(), version }
    } catch {
      // The next name.
    }
  }
  return undefined
}

/**
 * A Firefox that tests use as they use the browser of Playwright. What the journeys do not need is missing:
 * calling it fails with its name.
 */
export async function openFirefox(): Promise<PlaywrightBrowser> {
  const firefox = findFirefox()
  if (firefox === undefined) throw new Error('There is no Firefox. Set FIREFOX to its program.')
  const browser = await launch({
    browser: 'firefox',
    executablePath: firefox.path,
    extraPrefsFirefox: {
      'dom.events.testing.asyncClipboard': true,
      'layout.css.prefers-color-scheme.content-override': 1,
      'ui.prefersReducedMotion': 1,
    },
  })
  const opened = {
    newContext: (options: Options) => newContext(browser, options),
    close: () => browser.close(),
  }
  // SAFETY: the part of a browser that the journeys use.
  return opened as unknown as PlaywrightBrowser
}

async function newContext(browser: Browser, { baseURL = '', viewport }: Options): Promise<object> {
  const context = await browser.createBrowserContext()
  const listeners: Listeners = {}
  let timeoutMs = 20_000
  const scripts = [
    // No worker of the app stands between a page and the requests that a test holds.
    `if (navigator.serviceWorker) navigator.serviceWorker.register = () => new Promise(() => {})`,
  ]
  return {
    setDefaultTimeout: (milliseconds: number) => (timeoutMs = milliseconds),
    on: (event: string, listener: (event: never) => void) => (listeners[event] = listener),
    addInitScript: async (script: string) => scripts.push(script),
    close: () => context.close(),
    newPage: async () => {
      // Windows and not tabs: those behind another are not drawn.
      const page = await context.newPage({ type: 'window' })
      for (const script of scripts) await page.evaluateOnNewDocument(script)
      if (viewport !== undefined) await page.setViewport(viewport)
      listen(page, listeners)
      return new FirefoxPage(page, context, baseURL, timeoutMs)
    },
  }
}

function listen(page: Page, listeners: Listeners): void {
  const report = (event: string, given: object) =>
    Reflect.apply(listeners[event] ?? (() => {}), undefined, [given])
  page.on('request', (request) => report('request', request))
  page.on('console', (message) => report('console', message))
  page.on('pageerror', (error) => report('weberror', { error: () => error }))
}
