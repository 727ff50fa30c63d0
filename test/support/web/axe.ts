import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { isFirefox } from './browser.ts'

const axe = readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

type Violation = { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }

/** Holds what is on the screen now to the rules of axe, in the light and in the dark; `what` names it. */
export async function checkAccess(page: Page, what = ''): Promise<void> {
  if (isFirefox) return checkLight(page, what)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page
      .locator(`html[data-mantine-color-scheme=${colorScheme}]`)
      .waitFor({ state: 'attached' })
    await waitUntilStable(page)
    assert.deepEqual(await seriousFindings(page), [], `${what} on ${page.url()}, ${colorScheme}`)
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}

/** The driver of Firefox cannot change the theme. */
async function checkLight(page: Page, what: string): Promise<void> {
  await waitUntilStable(page)
  assert.deepEqual(await seriousFindings(page), [], `${what} on ${page.url()}`)
}

/** The same of a page that follows the theme of the browser. */
export async function checkThemes(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    assert.deepEqual(await seriousFindings(page), [], `${what}, ${colorScheme}`)
  }
}

/** Colours pass from one theme to the other, and what fades in has no contrast yet. */
async function waitUntilStable(page: Page): Promise<void> {
  await page.waitForTimeout(300)
  await page.evaluate(
    `Promise.race([
      Promise.allSettled(document.getAnimations().map(({ finished }) => finished)),
      new Promise((resolve) => setTimeout(resolve, 2000)),
    ]).then(() => undefined)`,
  )
}

/** In words that name the element. */
async function seriousFindings(page: Page): Promise<string[]> {
  // Evaluated by the browser's debugger, which no policy of the page concerns.
  await page.evaluate(await axe)
  const found = await page.evaluate<Violation[]>(
    `axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  )
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
    )
}
