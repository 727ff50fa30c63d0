import { listNames } from './listed-names.ts'

const maxLines = 3

/** A sentence with the lines that share the most words with a text that was not found; empty without a close one. */
export function closestLines(lines: readonly string[], wanted: string): string {
  const words = wordsOf(wanted)
  if (words.size === 0) return ''
  const closest = lines
    .map((line) => ({ line: line.trim(), score: wordsOf(line).intersection(words).size }))
    .filter(({ score }) => score * 2 >= words.size)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxLines)
    .map(({ line }) => line)
  return closest.length === 0 ? '' : ` The closest lines are ${listNames(closest)}.`
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))
}
