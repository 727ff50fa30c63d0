/** What a reader would call a word: letters and digits, or a run of pictures such as emoji. */
export const words =
  /[\p{L}\p{N}\p{M}_]+|[\p{So}\p{Emoji_Modifier}][\p{So}\p{M}\p{Emoji_Modifier}]*/gu
/** Written without spaces (Chinese, Japanese) or with particles glued on (Korean): indexed by pairs. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu
const accented = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mn}+/gu

/** One spelling for all: compatibility forms, case, accents and Cyrillic stress marks folded, ё as е. */
export function fold(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll('ß', 'ss')
  // й is a letter of its own, but и with a breve when taken apart.
  return plain.normalize('NFD').replaceAll('и\u0306', 'й').replaceAll(accented, '').normalize('NFC')
}

/** The tokens of a text as the index holds them, in order. */
export function indexTokens(text: string): string[] {
  return foldedWords(text).flatMap((word) =>
    splitScripts(word, (run) => [...pairs(run), ...(run.length > 1 ? run : [])]),
  )
}

/** The tokens to look for: pairs stand for their single characters. */
export function queryTokens(text: string): string[] {
  return foldedWords(text).flatMap((word) => splitScripts(word, pairs))
}

function foldedWords(text: string): string[] {
  return fold(text).match(words) ?? []
}

function splitScripts(word: string, split: (run: string[]) => string[]): string[] {
  const tokens: string[] = []
  let end = 0
  for (const match of word.matchAll(unspaced)) {
    if (match.index > end) tokens.push(word.slice(end, match.index))
    tokens.push(...split(Array.from(match[0])))
    end = match.index + match[0].length
  }
  if (end < word.length) tokens.push(word.slice(end))
  return tokens
}

/** Neighbouring characters two by two; a single one stands alone. */
function pairs(run: string[]): string[] {
  if (run.length === 1) return run
  return run.slice(1).map((character, index) => `${run[index] ?? ''}${character}`)
}
