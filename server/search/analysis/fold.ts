const ascii = /^[\0-\x7F]*$/
/** Without ё, and й composed: what folding leaves as it is, but for case. */
const plainLetterText = /^[\0-\x7FА-Яа-я]*$/
const latinAndGreek = /([\p{Script=Latin}\p{Script=Greek}])\p{Mn}+/gu
/** Arabic vowel signs and the stretching stroke, Hebrew points. */
const points = /[\u064B-\u0652\u0670\u0640\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7]/g
const arabicForms = /[\u0622\u0623\u0625\u0671\u0649\u06CC\u0629\u06A9]/g
const letters = /[æœøđłıþðς]/g
const plainLetters: Record<string, string> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
  ð: 'd',
  ς: 'σ',
  // Alef and yeh are written with and without their marks; final heh stands for teh marbuta.
  '\u0622': '\u0627',
  '\u0623': '\u0627',
  '\u0625': '\u0627',
  '\u0671': '\u0627',
  '\u0649': '\u064A',
  '\u06CC': '\u064A',
  '\u0629': '\u0647',
  '\u06A9': '\u0643',
}

const maxMarks = 30
const manyMarks = new RegExp(`(\\p{M}{${maxMarks}})\\p{M}+`, 'gu')

/**
 * Leaves no more marks on a character than any language needs, as the Stream-Safe Text Format of Unicode does: to
 * normalize more of them takes time that grows with their square.
 */
export function limitMarks(text: string): string {
  return text.length <= maxMarks || ascii.test(text) ? text : text.replaceAll(manyMarks, '$1')
}

/** Compatibility forms, case, ё as е, stress marks and points: what no stemmer needs to see. */
export function foldSpelling(text: string): string {
  if (plainLetterText.test(text)) return text.toLowerCase()
  const lower = limitMarks(text)
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFC')
    .replaceAll('ё', 'е')
    .replaceAll('ß', 'ss')
  return lower.replaceAll(points, '').replaceAll(/(?<=\p{Script=Cyrillic})[\u0300\u0301]+/gu, '')
}

/** Accents and letters that people leave out when they type; the stem is taken before. */
export function foldAccents(text: string): string {
  if (plainLetterText.test(text)) return text
  return limitMarks(text)
    .normalize('NFD')
    .replaceAll(latinAndGreek, '$1')
    .normalize('NFC')
    .replaceAll(letters, plain)
    .replaceAll(arabicForms, plain)
}

/** One spelling for all: two texts that a reader would call the same are equal. */
export function fold(text: string): string {
  return foldAccents(foldSpelling(text))
}

function plain(letter: string): string {
  return plainLetters[letter] ?? letter
}
