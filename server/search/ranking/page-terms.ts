import { characterKind } from '../analysis/characters.ts'
import { type Languages, termReader } from '../analysis/terms.ts'
import { cutRun, type RunVisitor, visitMatchingRuns } from '../analysis/tokens.ts'
import { hashText } from '../index/bytes.ts'

/**
 * The terms of a text as fingerprints, in their order: three bytes for each. A search compares those of its own
 * terms with them, and reads only the few runs whose fingerprints are the same.
 */
export type PageTerms = {
  languages: Languages
  /** A unit for each, as `distances`: strings take a tenth of the memory of two small typed arrays. */
  fingerprints: string
  /** From the run of the term before, in units of the text. */
  distances: string
}

/** Of no term: stands where the next run is further away than a distance can say. */
const filler = 0
/** Of every run of Chinese, Japanese and Korean, which is not cut before it is searched. */
const unspacedRun = 1
const firstFree = 2
const maxDistance = 0xff
/** A longer text is looked through once for each search: its terms would take milliseconds and kilobytes. */
export const maxListedUnits = 64 * 1024
/** A longer run without spaces is searched in parts. */
const maxRunLength = 500

/** Lists the terms of a text in steps; undefined where it is too long, or has too long a run without spaces. */
export function* termSteps(
  text: string,
  languages: Languages,
  unitsPerStep: number,
): Generator<void, PageTerms | undefined> {
  if (text.length > maxListedUnits) return undefined
  const fingerprints: number[] = []
  const distances: number[] = []
  const read = termReader(languages)
  let last = 0
  let isListable = true
  const add = (fingerprint: number, start: number) => {
    for (; start - last > maxDistance; last += maxDistance) {
      fingerprints.push(filler)
      distances.push(maxDistance)
    }
    fingerprints.push(fingerprint)
    distances.push(start - last)
    last = start
  }
  const take: RunVisitor = (run, kind, start) => {
    if (kind !== characterKind.spaced && run.length > maxRunLength) isListable = false
    else if (isUnspaced(kind)) add(unspacedRun, start)
    else for (const token of cutRun(run, kind)) add(fingerprintOf(read(token)), start)
  }
  for (const _ of visitMatchingRuns(text, undefined, take, unitsPerStep)) {
    if (!isListable) return undefined
    yield
  }
  if (!isListable) return undefined
  return {
    languages,
    fingerprints: packUnits(fingerprints),
    distances: packUnits(distances),
  }
}

const unitsAtOnce = 4096

function packUnits(numbers: readonly number[]): string {
  let packed = ''
  for (let start = 0; start < numbers.length; start += unitsAtOnce) {
    packed += String.fromCharCode(...numbers.slice(start, start + unitsAtOnce))
  }
  return packed
}

export function fingerprintOf(term: string): number {
  const hash = hashText(term)
  return Math.max(firstFree, (hash ^ (hash >>> 16)) & 0xffff)
}

export function isUnspaced(kind: number): boolean {
  return kind === characterKind.han || kind === characterKind.hangul
}

/** A bit for each fingerprint that is looked for. */
const wanted = new Uint32Array(0x10000 / 32)
let wantedBy: readonly number[] | undefined

/** Finds the runs of a text that may hold one of some terms. */
export class TermFilter {
  readonly #fingerprints: number[]

  constructor(terms: Iterable<string>, hasUnspaced: boolean) {
    this.#fingerprints = Array.from(terms, fingerprintOf)
    if (hasUnspaced) this.#fingerprints.push(unspacedRun)
  }

  /** Visits where each of those runs begins, in their order, until `visit` returns false. */
  visit({ fingerprints, distances }: PageTerms, visit: (start: number) => boolean): void {
    if (wantedBy !== this.#fingerprints) this.#mark()
    let start = 0
    let summed = 0
    let visited = -1
    for (let index = 0; index < fingerprints.length; index += 1) {
      const fingerprint = fingerprints.charCodeAt(index)
      if (((wanted[fingerprint >>> 5] ?? 0) & (1 << (fingerprint & 31))) === 0) continue
      for (; summed <= index; summed += 1) start += distances.charCodeAt(summed)
      if (start === visited) continue
      visited = start
      if (!visit(start)) return
    }
  }

  #mark(): void {
    wanted.fill(0)
    for (const fingerprint of this.#fingerprints) {
      wanted[fingerprint >>> 5] = (wanted[fingerprint >>> 5] ?? 0) | (1 << (fingerprint & 31))
    }
    wantedBy = this.#fingerprints
  }
}
