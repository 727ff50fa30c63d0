import { Fragment, type Node, Slice } from 'prosemirror-model'
import { AttrStep, ReplaceAroundStep, ReplaceStep, type Step } from 'prosemirror-transform'
import { align, type Hunk, hunksBetween } from './align.ts'
import { Likeness } from './likeness.ts'
import type { Joining } from './merge-close.ts'
import type { NodeIds } from './node-ids.ts'
import { pairNodes } from './pairs.ts'
import { textSteps } from './text.ts'
import { wrapStep } from './wrap.ts'

/** A flat diff is for large pages, on which each step takes its time. */
const maxFlatSteps = 100

/** Finds the steps between two documents, the last step first, so that no step moves the next. */
export class BlockDiff {
  readonly steps: Step[] = []
  readonly #ids: NodeIds
  readonly #likeness = new Likeness()
  readonly #isDeep: boolean
  readonly #joining: Joining

  /** A `deep` diff changes inside blocks, a `flat` one replaces the changed ones. */
  constructor(ids: NodeIds, kind: 'deep' | 'flat', joining: Joining) {
    this.#ids = ids
    this.#isDeep = kind === 'deep'
    this.#joining = joining
  }

  /** Compares the content of two nodes; that of `before` starts at `start`. */
  compare(before: Node, after: Node, start: number): void {
    const [old, now] = [before.children, after.children]
    if (this.#isDeep && isSameRow(before, after)) {
      const positions = positionsOf(old, start)
      for (const index of [...old.keys()].toReversed()) {
        const [cell, partner, position] = [old[index], now[index], positions[index]]
        if (cell && partner && position !== undefined && !isEqual(cell, partner))
          this.#changeNode(cell, partner, position)
      }
      return
    }
    const shorter = Math.min(old.length, now.length)
    let first = 0
    while (first < shorter && isEqual(old[first], now[first])) first += 1
    let last = 0
    while (last < shorter - first && isEqual(old.at(-1 - last), now.at(-1 - last))) last += 1
    const oldMiddle = old.slice(first, old.length - last)
    const nowMiddle = now.slice(first, now.length - last)
    const positions = positionsOf(oldMiddle, start + sizeOf(old.slice(0, first)))
    for (const hunk of this.#hunks(oldMiddle, nowMiddle).toReversed()) {
      this.#change(
        oldMiddle.slice(hunk.before.from, hunk.before.to),
        nowMiddle.slice(hunk.after.from, hunk.after.to),
        positions.slice(hunk.before.from, hunk.before.to + 1),
      )
    }
  }

  #hunks(old: readonly Node[], now: readonly Node[]): Hunk[] {
    const isSingle = old.length <= 1 && now.length <= 1
    const matches = isSingle
      ? []
      : align(
          old.map((node) => this.#ids.of(node)),
          now.map((node) => this.#ids.of(node)),
        )
    const hunks = hunksBetween(matches, { before: old.length, after: now.length })
    return this.#isDeep ? hunks : fewer(hunks)
  }

  /** `positions` are those before each old node, and the end. */
  #change(old: readonly Node[], now: readonly Node[], positions: readonly number[]): void {
    const pairs = this.#isDeep ? pairNodes(old, now, this.#likeness) : []
    let [toOld, toNow] = [old.length, now.length]
    const replaceFrom = (fromOld: number, fromNow: number): void => {
      const range = { from: positions[fromOld] ?? 0, to: positions[toOld] ?? 0 }
      this.#replace(old.slice(fromOld, toOld), now.slice(fromNow, toNow), range)
    }
    for (const { before, after } of pairs.toReversed()) {
      replaceFrom(before + 1, after + 1)
      const [node, partner, position] = [old[before], now[after], positions[before]]
      if (node && partner && position !== undefined) this.#changeNode(node, partner, position)
      toOld = before
      toNow = after
    }
    replaceFrom(0, 0)
  }

  #replace(
    old: readonly Node[],
    now: readonly Node[],
    { from, to }: { from: number; to: number },
  ): void {
    if (old.length === 0 && now.length === 0) return
    const wrap = this.#isDeep ? wrapStep(old, now, from, to) : undefined
    this.steps.push(wrap ?? new ReplaceStep(from, to, new Slice(Fragment.from(now), 0, 0)))
  }

  #changeNode(before: Node, after: Node, position: number): void {
    if (before.type === after.type) this.steps.push(...attributeSteps(before, after, position))
    else this.steps.push(typeStep(before, after, position))
    if (before.isTextblock)
      this.steps.push(...textSteps(before, after, position + 1, this.#joining))
    else if (!before.isLeaf) this.compare(before, after, position + 1)
  }
}

/** Whether a row has as many cells as before: each stays in its column, whatever its text. */
function isSameRow(before: Node, after: Node): boolean {
  return (
    before.type.spec['tableRole'] === 'row' &&
    before.childCount === after.childCount &&
    before.children.every((cell, index) => {
      const partner = after.maybeChild(index)
      return partner !== null && partner.type.validContent(cell.content)
    })
  )
}

/** Joins the hunks with the fewest nodes between them. */
function fewer(hunks: readonly Hunk[]): Hunk[] {
  const distance = (index: number) =>
    (hunks[index]?.before.from ?? 0) - (hunks[index - 1]?.before.to ?? 0)
  const furthest = [...hunks.keys()].slice(1).toSorted((a, b) => distance(b) - distance(a))
  const starts = new Set([0, ...furthest.slice(0, maxFlatSteps - 1)])
  const joined: Hunk[] = []
  for (const [index, { before, after }] of hunks.entries()) {
    const last = joined.at(-1)
    if (!last || starts.has(index)) joined.push({ before, after })
    else {
      joined[joined.length - 1] = {
        before: { from: last.before.from, to: before.to },
        after: { from: last.after.from, to: after.to },
      }
    }
  }
  return joined
}

function attributeSteps(before: Node, after: Node, position: number): Step[] {
  return Object.keys(after.attrs)
    .filter((name) => JSON.stringify(before.attrs[name]) !== JSON.stringify(after.attrs[name]))
    .map((name) => new AttrStep(position, name, after.attrs[name]))
}

/** Another type around the same content. */
function typeStep(before: Node, after: Node, position: number): Step {
  const end = position + before.nodeSize
  const slice = new Slice(Fragment.from(after.copy(Fragment.empty)), 0, 0)
  return new ReplaceAroundStep(position, end, position + 1, end - 1, slice, 1, true)
}

function isEqual(a: Node | undefined, b: Node | undefined): boolean {
  return a !== undefined && b !== undefined && (a === b || a.eq(b))
}

function sizeOf(nodes: readonly Node[]): number {
  return nodes.reduce((size, node) => size + node.nodeSize, 0)
}

function positionsOf(nodes: readonly Node[], start: number): number[] {
  const positions = [start]
  for (const node of nodes) positions.push((positions.at(-1) ?? 0) + node.nodeSize)
  return positions
}
