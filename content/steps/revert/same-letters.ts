import { align, type Match } from '../diff/align.ts'
import type { Range } from '../mapping.ts'

/** A text block: `start` is the position of its text, `parts` are offsets of text of the run. */
export type BlockText = { readonly start: number; readonly text: string; readonly parts: Range[] }

type Letter = { readonly code: number; readonly block: BlockText; readonly at: number }

/** Fewer letters are the same by chance. */
const minLetters = 4
/** More letters are not compared one by one. */
const maxLetters = 20_000
/** A Chinese character or a Korean syllable says as much as a short word. */
const wordLike = /^[\p{Script=Han}\p{Script=Hangul}]$/u

/** The letters of blocks that are text of the run in earlier blocks, in the same order. */
export function sameLetters(before: readonly BlockText[], after: readonly BlockText[]): Letter[] {
  const [old, now] = [lettersOf(before), lettersOf(after)]
  if (old.length + now.length > maxLetters) return []
  const codes = (letters: readonly Letter[]) => letters.map(({ code }) => code)
  const [counts, countsNow] = [countsOf(old), countsOf(now)]
  const isTelling = ({ code }: Letter) =>
    counts.get(code) === 1 && countsNow.get(code) === 1 && wordLike.test(String.fromCharCode(code))
  return align(codes(old), codes(now)).flatMap((match) => {
    const matched = now.slice(match.after, match.after + match.length)
    const isAlike =
      match.length >= minLetters || isAtEdge(old, now, match) || matched.some(isTelling)
    return isAlike ? matched.filter((_letter, index) => isOwn(old[match.before + index])) : []
  })
}

function lettersOf(blocks: readonly BlockText[]): Letter[] {
  return blocks.flatMap((block) =>
    Array.from({ length: block.text.length }, (_, at) => ({
      code: block.text.charCodeAt(at),
      block,
      at,
    })),
  )
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
