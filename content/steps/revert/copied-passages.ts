import { isWord, tokensOf } from '../diff/words.ts'

/** Fewer words in a row are in both texts by chance. */
const minWords = 5

type Part = { from: number; to: number }
type Word = Part & { text: string }

/** Texts with parts of a run, to recognise what others copied from them. */
export class Passages {
  /** For each row of words, which of them have text of the run. */
  readonly #known = new Map<string, readonly boolean[]>()

  add(text: string, own: readonly Part[]): void {
    const words = wordsIn(text)
    const isOwn = words.map((word) => own.some(({ from, to }) => from < word.to && to > word.from))
    for (let index = 0; index + minWords <= words.length; index += 1) {
      const marks = isOwn.slice(index, index + minWords)
      if (marks.includes(true)) this.#known.set(keyOf(words, index), marks)
    }
  }

  /** The parts of a text that were copied from those of the run. */
  find(text: string): Part[] {
    const words = this.#known.size === 0 ? [] : wordsIn(text)
    const marked = new Set<number>()
    for (let index = 0; index + minWords <= words.length; index += 1) {
      for (const [offset, isOwn] of this.#known.get(keyOf(words, index))?.entries() ?? []) {
        if (isOwn) marked.add(index + offset)
      }
    }
    const found: Part[] = []
    for (const [index, { from, to }] of words.entries()) {
      if (!marked.has(index)) continue
      const last = found.at(-1)
      if (last !== undefined && marked.has(index - 1)) last.to = to
      else found.push({ from, to })
    }
    return found
  }
}

function wordsIn(text: string): Word[] {
  const words: Word[] = []
  let from = 0
  for (const token of tokensOf(text)) {
    const to = from + token.length
    if (isWord(token)) words.push({ text: token, from, to })
    from = to
  }
  return words
}

function keyOf(words: readonly Word[], index: number): string {
  return words
    .slice(index, index + minWords)
    .map(({ text }) => text)
    .join(' ')
}
