import { countedNumber } from './patterns.ts'

/** A longer run is cut first: the segmenter's time grows faster than its text. */
const maxRunLength = 1000

let segmenter: Intl.Segmenter | undefined

/**
 * Where the words of a run end that has no spaces between them. The dictionaries of `Intl.Segmenter` find the words, the
 * same for every locale. A number with what it counts is one word.
 */
export function segmentEnds(run: string): number[] {
  const ends: number[] = []
  let from = 0
  for (const { index, 0: counted } of run.matchAll(countedNumber)) {
    addWords(ends, run, from, index)
    from = index + counted.length
    ends.push(from)
  }
  addWords(ends, run, from, run.length)
  return ends
}

function addWords(ends: number[], run: string, from: number, to: number): void {
  segmenter ??= new Intl.Segmenter('th', { granularity: 'word' })
  for (let start = from; start < to; start += maxRunLength) {
    const part = run.slice(start, Math.min(to, start + maxRunLength))
    for (const { index, segment } of segmenter.segment(part)) {
      ends.push(start + index + segment.length)
    }
  }
}
