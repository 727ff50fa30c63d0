import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { readEnglish } from '../../../messages/english.ts'
import { languages, type LanguageTag } from '../../../messages/languages.ts'
import { waitForFonts } from './noto-fonts.ts'
import { layoutFaults, textsOf } from './page-faults.ts'

export type View = { width: number; height: number; scheme: 'light' | 'dark' }

export const phone = { width: 390, height: 844 }
export const desktop = { width: 1280, height: 800 }

/** Names and commands, which are the same in every language. */
const sharedWords =
  /^[\d\p{P}\p{S}\p{Z}]*$|\bQuire\b|Ada|Lovelace|example\.com|\bLab\b|First key|Claude Code|VS Code|Open User Configuration|ollama pull|OpenID Connect/u

/** The messages of a language, to find controls by their label and to find texts that are left in English. */
export type Labels = {
  tag: LanguageTag
  /** The text of a message without arguments, as a label to look for. */
  of: (catalogue: string, key: string) => string
  /** Whether a text is an English message that has another text in the language. */
  isUntranslated: (text: string) => boolean
}

export async function labelsIn(tag: LanguageTag): Promise<Labels> {
  // SAFETY: the files of languages hold text; only the build of the app parses it.
  const translations = (await languages[tag].load()) as Record<string, Record<string, string>>
  const english = await readEnglish()
  const translated = (catalogue: string, key: string) =>
    translations[catalogue]?.[key] ?? english.get(catalogue)?.[key] ?? ''
  const same = new Set<string>()
  const other = new Set<string>()
  for (const [name, messages] of english) {
    for (const [key, text] of Object.entries(messages)) {
      if (tag === 'en' || translated(name, key) === text) same.add(text)
      else other.add(text)
    }
  }
  return {
    tag,
    of: translated,
    isUntranslated: (text) => other.has(text) && !same.has(text),
  }
}

/**
 * What a reader could not read on a screen, at each size: text that is not translated or cut off, and controls
 * that overlap. `SCREENSHOTS=folder` keeps a picture of each, named by `name`.
 */
export async function languageFaults(
  page: Page,
  name: string,
  { tag, isUntranslated }: Labels,
  views: readonly View[],
): Promise<string[]> {
  const faults: string[] = []
  const root = await page.evaluate('[document.documentElement.lang, document.documentElement.dir]')
  assert.deepEqual(root, [tag, languages[tag].direction], name)
  for (const text of await textsOf(page)) {
    if (isUntranslated(text)) faults.push(`${name} is not translated: ${text}`)
    else if (/^(?:ar|zh)/.test(tag) && isEnglish(text)) faults.push(`${name} is English: ${text}`)
  }
  for (const { scheme, ...size } of views) {
    await page.setViewportSize(size)
    await page.evaluate(
      `document.documentElement.setAttribute('data-mantine-color-scheme', '${scheme}')`,
    )
    await waitForFonts(page)
    await waitUntilFitting(page)
    await keepScreenshot(page, [tag, name, scheme, String(size.width)])
    const found = await layoutFaults(page)
    faults.push(...found.map((fault) => `${name} at ${size.width} pixels, ${scheme}: ${fault}`))
  }
  return faults
}

/** Menus of the editor follow a new size with a delay. A page that stays too wide is a fault, found later. */
async function waitUntilFitting(page: Page): Promise<void> {
  const fits = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth + 1'
  await page.waitForFunction(fits, undefined, { timeout: 1000 }).catch(() => undefined)
}

/** Two words of Latin letters beside each other that are no name. */
function isEnglish(text: string): boolean {
  return /[a-z]{2,} [a-z]{2,}/i.test(text) && !sharedWords.test(text)
}

async function keepScreenshot(page: Page, parts: readonly string[]): Promise<void> {
  const folder = process.env['SCREENSHOTS']
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  const name = parts.map((part) => part.replaceAll(/\W+/g, '-')).join('_')
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
