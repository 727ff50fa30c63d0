import type { Node } from 'prosemirror-model'
import { attribute, type Attribution, whollyBy } from '../attribution.ts'
import { replaceRuns } from '../attribution/runs.ts'
import { align } from '../diff/align.ts'
import type { Range } from '../mapping.ts'
import { Passages } from './copied-passages.ts'
import type { PastChange } from './past-change.ts'

/** Fewer positions are no text to recognise. */
const minPositions = 4
/** More letters are not compared one by one. */
const maxLetters = 20_000

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
  /** Documents share the nodes that a change leaves as they are. */
  readonly #collected = new WeakSet<Node>()

  constructor(document: Node) {
    this.#map = whollyBy(document, writerOf(others))
    this.#mapBefore = this.#map
  }

  /** Follows a change from one document to the next. */
  follow(before: Node, after: Node, change: PastChange): void {
    const isCarrying = !change.isReverted && mayCarry(change)
    this.#collect(before)
    const ownName = isCarrying ? fresh : others
    const { steps, moves = [], retained = [] } = change
    const writer = writerOf(change.isReverted ? reverted : ownName)
    const known = retained.map(({ authorId: _authorId, ...text }) => text)
    this.#mapBefore = this.#map
    this.#map = attribute(this.#map, before, { writer, steps, moves, retained: known })
    this.#count += steps.length
    if (!isCarrying) return
    this.#markCopies(before, after)
    this.#noteCarried(change)
  }

  /** Somebody may copy a text now, and insert it long after it changed. */
  #collect(document: Node): void {
    for (const { text, parts } of this.#textsOf(document, [reverted, copied], this.#collected)) {
      if (parts.length > 0) this.#passages.add(text, parts)
    }
  }

  #markCopies(before: Node, document: Node): void {
    const writers = this.#map.writers.map((writer) =>
      writer.userId === fresh ? writerOf(others) : writer,
    )
    const runs = [...this.#map.runs]
    const after = this.#textsOf(document, [fresh]).filter(({ parts }) => parts.length > 0)
    const rewritten = this.#rewritten(before, document, after)
    for (const block of after) {
      const { start, text, parts } = block
      for (const passage of [...this.#passages.find(text), ...(rewritten.get(block) ?? [])]) {
        for (const part of parts) {
          const from = Math.max(part.from, passage.from)
          const to = Math.min(part.to, passage.to)
          if (to <= from) continue
          const index = writers.push(writerOf(copied)) - 1
          replaceRuns(runs, start + from, start + to, [[to - from, index]])
        }
      }
    }
    this.#map = { writers, runs }
  }

  /** Letters of the run in blocks that a change writes anew, where it is not clear by the words. */
  #rewritten(before: Node, document: Node, after: readonly BlockText[]): Map<BlockText, Range[]> {
    const same = new WeakSet<Node>()
    document.descendants((node) => {
      same.add(node)
    })
    const old = letters(this.#before(before, same))
    const now = letters(after)
    const found = new Map<BlockText, Range[]>()
    if (!old.some(({ isOwn }) => isOwn) || old.length + now.length > maxLetters) return found
    const codes = (texts: readonly Letter[]) => texts.map(({ code }) => code)
    for (const match of align(codes(old), codes(now))) {
      if (match.length < minPositions && !isAtEdge(old, now, match)) continue
      for (let index = 0; index < match.length; index += 1) {
        const letter = now[match.after + index]
        if (letter === undefined || old[match.before + index]?.isOwn !== true) continue
        const ranges = found.get(letter.block) ?? []
        ranges.push({ from: letter.at, to: letter.at + 1 })
        found.set(letter.block, ranges)
      }
    }
    return found
  }

  #before(document: Node, same: WeakSet<Node>): BlockText[] {
    const map = this.#map
    this.#map = this.#mapBefore
    const texts = this.#textsOf(document, [reverted, copied], same)
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

  /** The text blocks of a document, with the parts of some writers as offsets; without those that are known. */
  #textsOf(document: Node, names: readonly string[], known?: WeakSet<Node>): BlockText[] {
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

/** A text block: `start` is the position of its text. */
type BlockText = { start: number; text: string; parts: Range[] }

type Letter = { code: number; isOwn: boolean; block: BlockText; at: number }

/** `isOwn`: whether it is in one of the parts of its block. */
function letters(blocks: readonly BlockText[]): Letter[] {
  return blocks.flatMap((block) =>
    Array.from({ length: block.text.length }, (_, at) => ({
      code: block.text.charCodeAt(at),
      isOwn: block.parts.some(({ from, to }) => at >= from && at < to),
      block,
      at,
    })),
  )
}

/** Whether a match begins or ends a text block in both. */
function isAtEdge(
  old: readonly Letter[],
  now: readonly Letter[],
  { before, after, length }: { before: number; after: number; length: number },
): boolean {
  const starts = old[before]?.at === 0 && now[after]?.at === 0
  const last = [old[before + length - 1], now[after + length - 1]]
  return starts || last.every((letter) => letter?.at === (letter?.block.text.length ?? 0) - 1)
}

function writerOf(userId: string) {
  return { userId, via: null, keyId: null, runId: null, at: 0 }
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

/** Whether steps insert enough that some of it may be text of others, or rewrite something. */
function mayCarry({ steps }: PastChange): boolean {
  let [removed, inserted] = [0, 0]
  for (const step of steps) {
    step.getMap().forEach((oldStart, oldEnd, newStart, newEnd) => {
      removed += oldEnd - oldStart
      inserted += newEnd - newStart
    })
  }
  return inserted >= minPositions || (removed > 0 && inserted > 0)
}
