import { english, type Language } from '../../../messages/language.ts'
import {
  chooseLanguage,
  isLanguageTag,
  languages,
  type LanguageTag,
} from '../../../messages/languages.ts'

const storageKey = 'quire.language'

type Current = Language & { readonly tag: LanguageTag }

let current: Current = { ...english, tag: 'en' }
const listeners = new Set<() => void>()

/** The language that the app is in now. */
export function currentLanguage(): Current {
  return current
}

/** How numbers, dates and lists are written now. */
export function currentLocale(): string {
  return current.locale
}

/** A format of `Intl` for the locale of the reader: made when it is first used, and anew for another locale. */
export function inLocale<Format>(make: (locale: string) => Format): () => Format {
  let last: { locale: string; format: Format } | undefined
  return () => {
    const locale = currentLocale()
    if (last?.locale !== locale) last = { locale, format: make(locale) }
    return last.format
  }
}

/** @returns a function that ends the subscription. */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The language of a new account; English is the default, and in the app leaves the choice to the browser. */
export function accountLanguage(): { language?: LanguageTag } {
  return current.tag === 'en' ? {} : { language: current.tag }
}

/** Before anything is shown: the language chosen last in this browser, otherwise the one the browser asks for. */
export async function startLanguage(): Promise<void> {
  const stored = localStorage.getItem(storageKey)
  const wanted = stored === null ? navigator.languages : [stored]
  await show(chooseLanguage(wanted)).catch(ignoreMissing)
}

/** The language of the profile, once somebody has signed in; `null` leaves the choice to the browser. */
export async function followProfile(tag: string | null): Promise<void> {
  if (tag !== null && isLanguageTag(tag)) await switchLanguage(tag).catch(ignoreMissing)
}

/**
 * Shows the app in another language, and remembers it for the next start.
 * @throws TypeError when the translation cannot be loaded; the language then stays.
 */
export async function switchLanguage(tag: LanguageTag): Promise<void> {
  await show(tag)
  localStorage.setItem(storageKey, tag)
}

/** Leaves the choice to the browser again. */
export async function followBrowser(): Promise<void> {
  localStorage.removeItem(storageKey)
  await startLanguage()
}

async function show(tag: LanguageTag): Promise<void> {
  const { direction, load } = languages[tag]
  const next = { tag, locale: localeOf(tag), translations: await load() }
  document.documentElement.lang = tag
  document.documentElement.dir = direction
  if (tag === current.tag) return
  current = next
  for (const listener of listeners) listener()
}

/** The app works in the language it has, also without a connection. */
function ignoreMissing(): void {}

/** The browser's own form of the language, as `en-GB`, decides how dates and numbers are written. */
function localeOf(tag: LanguageTag): string {
  const { language } = new Intl.Locale(tag)
  const isForm = (one: string) => languageOf(one) === language && chooseLanguage([one]) === tag
  return navigator.languages.find(isForm) ?? tag
}

/** Undefined for a locale that `Intl` refuses: some browsers report those of the system, as `en-US@posix`. */
function languageOf(locale: string): string | undefined {
  try {
    return new Intl.Locale(locale).language
  } catch {
    return undefined
  }
}
