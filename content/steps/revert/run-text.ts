import type { Node } from 'prosemirror-model'
import { attribute, type Attribution, whollyBy } from '../attribution.ts'
import { replaceRuns } from '../attribution/runs.ts'
import type { Change } from '../batch.ts'
import type { Range } from '../mapping.ts'
import { attributeByMaps } from './attribute-by-maps.ts'
import { Passages } from './copied-passages.ts'
import { EarlierBlocks } from './earlier-blocks.ts'
import type { PastChange } from './past-change.ts'
import { type BlockText, sameLetters } from './same-letters.ts'

const others = 'others'
const reverted = 'reverted'
const copied = 'copied'
const fresh = 'fresh'

/** A range of the document after some steps that others inserted, with text of the reverted changes. */
export type CarriedRange = Range & { readonly after: number; readonly kind: 'own' | 'copied' }

/**
 * Text of the reverted changes in what others insert: `own` where they rewrite its block, `copied` where only the words
 * tell where it is from.
 */
export class RunText {
  readonly carried: CarriedRange[] = []
  #map: Attribution
  #mapBefore: Attribution
  #count = 0
  readonly #passages = new Passages()
  readonly #earlier = new EarlierBlocks()
  /** Documents share the nodes that a change leaves as they are. */
  readonly #collected = new WeakSet<Node>()

  constructor(document: Node) {
    this.#map = whollyBy(document, writerOf(others))
    this.#mapBefore = this.#map
  }

  /**
   * Follows a change from one document to the next. `parsed` has its maps, and `theirs` are texts after it that belong to
   * its author, with all words of the run that they left there.
   */
  follow(
    before: Node,
    after: Node,
    change: PastChange,
    parsed: Change,
    theirs: readonly Range[] = [],
  ): void {
    this.#collect(before)
    this.#mapBefore = this.#map
    const { steps, moves = [], retained = [] } = change
    this.#count += steps.length
    if (change.isReverted) {
      this.#map = attributeByMaps(this.#map, parsed, writerOf(reverted))
      return
    }
    const { removed, inserted } = sizesOf(change)
    const isCarrying = inserted > 0
    const writer = writerOf(isCarrying ? fresh : others)
    const known = retained.map(({ authorId: _authorId, ...text }) => text)
    this.#map = attribute(this.#map, before, { writer, steps, moves, retained: known })
    const changed = removed > 0 ? this.#changedBlocks(before, after) : []
    if (isCarrying) {
      this.#markCopies(changed, after)
      this.#giveAway(theirs)
      this.#noteCarried(change)
    }
    this.#earlier.add(changed)
  }

  /** The text of the reverted changes now. */
  ownParts(): Range[] {
    return this.#partsOf([reverted])
  }

  /** Somebody may copy a text now, and insert it long after it changed. */
  #collect(document: Node): void {
    const names = [reverted, copied]
    for (const block of this.#textsOf(document, names, this.#collected, true)) {
      this.#passages.add(block)
    }
  }

  /** Words of the run in texts of others stay there as copies. */
  #giveAway(ranges: readonly Range[]): void {
    const own = this.ownParts()
    const writers = [...this.#map.writers]
    const runs = [...this.#map.runs]
    const mark = writers.push(writerOf(copied)) - 1
    for (const range of ranges) {
      for (const part of own) {
        const [from, to] = [Math.max(part.from, range.from), Math.min(part.to, range.to)]
        if (to > from) replaceRuns(runs, from, to, [[to - from, mark]])
      }
    }
    this.#map = { writers, runs }
  }

  #markCopies(changed: readonly BlockText[], document: Node): void {
    const writers = this.#map.writers.map((writer) =>
      writer.userId === fresh ? writerOf(others) : writer,
    )
    const runs = [...this.#map.runs]
    const after = this.#textsOf(document, [fresh], undefined, true)
    const rewritten = rewrittenIn(changed, after)
    const mark = writers.push(writerOf(copied)) - 1
    for (const block of after) {
      const { start, parts } = block
      const passages = [
        ...this.#passages.find(block),
        ...this.#earlier.find(block),
        ...(rewritten.get(block) ?? []),
      ]
      for (const passage of passages) {
        for (const part of parts) {
          const from = Math.max(part.from, passage.from)
          const to = Math.min(part.to, passage.to)
          if (to <= from) continue
          replaceRuns(runs, start + from, start + to, [[to - from, mark]])
        }
      }
    }
    this.#map = { writers, runs }
  }

  /** The text blocks before a change that it does not leave as they are. */
  #changedBlocks(before: Node, after: Node): BlockText[] {
    const same = new WeakSet<Node>()
    after.descendants((node) => {
      same.add(node)
    })
    const map = this.#map
    this.#map = this.#mapBefore
    const texts = this.#textsOf(before, [reverted, copied], same)
    this.#map = map
    return texts
  }

  #noteCarried({ steps }: PastChange): void {
    const after = this.#count
    const inserted = insertedBy(steps)
    for (const [kind, name] of [
      ['own', reverted],
      ['copied', copied],
    ] as const) {
      for (const part of this.#partsOf([name])) {
        for (const range of inserted) {
          const [from, to] = [Math.max(part.from, range.from), Math.min(part.to, range.to)]
          if (to > from) this.carried.push({ from, to, after, kind })
        }
      }
    }
  }

  /** The text blocks of a document, with the parts of some writers as offsets; without those that are known, or only those with such parts. */
  #textsOf(
    document: Node,
    names: readonly string[],
    known: WeakSet<Node> | undefined,
    areMarked = false,
  ): BlockText[] {
    const texts: BlockText[] = []
    const parts = this.#partsOf(names)
    let next = 0
    document.descendants((node, position) => {
      if (known?.has(node) === true) return false
      known?.add(node)
      if (!node.isTextblock) return true
      const start = position + 1
      const end = start + node.content.size
      while ((parts[next]?.to ?? end) < start) next += 1
      const own: Range[] = []
      for (let index = next; (parts[index]?.from ?? end) < end; index += 1) {
        const { from, to } = parts[index] ?? { from: end, to: end }
        own.push({ from: Math.max(from, start) - start, to: Math.min(to, end) - start })
      }
      if (areMarked && own.length === 0) return false
      texts.push({ start, text: node.textBetween(0, node.content.size, '', '\ufffc'), parts: own })
      return false
    })
    return texts
  }

  #partsOf(names: readonly string[]): Range[] {
    const parts: Range[] = []
    let from = 0
    for (const [length, writer] of this.#map.runs) {
      const name = this.#map.writers[writer]?.userId
      if (name !== undefined && names.includes(name)) parts.push({ from, to: from + length })
      from += length
    }
    return parts
  }
}

function writerOf(userId: string) {
  return { userId, via: null, keyId: null, runId: null, at: 0 }
}

/** Letters of the run in blocks that a change writes anew, where it is not clear by the words. */
function rewrittenIn(
  before: readonly BlockText[],
  after: readonly BlockText[],
): Map<BlockText, Range[]> {
  const found = new Map<BlockText, Range[]>()
  if (!before.some(({ parts }) => parts.length > 0)) return found
  for (const { block, at } of sameLetters(before, after)) {
    const ranges = found.get(block) ?? []
    ranges.push({ from: at, to: at + 1 })
    found.set(block, ranges)
  }
  return found
}

/** What steps insert, as ranges of the document after them. */
function insertedBy(steps: PastChange['steps']): Range[] {
  let ranges: Range[] = []
  for (const step of steps) {
    const map = step.getMap()
    ranges = ranges.map(({ from, to }) => ({ from: map.map(from, 1), to: map.map(to, -1) }))
    map.forEach((_oldStart, _oldEnd, from, to) => {
      if (to > from) ranges.push({ from, to })
    })
  }
  return ranges
}

/** Whether steps insert something, and whether they remove something too. */
function sizesOf({ steps }: PastChange): { removed: number; inserted: number } {
  let [removed, inserted] = [0, 0]
  for (const step of steps) {
    step.getMap().forEach((oldStart, oldEnd, newStart, newEnd) => {
      removed += oldEnd - oldStart
      inserted += newEnd - newStart
    })
  }
  return { removed, inserted }
}
