import { fold } from '../analysis/fold.ts'
import type { Piece } from '../analysis/piece.ts'
import { readPieces } from '../analysis/pieces.ts'
import { plainTitle } from '../index/entry.ts'

export type QueryPiece = Piece & {
  /** How often the query says it. */
  count: number
  /** The query ends in it: it may be the beginning of a word. */
  isOpen: boolean
  /** It stands in quotes: a page without it is no answer. */
  isRequired: boolean
}

export type Query = {
  pieces: QueryPiece[]
  /** Folded texts that must occur as they are. */
  phrases: string[]
  /** The whole query as a title would be compared. */
  title: string
}

const quoted = /"([^"]+)"/g

/** Reads a query as typed: nothing in it is an operator but double quotes around an exact phrase. */
export function parseQuery(text: string): Query {
  const phrases = [...text.matchAll(quoted)].map((match) => match[1] ?? '')
  const required = new Set(phrases.flatMap((phrase) => [...readPieces(phrase)].map(keyOf)))
  return {
    pieces: readQueryPieces(text, required),
    phrases: phrases.map(plainTitle).filter((phrase) => phrase !== ''),
    title: plainTitle(text),
  }
}

function readQueryPieces(text: string, required: ReadonlySet<string>): QueryPiece[] {
  const pieces = new Map<string, QueryPiece>()
  const read = [...readPieces(text)]
  const open = /[\p{L}\p{N}\p{M}_]$/u.test(text) ? openPieces(read) : []
  for (const piece of read) {
    const key = keyOf(piece)
    const known = pieces.get(key)
    const isOpen = open.includes(piece)
    if (known !== undefined) {
      known.count += 1
      known.isOpen ||= isOpen
      continue
    }
    // Pairs hold their characters; an identifier is held by its parts.
    const isRequired = required.has(key) && !['character', 'whole'].includes(piece.kind)
    pieces.set(key, { ...piece, count: 1, isOpen, isRequired })
  }
  return [...pieces.values()]
}

function keyOf({ kind, text }: Piece): string {
  return `${kind} ${text}`
}

/** The last word, and the identifier it ends. */
function openPieces(pieces: readonly Piece[]): Piece[] {
  const last = pieces.at(-1)
  if (last?.kind === 'character') return [last]
  if (last?.kind !== 'word') return []
  const ending = fold(last.text)
  const wholes = pieces.filter(
    ({ kind, text }, index) =>
      kind === 'whole' && index > pieces.length - 12 && fold(text).endsWith(ending),
  )
  return [last, ...wholes]
}
