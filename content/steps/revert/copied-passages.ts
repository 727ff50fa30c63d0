import { isWord, tokensOf } from '../diff/words.ts'
import type { Range } from '../mapping.ts'
import { type BlockText, sameLetters } from './same-letters.ts'

/** Fewer words in a row are in both texts by chance. */
const minWords = 5
/** More earlier texts are not compared letter by letter. */
const maxSources = 40
const syllable = /\p{Script=Hangul}|[^\p{Script=Hangul}]+/gu

type Word = Range & { readonly text: string }
type Known = { readonly marks: readonly boolean[]; readonly source: BlockText }

/** Texts with parts of a run, to recognise what others copied from them. */
export class Passages {
  /** For each row of words, where it was and which of its words have text of the run. */
  readonly #known = new Map<string, Known[]>()

  add(source: BlockText): void {
    const words = wordsIn(source.text)
    const isOwn = words.map((word) =>
      source.parts.some(({ from, to }) => from < word.to && to > word.from),
    )
    for (const { key, index, length } of [...rowsOf(words), ...endsOf(words)]) {
      const marks = isOwn.slice(index, index + length)
      if (!marks.includes(true)) continue
      const known = this.#known.get(key) ?? []
      known.push({ marks, source })
      if (known.length > maxSources) known.splice(1, 1)
      this.#known.set(key, known)
    }
  }

  /** The parts of a text block that were copied from text of the run. */
  find(block: BlockText): Range[] {
    const words = this.#known.size === 0 ? [] : wordsIn(block.text)
    const sources = new Set<BlockText>()
    const found: Range[] = []
    for (const { key, index } of [...rowsOf(words), ...shortRowOf(words)]) {
      for (const { marks, source } of this.#known.get(key) ?? []) {
        sources.add(source)
        for (const [offset, isOwn] of marks.entries()) {
          const word = words[index + offset]
          if (isOwn && word !== undefined) found.push(word)
        }
      }
    }
    for (const source of [...sources].slice(-maxSources)) {
      found.push(...sameLetters([source], [block]).map(({ at }) => ({ from: at, to: at + 1 })))
    }
    return joined(found)
  }
}

function joined(ranges: readonly Range[]): Range[] {
  const found: Range[] = []
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = found.at(-1)
    if (last !== undefined && from <= last.to) {
      found[found.length - 1] = { from: last.from, to: Math.max(last.to, to) }
    } else found.push({ from, to })
  }
  return found
}

/** A Korean syllable counts as a word, as a Chinese character does. */
export function wordsIn(text: string): Word[] {
  const words: Word[] = []
  let from = 0
  for (const token of tokensOf(text)) {
    for (const part of isWord(token) ? (token.match(syllable) ?? []) : [token]) {
      const to = from + part.length
      if (isWord(part)) words.push({ text: part, from, to })
      from = to
    }
  }
  return words
}

type Row = { readonly key: string; readonly index: number; readonly length: number }

/** Each row of some words in a text block. */
function rowsOf(words: readonly Word[]): Row[] {
  const rows: Row[] = []
  for (let index = 0; index + minWords <= words.length; index += 1) {
    rows.push({ key: keyOf(words.slice(index, index + minWords)), index, length: minWords })
  }
  return rows
}

/** The first and the last words of a text block: who splits it gets a block with fewer words. */
function endsOf(words: readonly Word[]): Row[] {
  const rows: Row[] = []
  for (let length = 1; length < Math.min(minWords, words.length + 1); length += 1) {
    for (const index of new Set([0, words.length - length])) {
      rows.push({ key: shortKeyOf(words.slice(index, index + length)), index, length })
    }
  }
  return rows
}

function shortRowOf(words: readonly Word[]): Row[] {
  if (words.length === 0 || words.length >= minWords) return []
  return [{ key: shortKeyOf(words), index: 0, length: words.length }]
}

function shortKeyOf(words: readonly Word[]): string {
  return `|${keyOf(words)}`
}

function keyOf(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ')
}
