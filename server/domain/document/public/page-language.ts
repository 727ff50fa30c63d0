import { detectLanguages } from '../../../search/analysis/detect-language.ts'

export type PageLanguage = {
  /** BCP 47. */
  language: string
  direction: 'ltr' | 'rtl'
}

/** Languages whose script no other common language uses. */
const scripts: readonly [script: RegExp, language: string][] = [
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Arabic}/gu, 'ar'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Devanagari}/gu, 'hi'],
]
const rightToLeft = new Set(['ar', 'he', 'fa', 'ur', 'yi', 'ps', 'sd', 'ug', 'ckb', 'dv'])
/** With fewer letters, common words prove nothing. */
const minDetectedLetters = 120

/** The language of a page: that of its site unless the text is clearly in another. */
export function pageLanguage(text: string, ofSite: string): PageLanguage {
  const language = detect(text, primaryOf(ofSite)) ?? ofSite
  return { language, direction: rightToLeft.has(primaryOf(language)) ? 'rtl' : 'ltr' }
}

function detect(text: string, site: string): string | undefined {
  const letters = count(text, /\p{L}/gu)
  if (letters === 0) return undefined
  for (const [script, language] of scripts) {
    if (count(text, script) * 3 < letters) continue
    return isWrittenWith(site, language) ? undefined : language
  }
  if (letters < minDetectedLetters) return undefined
  const { latin, cyrillic } = detectLanguages(text)
  const isCyrillic = count(text, /\p{Script=Cyrillic}/gu) * 2 > letters
  const found = isCyrillic ? cyrillic : latin
  return found === site ? undefined : found
}

/** Languages that share a script keep that of the site. */
function isWrittenWith(site: string, language: string): boolean {
  if (site === language) return true
  const shared: Readonly<Record<string, readonly string[]>> = {
    ar: ['fa', 'ur', 'ps', 'sd', 'ug', 'ckb'],
    he: ['yi'],
    zh: ['ja', 'yue'],
    hi: ['mr', 'ne', 'sa'],
  }
  return shared[language]?.includes(site) ?? false
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

function primaryOf(tag: string): string {
  return tag.toLowerCase().split('-', 1)[0] ?? ''
}
