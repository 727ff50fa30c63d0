import type { Node } from 'prosemirror-model'
import type { Transform } from 'prosemirror-transform'
import { tokensOf } from '../../tokens/tokens.ts'
import type { Run } from '../attribution/runs.ts'
import { leafCharacter } from '../diff/units.ts'

/** Words of scripts without spaces depend on the words around them. */
const spaceless =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

type Word = { readonly text: string; readonly from: number }

/**
 * Adds a space within each word that is in no document of `sources`, where it consists of two that are. `runs` are
 * those of the document: two words meet where the text of one writer ends.
 */
export function separateWords(tr: Transform, sources: readonly Node[], runs: readonly Run[]): void {
  const wanted = unknownIn(tr.doc, sources)
  if (wanted.length === 0) return
  const parts = wanted.flatMap(({ text }) => splitsOf(text))
  const unknown = unknownOf(
    parts.flatMap((part) => part.words),
    sources,
  )
  const edges = edgesOf(runs)
  for (const { text, from } of wanted.toReversed()) {
    const splits = splitsOf(text).filter(({ words }) => words.every((word) => !unknown.has(word)))
    const split = splits.find(({ at }) => edges.has(from + at)) ?? splits[0]
    if (split !== undefined) tr.insert(from + split.at, tr.doc.type.schema.text(' '))
  }
}

/** The words of a document that are in none of the others, in order. */
function unknownIn(document: Node, sources: readonly Node[]): Word[] {
  const shared = new WeakSet<Node>()
  for (const source of [sources[0], sources.at(-1)]) {
    source?.descendants((node) => {
      if (node.isTextblock) shared.add(node)
      return !node.isTextblock
    })
  }
  const words: Word[] = []
  document.descendants((node, position) => {
    if (node.isTextblock && !shared.has(node)) words.push(...wordsOf(node, position + 1))
    return !node.isTextblock
  })
  const unknown = unknownOf(
    words.map(({ text }) => text),
    sources,
  )
  return words.filter(({ text }) => unknown.has(text))
}

/** The words that no document has. The last ones are likely to have them. */
function unknownOf(words: readonly string[], sources: readonly Node[]): Set<string> {
  const unknown = new Set(words)
  const seen = new WeakSet<Node>()
  for (const source of [...sources.slice(0, 1), ...sources.slice(1).toReversed()]) {
    if (unknown.size === 0) break
    source.descendants((node) => {
      if (seen.has(node)) return false
      seen.add(node)
      if (node.isTextblock) for (const { text } of wordsOf(node, 0)) unknown.delete(text)
      return !node.isTextblock
    })
  }
  return unknown
}

function wordsOf(block: Node, start: number): Word[] {
  const text = block.textBetween(0, block.content.size, '', leafCharacter)
  return tokensOf(text).flatMap(({ from, to, isWord }) => {
    const word = text.slice(from, to)
    return isWord && !spaceless.test(word) ? [{ text: word, from: start + from }] : []
  })
}

/** Longer words are no two that meet. */
const maxLength = 200

function splitsOf(word: string): { at: number; words: string[] }[] {
  if (word.length > maxLength) return []
  return Array.from({ length: word.length - 1 }, (_, index) => {
    const at = index + 1
    const parts = [word.slice(0, at), word.slice(at)]
    const words = parts.flatMap((part) =>
      tokensOf(part).flatMap(({ from, to, isWord }) => (isWord ? [part.slice(from, to)] : [])),
    )
    return { at, words }
  })
}

function edgesOf(runs: readonly Run[]): Set<number> {
  const edges = new Set<number>()
  let at = 0
  for (const [length] of runs) edges.add((at += length))
  return edges
}
