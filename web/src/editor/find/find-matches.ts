import type { Node as PageNode } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'

export type Match = { readonly from: number; readonly to: number }
export type Search = { query: string; matchesCase: boolean; matchesWord: boolean }

/** More are not counted: each is marked in the page. */
export const maxMatches = 5000
/** Stands for what is no text, such as an image; each is one position. */
const leaf = '\uFFFC'

/** Where a text stands in the page, code and tables included. A match is within one block. */
export function findMatches(doc: PageNode, search: Search): Match[] {
  const pattern = patternOf(search)
  const matches: Match[] = []
  if (pattern === undefined) return matches
  doc.descendants((node, pos) => {
    if (!node.isTextblock || matches.length >= maxMatches) return matches.length < maxMatches
    const text = node.textBetween(0, node.content.size, undefined, leaf)
    for (const { index, 0: found } of text.matchAll(pattern)) {
      matches.push({ from: pos + 1 + index, to: pos + 1 + index + found.length })
    }
    return false
  })
  return matches.slice(0, maxMatches)
}

function patternOf({ query, matchesCase, matchesWord }: Search): RegExp | undefined {
  if (query === '') return undefined
  const text = query.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  const word = String.raw`[\p{L}\p{M}\p{N}_]`
  const source = matchesWord ? `(?<!${word})${text}(?!${word})` : text
  return new RegExp(source, matchesCase ? 'gu' : 'giu')
}

/** The first match at or behind a position, or the first of all. */
export function matchFrom(matches: readonly Match[], pos: number): number {
  const index = matches.findIndex(({ from }) => from >= pos)
  return Math.max(index, 0)
}

/** Puts a text in for matches, in the formatting of what it replaces. */
export function replaceMatches(tr: Transaction, matches: readonly Match[], text: string): void {
  for (const { from, to } of matches.toReversed()) {
    if (text === '') tr.delete(from, to)
    else tr.replaceWith(from, to, tr.doc.type.schema.text(text, marksAt(tr.doc, from)))
  }
}

function marksAt(doc: PageNode, from: number) {
  return doc.nodeAt(from)?.marks ?? []
}
