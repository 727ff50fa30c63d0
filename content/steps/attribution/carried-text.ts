import type { Node } from 'prosemirror-model'
import { Mapping, type Step } from 'prosemirror-transform'
import { tokensOf } from '../../tokens/tokens.ts'
import { align } from '../diff/align.ts'
import type { Unit } from '../diff/units.ts'
import { lengthOf, replaceRuns, type Run, sliceRuns } from './runs.ts'

/** Fewer positions are no text to recognise, so that typing costs nothing. */
const minPositions = 4
/** More is not compared, because a batch of a large page would take a second. */
const maxPositions = 500_000
/** Single words that only happen to be in both texts are new. */
const minWords = 2

/** Stands for an atom in the text of its block. */
const atom = '\ufffc'

type TextUnit = Pick<Unit, 'key' | 'isWord' | 'from' | 'to'>
type Removed = { unit: TextUnit; runs: Run[] }
type Inserted = { unit: TextUnit; step: number; isBlockEnd: boolean }

/** Text that steps remove and insert again, such as that of a list that becomes paragraphs. */
export class CarriedText {
  readonly #mapping: Mapping
  readonly #removed: { position: number; entries: Removed[] }[] = []
  readonly #inserted: { position: number; entries: Inserted[] }[] = []

  constructor(steps: readonly Step[]) {
    this.#mapping = new Mapping(steps.map((step) => step.getMap()))
  }

  /** Text that a step removes from the document before it, with its runs. */
  remove(document: Node, from: number, step: number, runs: readonly Run[]): void {
    const units = textBetween(document, from, from + lengthOf(runs))
    const entries = units.map((unit) => ({
      unit,
      runs: sliceRuns(runs, unit.from - from, unit.to - from),
    }))
    // `invert` of a slice of a mapping inverts all of it.
    const earlier = this.#mapping.maps.slice(0, step)
    const position = earlier.reduceRight((current, map) => map.invert().map(current), from)
    this.#removed.push({ position, entries })
  }

  /** Text that a step inserts, in the document after it. */
  insert(document: Node, from: number, to: number, step: number): void {
    const units = textBetween(document, from, to)
    const entries = units.map((unit, index) => {
      const isBlockEnd = units[index + 1]?.from !== unit.to
      return { unit, step, isBlockEnd }
    })
    this.#inserted.push({ position: this.#mapping.slice(step + 1).map(from), entries })
  }

  /** Gives the text in the runs after all steps to those who wrote it before. */
  restore(runs: Run[]): void {
    for (const { removed, inserted } of this.#matches()) {
      const [first, last] = [inserted[0], inserted.at(-1)]
      if (!first || !last) continue
      const later = this.#mapping.slice(first.step + 1)
      const [from, to] = [later.map(first.unit.from, 1), later.map(last.unit.to, -1)]
      // A later step of the batch changed the text once more.
      if (to - from !== last.unit.to - first.unit.from) continue
      const old = removed.flatMap((entry) => entry.runs)
      replaceRuns(runs, from, to, old)
    }
  }

  #matches(): { removed: Removed[]; inserted: Inserted[] }[] {
    const ids = new Map<string, number>()
    const idOf = ({ unit }: { unit: TextUnit }): number => {
      const id = ids.get(unit.key) ?? ids.size
      ids.set(unit.key, id)
      return id
    }
    const [old, now] = [inOrder(this.#removed), inOrder(this.#inserted)]
    return align(old.map(idOf), now.map(idOf)).flatMap(({ before, after, length }) => {
      const removed = old.slice(before, before + length)
      const inserted = now.slice(after, after + length)
      const isBlock = now[after - 1]?.isBlockEnd !== false && inserted.at(-1)?.isBlockEnd
      const words = inserted.filter(({ unit }) => unit.isWord)
      if (words.length === 0 || (words.length < minWords && isBlock !== true)) return []
      return splitAtBlocks(removed, inserted)
    })
  }
}

/** Whether steps remove and insert enough that some of it may be the same text. */
export function mayCarryText(steps: readonly Step[]): boolean {
  let [removed, inserted] = [0, 0]
  for (const step of steps) {
    step.getMap().forEach((oldStart, oldEnd, newStart, newEnd) => {
      removed += oldEnd - oldStart
      inserted += newEnd - newStart
    })
  }
  return Math.min(removed, inserted) >= minPositions && removed + inserted <= maxPositions
}

function inOrder<Entry>(groups: readonly { position: number; entries: Entry[] }[]): Entry[] {
  return groups.toSorted((a, b) => a.position - b.position).flatMap(({ entries }) => entries)
}

function splitAtBlocks(
  removed: readonly Removed[],
  inserted: readonly Inserted[],
): { removed: Removed[]; inserted: Inserted[] }[] {
  const parts: { removed: Removed[]; inserted: Inserted[] }[] = []
  let start = 0
  for (const [index, { isBlockEnd }] of inserted.entries()) {
    if (!isBlockEnd && index < inserted.length - 1) continue
    parts.push({
      removed: removed.slice(start, index + 1),
      inserted: inserted.slice(start, index + 1),
    })
    start = index + 1
  }
  return parts
}

function textBetween(document: Node, from: number, to: number): TextUnit[] {
  const units: TextUnit[] = []
  if (to <= from) return units
  document.nodesBetween(from, to, (node, position) => {
    if (!node.isTextblock) return true
    const start = position + 1
    const first = Math.max(0, from - start)
    const last = Math.min(node.content.size, to - start)
    if (last > first) units.push(...unitsOf(node, start, first, last))
    return false
  })
  return units
}

/** Words, spaces and atoms of a text block. A word can have several marks. */
function unitsOf(block: Node, start: number, first: number, last: number): TextUnit[] {
  const units: TextUnit[] = []
  const text = block.textBetween(first, last, '', atom)
  for (const token of tokensOf(text)) {
    const [from, to] = [first + token.from, first + token.to]
    const content = text.slice(token.from, token.to)
    const node = content === atom ? block.nodeAt(from) : undefined
    const key = node && !node.isText ? node.type.name + JSON.stringify(node.attrs) : `"${content}`
    const isWord = content === atom || token.isWord
    units.push({ key, isWord, from: start + from, to: start + to })
  }
  return units
}
