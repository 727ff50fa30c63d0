import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(new URL('in-browser.ts', import.meta.url), 'utf8')
const script = stripTypeScriptTypes(source).replaceAll('export function', 'function')

/** What a reader of the page could not read or reach, each in a sentence. */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(`(() => { ${script}; return findLayoutFaults() })()`)
}

/** What is wider than the place it has, each in a sentence. */
export function overflowOf(page: Page): Promise<string[]> {
  return page.evaluate(`(() => { ${script}; return findOverflow() })()`)
}

/** What a reader of the page reads, and what a screen reader says. */
export function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(`(() => { ${script}; return readTexts() })()`)
}
