import { foldSpelling } from './fold.ts'
import { splitIdentifier } from './identifiers.ts'
import { segmentWords } from './segment-words.ts'

/**
 * What a text is cut into before any language is known. `word` is stemmed by its script and language,
 * `whole` is an identifier as it stands, `pair` and `character` are cut from scripts without spaces.
 */
export type PieceKind = 'word' | 'whole' | 'pair' | 'character' | 'plain'
export type Piece = { kind: PieceKind; text: string }

export type Run = { start: number; end: number; pieces: readonly Piece[] }

/** Longer words are cut: nobody types them, and an encoded file must not fill the index. */
export const longestWord = 64

// Script classes are spelt out in each alternative: a regular expression has no names for them.
const runs =
  /(?<emoji>\p{RI}\p{RI}|[\d#*]\uFE0F?\u20E3|\p{Extended_Pictographic}[\uFE0F\p{EMod}]?(?:\u200D\p{Extended_Pictographic}[\uFE0F\p{EMod}]?)*)|(?<han>[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー々〆]+)|(?<hangul>\p{sc=Hang}+)|(?<unspaced>[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]+)|(?<spaced>[[\p{L}\p{N}\p{M}_]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー々〆\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]]+(?:[.@:\/\-‐‑'’·][[\p{L}\p{N}\p{M}_]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー々〆\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]]+)*(?:\+\+|#)?)|(?<symbol>[\p{So}\p{Sc}])/gv

/** The runs of a text with the places they stand at; what is no word, number or symbol is left out. */
export function* readRuns(text: string): Generator<Run> {
  for (const match of text.matchAll(runs)) {
    const start = match.index
    yield { start, end: start + match[0].length, pieces: cut(match[0], match.groups ?? {}) }
  }
}

/** Reads a text by its compatibility forms (full-width letters, ligatures): places are lost. */
export function* readPieces(text: string): Generator<Piece> {
  for (const { pieces } of readRuns(text.normalize('NFKC'))) yield* pieces
}

function cut(run: string, groups: Record<string, string | undefined>): readonly Piece[] {
  if (groups['spaced'] !== undefined) return splitIdentifier(run)
  if (groups['han'] !== undefined) return cutPairs(run)
  if (groups['hangul'] !== undefined) return cutPairs(run.normalize('NFC'))
  if (groups['unspaced'] !== undefined) return segmentWords(run)
  if (groups['emoji'] !== undefined) return cutEmoji(run)
  return [{ kind: 'plain', text: run }]
}

function cutPairs(run: string): Piece[] {
  const characters = Array.from(foldSpelling(run))
  const pieces: Piece[] = []
  for (const [index, character] of characters.entries()) {
    const next = characters[index + 1]
    if (next !== undefined) pieces.push({ kind: 'pair', text: character + next })
    pieces.push({ kind: 'character', text: character })
  }
  return pieces
}

/** A joined emoji is found whole and by each of its parts, in any skin tone. */
function cutEmoji(run: string): Piece[] {
  const plain = run.replaceAll(/[\uFE0F\p{EMod}]/gu, '')
  const parts = plain.split('\u200D')
  const texts = parts.length > 1 ? [plain, ...parts] : parts
  return texts.map((text) => ({ kind: 'plain', text: text.slice(0, longestWord) }))
}
