import { tokensOf } from '../../tokens/tokens.ts'
import { align, type Match } from '../diff/align.ts'
import type { Range } from '../mapping.ts'

/** A text block: `start` is the position of its text, `parts` are offsets of text of the run. */
export type BlockText = { readonly start: number; readonly text: string; readonly parts: Range[] }

type Letter = {
  readonly code: number
  readonly block: BlockText
  readonly at: number
  /** The number, date or version that it is part of. */
  readonly number: Range | undefined
}

/** Fewer letters are the same by chance. */
const minLetters = 4
/** More letters are not compared one by one. */
const maxLetters = 20_000
/** A Chinese character or a Korean syllable says as much as a short word. */
const wordLike = /^[\p{Script=Han}\p{Script=Hangul}]$/u

/** The letters of blocks that are text of the run in earlier blocks, in the same order. */
export function sameLetters(before: readonly BlockText[], after: readonly BlockText[]): Letter[] {
  const size = [...before, ...after].reduce((sum, { text }) => sum + text.length, 0)
  if (size > maxLetters) return []
  const [old, now] = [lettersOf(before), lettersOf(after)]
  const codes = (letters: readonly Letter[]) => letters.map(({ code }) => code)
  const [counts, countsNow] = [countsOf(old), countsOf(now)]
  const isTelling = ({ code }: Letter) =>
    counts.get(code) === 1 && countsNow.get(code) === 1 && wordLike.test(String.fromCharCode(code))
  const matches = align(codes(old), codes(now)).flatMap((match) => wholeNumbers(old, now, match))
  return matches.flatMap((match) => {
    const matched = now.slice(match.after, match.after + match.length)
    const isAlike =
      match.length >= minLetters || isAtEdge(old, now, match) || matched.some(isTelling)
    return isAlike ? matched.filter((_letter, index) => isOwn(old[match.before + index])) : []
  })
}

/** The parts of a match without numbers that are only in part the same: their digits say nothing. */
function wholeNumbers(old: readonly Letter[], now: readonly Letter[], match: Match): Match[] {
  const parts: Match[] = []
  for (let offset = 0; offset < match.length; offset += 1) {
    const isCut = [old[match.before + offset], now[match.after + offset]].some(
      (letter) =>
        letter?.number !== undefined &&
        (letter.at - letter.number.from > offset ||
          letter.number.to - letter.at > match.length - offset),
    )
    if (isCut) continue
    const last = parts.at(-1)
    if (last !== undefined && last.before + last.length === match.before + offset) last.length += 1
    else parts.push({ before: match.before + offset, after: match.after + offset, length: 1 })
  }
  return parts
}

function lettersOf(blocks: readonly BlockText[]): Letter[] {
  return blocks.flatMap((block) => {
    const letters: Letter[] = []
    for (const { from, to } of tokensOf(block.text)) {
      const number = /\p{N}/u.test(block.text.slice(from, to)) ? { from, to } : undefined
      for (let at = from; at < to; at += 1) {
        letters.push({ code: block.text.charCodeAt(at), block, at, number })
      }
    }
    return letters
  })
}

function countsOf(letters: readonly Letter[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { code } of letters) counts.set(code, (counts.get(code) ?? 0) + 1)
  return counts
}

function isOwn(letter: Letter | undefined): boolean {
  if (letter === undefined) return false
  const { block, at } = letter
  return block.parts.some(({ from, to }) => at >= from && at < to)
}

/** Whether a match begins or ends a text block in both. */
function isAtEdge(old: readonly Letter[], now: readonly Letter[], match: Match): boolean {
  const starts = old[match.before]?.at === 0 && now[match.after]?.at === 0
  const last = [old[match.before + match.length - 1], now[match.after + match.length - 1]]
  return starts || last.every((letter) => letter?.at === (letter?.block.text.length ?? 0) - 1)
}
