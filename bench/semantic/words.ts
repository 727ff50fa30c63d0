import { stemmer as english } from '@orama/stemmers/english'
import { stemmer as russian } from '@orama/stemmers/russian'

const ignored = new Set(
  'a an and are as at be been by can for from has have in into is it its of on or that the their there these they this to was were what when where which who will with'.split(
    ' ',
  ),
)

/** Stems of words; pairs of letters where there are no spaces. */
export function tokens(text: string): string[] {
  return (text.toLowerCase().match(/\p{sc=Han}+|[\p{L}\p{N}]+/gu) ?? []).flatMap((word) => {
    if (/^\p{sc=Han}/u.test(word)) return pairs(word)
    if (ignored.has(word)) return []
    return [/^\p{sc=Cyrillic}/u.test(word) ? russian(word) : english(word)]
  })
}

function pairs(word: string): string[] {
  const letters = Array.from(word)
  return letters.length === 1
    ? letters
    : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)
}
