import { currentLocale } from './language.ts'

/** A format of `Intl` for the locale of the reader: made when it is first used, and anew for another locale. */
export function inLocale<Format>(make: (locale: string) => Format): () => Format {
  let last: { locale: string; format: Format } | undefined
  return () => {
    const locale = currentLocale()
    if (last?.locale !== locale) last = { locale, format: make(locale) }
    return last.format
  }
}
