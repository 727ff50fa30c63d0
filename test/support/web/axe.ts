import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { isFirefox } from './browser.ts'

const axe = readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** The rules that depend on the theme. The others find the same in each. */
const colourRules = ['color-contrast', 'link-in-text-block']

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
    const found = await findingsIn(page, colorScheme)
    assert.deepEqual(found, [], `${what} on ${page.url()}, ${colorScheme}`)
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
    assert.deepEqual(await findingsIn(page, colorScheme), [], `${what}, ${colorScheme}`)
  }
}

/**
 * Colours pass from one theme to the other, and what fades in has no contrast yet. A transition starts up to two frames
 * after its cause. What turns forever never ends.
 */
async function waitUntilStable(page: Page): Promise<void> {
  await page.evaluate(
    `new Promise((resolve) => {
      const isEnding = ({ effect, playState }) =>
        playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
      const latest = performance.now() + 2000
      let still = 0
      const look = () => {
        still = document.getAnimations().some(isEnding) ? 0 : still + 1
        if (still > 3 || performance.now() > latest) resolve()
        else requestAnimationFrame(look)
      }
      look()
    })`,
  )
}

function findingsIn(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  return seriousFindings(page, colorScheme === 'light' ? {} : { runOnly: colourRules })
}

/** In words that name the element. */
async function seriousFindings(page: Page, which: { runOnly?: string[] } = {}): Promise<string[]> {
  // Evaluated by the browser's debugger, which no policy of the page concerns.
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(await axe)
  const options = JSON.stringify({ resultTypes: ['violations'], ...which })
  const found = await page.evaluate<Violation[]>(
    `axe.run(${options}).then(({ violations }) => violations)`,
  )
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
    )
}
