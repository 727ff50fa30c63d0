import { stemmer as arabic } from '@orama/stemmers/arabic'
import { stemmer as armenian } from '@orama/stemmers/armenian'
import { stemmer as danish } from '@orama/stemmers/danish'
import { stemmer as dutch } from '@orama/stemmers/dutch'
import { stemmer as finnish } from '@orama/stemmers/finnish'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as greek } from '@orama/stemmers/greek'
import { stemmer as hungarian } from '@orama/stemmers/hungarian'
import { stemmer as indian } from '@orama/stemmers/indian'
import { stemmer as indonesian } from '@orama/stemmers/indonesian'
import { stemmer as italian } from '@orama/stemmers/italian'
import { stemmer as norwegian } from '@orama/stemmers/norwegian'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as romanian } from '@orama/stemmers/romanian'
import { stemmer as russian } from '@orama/stemmers/russian'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import { stemmer as swedish } from '@orama/stemmers/swedish'
import { stemmer as tamil } from '@orama/stemmers/tamil'
import { stemmer as turkish } from '@orama/stemmers/turkish'
import { stemmer as ukrainian } from '@orama/stemmers/ukrainian'
import { stem as english } from 'porter2'
import { stemBulgarian } from './bulgarian.ts'
import { foldAccents } from './fold.ts'

type Stemmer = (word: string) => string

const unstemmed: Stemmer = (word) => word

/**
 * The languages of the two alphabets that many share; a page's language chooses among them. The index
 * stores a language by its place in the list: append, never reorder.
 */
export const latinLanguages = [
  'en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'no', 'fi', 'tr', 'ro', 'hu', 'id', 'pl', 'cs', 'vi',
] as const // oxfmt-ignore
export const cyrillicLanguages = ['ru', 'uk', 'bg'] as const

export type LatinLanguage = (typeof latinLanguages)[number]
export type CyrillicLanguage = (typeof cyrillicLanguages)[number]

const stemmers: Record<LatinLanguage | CyrillicLanguage, Stemmer> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  pt: portuguese,
  nl: dutch,
  sv: swedish,
  da: danish,
  no: norwegian,
  fi: finnish,
  tr: turkish,
  ro: romanian,
  hu: hungarian,
  id: indonesian,
  // No Snowball stemmer: found as written and by prefix.
  pl: unstemmed,
  cs: unstemmed,
  vi: unstemmed,
  ru: russian,
  uk: ukrainian,
  bg: stemBulgarian,
}

/** Scripts that one language (or one stemmer) has to itself. */
const ownScripts: readonly (readonly [RegExp, Stemmer])[] = [
  // Knows bare vowels, and no final sigma.
  [/^\p{sc=Greek}/u, (word) => greek(foldAccents(word))],
  [/^\p{sc=Arabic}/u, arabic],
  [/^\p{sc=Devanagari}/u, indian],
  [/^\p{sc=Tamil}/u, tamil],
  [/^\p{sc=Armenian}/u, armenian],
]

export type Script = 'latin' | 'cyrillic' | 'other'

const latinStart = /^[a-z\p{sc=Latin}]/u
const cyrillicStart = /^\p{sc=Cyrillic}/u

export function scriptOf(word: string): Script {
  if (latinStart.test(word)) return 'latin'
  return cyrillicStart.test(word) ? 'cyrillic' : 'other'
}

/** The stem of a word in the spelling of `foldSpelling`, its accents folded. */
export function stem(word: string, language: LatinLanguage | CyrillicLanguage): string {
  return foldAccents(stemmers[language](word)) || word
}

/** The stem of a word in neither of the shared alphabets. */
export function stemOther(word: string): string {
  const stemmer = ownScripts.find(([start]) => start.test(word))?.[1] ?? unstemmed
  return foldAccents(stemmer(word)) || foldAccents(word)
}
