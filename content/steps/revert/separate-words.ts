import type { Node } from 'prosemirror-model'
import type { Transform } from 'prosemirror-transform'
import { tokensOf } from '../../tokens/tokens.ts'
import type { Run } from '../attribution/runs.ts'
import { leafCharacter } from '../diff/units.ts'

/** Words of scripts without spaces depend on the words around them. */
const spaceless =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

/** A word, and the text around it that can belong to a word of which it is a part. */
type Word = {
  readonly text: string
  readonly from: number
  readonly left: string
  readonly right: string
}

/**
 * Adds spaces within each word that is in no document of `sources`, where it consists of several that are. `runs` are
 * those of the document: two words meet where the text of one writer ends.
 */
export function separateWords(tr: Transform, sources: readonly Node[], runs: readonly Run[]): void {
  const wanted = unknownIn(tr.doc, sources)
  if (wanted.length === 0) return
  const edges = edgesOf(runs)
  const length = wanted.length > maxWords ? 0 : maxLength
  const parts = wanted.map((word) => partsOf(word, edges, length))
  const unknown = unknownOf(
    parts.flatMap((part) => part.flatMap(({ words }) => words)),
    sources,
  )
  for (const [index, word] of [...wanted.entries()].toReversed()) {
    const known = (parts[index] ?? []).filter(({ words }) =>
      words.every((one) => !unknown.has(one)),
    )
    for (const at of cutsOf(word, known, edges).toReversed()) insertSpace(tr, word.from + at)
  }
}

/** Adds a space at an edge between two words without one between them. */
export function separateAt(tr: Transform, position: number): void {
  const $position = tr.doc.resolve(position)
  const { parent, parentOffset } = $position
  if (!parent.inlineContent) return
  const from = Math.max(0, parentOffset - reach)
  const text = parent.textBetween(
    from,
    Math.min(parent.content.size, parentOffset + reach),
    '',
    leafCharacter,
  )
  const at = parentOffset - from
  const sides = text.slice(at - 1, at + 1)
  if (!/^[^\s\ufffc]{2}$/u.test(sides)) return
  const areGlued = /^[\p{L}\p{N}]{2}$/u.test(sides) && !spaceless.test(sides)
  const isJoined = tokensOf(text).some(
    (word) => word.from < at && at < word.to && !spaceless.test(text.slice(word.from, word.to)),
  )
  if (areGlued || isJoined) insertSpace(tr, position)
}

/** The space has the marks of the words on both sides. */
function insertSpace(tr: Transform, position: number): void {
  const { nodeBefore, nodeAfter } = tr.doc.resolve(position)
  const marks = nodeBefore?.marks.filter((mark) => nodeAfter && mark.isInSet(nodeAfter.marks))
  tr.insert(position, tr.doc.type.schema.text(' ', marks ?? []))
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
    if (!isWord || spaceless.test(word)) return []
    const [left, right] = [text.slice(Math.max(0, from - reach), from), text.slice(to, to + reach)]
    return [{ text: word, from: start + from, left, right }]
  })
}

/** Longer words, and more of them, are cut only where the text of one writer ends, in so many places. */
const maxLength = 60
const maxWords = 200
const maxCuts = 24
/** A number reaches that far to its currency or unit. */
const reach = 20

/** A part of a word, and the words that it is in its text. */
type Part = { readonly from: number; readonly to: number; readonly words: readonly string[] }

function partsOf(
  { text, from, left, right }: Word,
  edges: ReadonlySet<number>,
  length: number,
): Part[] {
  const all = Array.from({ length: text.length - 1 }, (_, index) => index + 1)
  const cuts =
    text.length <= length ? all : all.filter((at) => edges.has(from + at)).slice(0, maxCuts)
  const ends = [0, ...cuts, text.length]
  return ends.flatMap((start, index) =>
    ends.slice(index + 1).flatMap((end) => {
      if (start === 0 && end === text.length) return []
      const [before, after] = [start === 0 ? left : '', end === text.length ? right : '']
      const part = text.slice(start, end)
      const complete = before + part + after
      const words = tokensOf(complete)
        .filter(
          (token) =>
            token.isWord && token.to > before.length && token.from < before.length + part.length,
        )
        .map((token) => complete.slice(token.from, token.to))
      return [{ from: start, to: end, words }]
    }),
  )
}

/** Where a word is cut into the fewest of these parts, at ends of the texts of writers if it can be. */
function cutsOf(
  { text, from }: Word,
  parts: readonly Part[],
  edges: ReadonlySet<number>,
): number[] {
  const best = new Map<number, { cost: number; cuts: number[] }>([[0, { cost: 0, cuts: [] }]])
  const byEnd = Map.groupBy(parts, (part) => part.to)
  for (let end = 1; end <= text.length; end += 1) {
    for (const part of byEnd.get(end) ?? []) {
      const start = best.get(part.from)
      if (start === undefined) continue
      const isAtEdge = part.from === 0 || edges.has(from + part.from)
      const cost = start.cost + (isAtEdge ? 1 : 1.01)
      if (cost >= (best.get(end)?.cost ?? Infinity)) continue
      best.set(end, { cost, cuts: part.from === 0 ? [] : [...start.cuts, part.from] })
    }
  }
  return best.get(text.length)?.cuts ?? []
}

function edgesOf(runs: readonly Run[]): Set<number> {
  const edges = new Set<number>()
  let at = 0
  for (const [length] of runs) edges.add((at += length))
  return edges
}
