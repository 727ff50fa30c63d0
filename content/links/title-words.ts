const word = /[\p{L}\p{M}\p{N}_]/u
/** Text in these scripts has no spaces between its words. */
const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
/** Whether a letter or digit needs spaces around its word. */
export const isWord = (character: string) => word.test(character) && !unspaced.test(character)

/** Whether a title is short for its script: then it is in every other sentence. */
export function isShortTitle(title: string): boolean {
  return Array.from(title).length < (unspaced.test(title) ? 2 : 3)
}
