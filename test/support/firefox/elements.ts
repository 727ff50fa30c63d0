import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'puppeteer-core'
import type { InPage } from './steps.ts'

const read = (url: URL | string) => readFileSync(new URL(url), 'utf8')
const library = read(
  import.meta.resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
)
const source = stripTypeScriptTypes(read(new URL('in-page.ts', import.meta.url)))
const script = source.replaceAll(/^import .*$/gm, '').replaceAll('export ', '')

/** Calls a function of `in-page.ts`, which is sent to each document once. */
export async function callInPage<Called extends keyof InPage>(
  page: Page,
  name: Called,
  ...given: Parameters<InPage[Called]>
): Promise<Awaited<ReturnType<InPage[Called]>>> {
  const call = `(globalThis.quireTest?.${name} ?? (() => 'unsent'))(...${JSON.stringify(given)})`
  const answer: unknown = await page.evaluate(call)
  if (answer === 'unsent') {
    await page.evaluate(library)
    await page.evaluate(`globalThis.quireTest = (() => { ${script}; return inPage })(); null`)
    return callInPage(page, name, ...given)
  }
  // SAFETY: what the function of this name gives, as JSON carries it.
  return answer as Awaited<ReturnType<InPage[Called]>>
}

/** A document that goes away while it is asked answers with an error; the next one is asked then. */
const isGone = (error: unknown) =>
  /context|realm|navigat|frame|discarded|no such/i.test(String(error))

/** Asks until the answer is right. Fails with what it was last. */
export async function waitUntil<Answer>(
  what: string,
  timeoutMs: number,
  ask: () => Promise<Answer>,
  isRight: (answer: Answer) => boolean,
): Promise<Answer> {
  const end = performance.now() + timeoutMs
  for (;;) {
    const answer = await ask().catch((error: unknown) => {
      if (isGone(error) && performance.now() < end) return undefined
      throw error
    })
    if (answer !== undefined && isRight(answer)) return answer
    if (performance.now() > end) {
      throw new Error(`waited in vain for ${what}: ${JSON.stringify(answer)}`)
    }
    await pause(30)
  }
}
