import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'

/** An ICU message: as text, or parsed ahead by the build of the web app. */
export type Source = string | MessageFormatElement[]

/** The messages of one language: by catalogue, then by key. */
export type Translations = Readonly<Record<string, Readonly<Record<string, Source>>>>

export interface Language {
  /** A BCP 47 tag: `de`, `zh-Hans`. */
  readonly tag: string
  /** How numbers, dates and lists are written: the tag itself, or a regional form of it such as `en-GB`. */
  readonly locale: string
  readonly translations: Translations
}

/** What every catalogue is written in, and what a missing translation falls back to. */
export const english: Language = { tag: 'en', locale: 'en', translations: {} }
