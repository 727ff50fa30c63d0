/** The languages that people can choose, as BCP 47 codes. English stands in for a text that one of them lacks. */
export const languages = ['en', 'de', 'ar', 'zh-Hans'] as const
export type Language = (typeof languages)[number]

/** A stored code; English when the person chose none, or a language that a later version offers. */
export function languageOf(code: string | null | undefined): Language {
  return languages.find((language) => language === code) ?? 'en'
}
