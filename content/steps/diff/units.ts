import type { Fragment, Node } from 'prosemirror-model'
import { type Token, tokensOf } from '../../tokens/tokens.ts'
import type { Range } from './align.ts'
import { isInsidePair } from './changed-range.ts'

/** A token, a code span, or an atom such as an image, between two offsets of a text block. */
export type Unit = { key: string; isWord: boolean } & Range

/** Longer texts are compared by sentences and lines. */
const maxWordwiseLength = 60_000
/** A text block up to this size is read as a whole. */
const wholeSize = 4000
/** Farther from a change than this, no token reaches into it. */
const reach = 300

/** The units of a text block between two offsets, at which a unit begins and ends. */
export function unitsOf(content: Fragment, range: Range): Unit[] {
  const units: Unit[] = []
  const isLong = range.to - range.from > maxWordwiseLength
  let text = ''
  let isCode = false
  let from = range.from
  const flush = () => {
    const start = from - text.length
    for (const token of isCode ? completeText(text) : isLong ? sentencesOf(text) : tokensOf(text)) {
      // The first character tells text from code and from an atom.
      const key = (isCode ? '`' : '"') + text.slice(token.from, token.to)
      units.push({ key, isWord: token.isWord, from: start + token.from, to: start + token.to })
    }
    text = ''
  }
  for (const node of content.cut(range.from, range.to).content) {
    if (node.text === undefined || isCodeSpan(node) !== isCode) flush()
    if (node.text === undefined) {
      const key = `${node.type.name} ${JSON.stringify(node.attrs)}`
      units.push({ key, isWord: true, from, to: from + node.nodeSize })
    } else {
      isCode = isCodeSpan(node)
      text += node.text
    }
    from += node.nodeSize
  }
  flush()
  return units
}

/** The part of two text blocks to compare, from and to places that no token around the change crosses. */
export function widened(
  before: Fragment,
  after: Fragment,
  range: { before: Range; after: Range },
): { before: Range; after: Range } {
  if (before.size <= wholeSize && after.size <= wholeSize) {
    return { before: { from: 0, to: before.size }, after: { from: 0, to: after.size } }
  }
  const from = spaceBefore(before, range.before.from)
  const rest = before.size - spaceAfter(before, range.before.to)
  return {
    before: { from, to: before.size - rest },
    after: { from, to: after.size - rest },
  }
}

/** The start of a word at a distance from a change, in text that both blocks have. */
function spaceBefore(content: Fragment, change: number): number {
  const end = Math.max(0, change - reach)
  const start = Math.max(0, end - reach)
  const space = textOf(content, start, end).search(/\s\S*$/)
  return outsidePair(content, space < 0 ? start : start + space + 1, -1)
}

function spaceAfter(content: Fragment, change: number): number {
  const start = Math.min(content.size, change + reach)
  const end = Math.min(content.size, start + reach)
  const space = textOf(content, start, end).search(/\s/)
  return outsidePair(content, space < 0 ? end : start + space, 1)
}

function outsidePair(content: Fragment, position: number, side: -1 | 1): number {
  return isInsidePair(content, position) ? position + side : position
}

/** One character for each position. */
function textOf(content: Fragment, from: number, to: number): string {
  return content.textBetween(from, to, '', leafCharacter)
}

/** Stands for an atom in a text that has one character for each position. */
export function leafCharacter({ nodeSize }: Node): string {
  return '\ufffc'.repeat(nodeSize)
}

function isCodeSpan(node: Node): boolean {
  return node.marks.some(({ type }) => type.spec.code === true)
}

function completeText(text: string): Token[] {
  return text === '' ? [] : [{ from: 0, to: text.length, isWord: true }]
}

function sentencesOf(text: string): Token[] {
  const sentences: Token[] = []
  let from = 0
  for (const { to, isWord } of tokensOf(text)) {
    if (isWord || !/[\n.!?。]/.test(text.slice(to - 1, to))) continue
    sentences.push({ from, to, isWord: true })
    from = to
  }
  if (from < text.length) sentences.push({ from, to: text.length, isWord: true })
  return sentences
}
