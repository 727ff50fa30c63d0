import { Fragment, type Node, Slice } from 'prosemirror-model'
import { ReplaceStep, type Step } from 'prosemirror-transform'
import type { MoveMark } from '../batch.ts'
import { align, hunksBetween } from './align.ts'
import type { NodeIds } from './node-ids.ts'

/** A text block with a letter: empty ones are not recognised as the same. */
const minSize = 3
/** With more moves the page was sorted anew. */
const maxMoves = 50

/** A node in a document: its parent is the document or one of its blocks. */
type Placed = { node: Node; parent: Node; index: number; position: number }
type Pair = { from: Placed; to: Placed }
/** Neighbours that move together. */
type Move = { from: readonly Placed[]; to: readonly Placed[] }

/** Documents without the blocks that move from one to the other, and the steps around a diff of these. */
export type MovedApart = {
  before: Node
  after: Node
  removals: Step[]
  insertions: Step[]
  /** For a diff of this many steps between the removals and the insertions. */
  marks: (count: number) => MoveMark[]
}

/**
 * Finds blocks, and children of blocks such as cards, that are elsewhere in `after`. They are removed before
 * everything else and inserted after it. Undefined if nothing moves.
 */
export function moveApart(before: Node, after: Node, ids: NodeIds): MovedApart | undefined {
  const { blocks, across, inOrder } = findMoves(before, after, ids)
  return (
    apart(before, after, [...blocks, ...across]) ?? apart(before, after, [...blocks, ...inOrder])
  )
}

function apart(before: Node, after: Node, moved: readonly Pair[]): MovedApart | undefined {
  const moves = joined(moved)
  if (moves.length === 0 || moves.length > maxMoves) return undefined
  const [from, to] = [moves.flatMap((move) => move.from), moves.flatMap((move) => move.to)]
  const [oldRest, newRest] = [without(before, from), without(after, to)]
  if (!oldRest || !newRest) return undefined
  const removed = moves.toSorted((a, b) => startOf(b.from) - startOf(a.from))
  const inserted = moves.toSorted((a, b) => startOf(b.to) - startOf(a.to))
  return {
    before: oldRest,
    after: newRest,
    removals: removed.map(({ from }) => {
      const start = startOf(from)
      return new ReplaceStep(start, start + sizeOf(from), Slice.empty)
    }),
    insertions: inserted.map((move) => {
      const earlier = inserted.slice(inserted.indexOf(move) + 1)
      const position = startOf(move.to) - earlier.reduce((sum, { to }) => sum + sizeOf(to), 0)
      const content = Fragment.from(move.to.map(({ node }) => node))
      return new ReplaceStep(position, position, new Slice(content, 0, 0))
    }),
    marks: (count) =>
      inserted.map((move, index) => ({
        remove: removed.indexOf(move),
        insert: removed.length + count + index,
      })),
  }
}

type FoundMoves = {
  blocks: readonly Pair[]
  /** Children that are in another block, or elsewhere in the order of all children. */
  across: readonly Pair[]
  /** Those elsewhere in the order alone: without the others, no block is left empty. */
  inOrder: readonly Pair[]
}

function findMoves(before: Node, after: Node, ids: NodeIds): FoundMoves {
  const [old, now] = unmatched(...withoutShared(childrenOf(before, 0), childrenOf(after, 0)), ids)
  const blocks = pairs(old, now, ids)
  const moved = new Set(blocks.flatMap(({ from, to }) => [from.node, to.node]))
  const inner = (list: readonly Placed[]) =>
    list
      .filter(({ node }) => !moved.has(node) && !node.isLeaf && !node.inlineContent)
      .flatMap(({ node, position }) => childrenOf(node, position + 1))
  const [oldInner, newInner] = [inner(old), inner(now)]
  return {
    blocks,
    across: pairs(...unmatchedIn(oldInner, newInner, ids), ids),
    inOrder: pairs(...unmatched(oldInner, newInner, ids), ids),
  }
}

/** Children that have no partner in what became of their block. */
function unmatchedIn(
  old: readonly Placed[],
  now: readonly Placed[],
  ids: NodeIds,
): [Placed[], Placed[]] {
  const partners = partnersOf(old, now)
  const targets = Map.groupBy(now, ({ parent }) => parent)
  const left: Placed[] = []
  const matched = new Set<Placed>()
  for (const [parent, children] of Map.groupBy(old, (placed) => placed.parent)) {
    const partner = partners.get(parent)
    const others = (partner && targets.get(partner)) ?? []
    const [rest, added] = unmatched(children, others, ids)
    left.push(...rest)
    for (const placed of new Set(others).difference(new Set(added))) matched.add(placed)
  }
  return [left, now.filter((placed) => !matched.has(placed))]
}

/** What became of each block: the one that has most of its texts. */
function partnersOf(old: readonly Placed[], now: readonly Placed[]): Map<Node, Node> {
  const parents = new Map<string, Placed | undefined>()
  for (const placed of now) {
    const text = placed.node.textContent
    parents.set(text, parents.has(text) ? undefined : placed)
  }
  const counts = new Map<Node, Map<Node, number>>()
  for (const { node, parent } of old) {
    const target = parents.get(node.textContent)?.parent
    if (target === undefined) continue
    const known = counts.get(parent) ?? new Map<Node, number>()
    counts.set(parent, known.set(target, (known.get(target) ?? 0) + 1))
  }
  const all = [...counts].flatMap(([from, targets]) =>
    [...targets].map(([to, count]) => ({ from, to, count })),
  )
  const partners = new Map<Node, Node>()
  const taken = new Set<Node>()
  for (const { from, to } of all.toSorted((a, b) => b.count - a.count)) {
    if (partners.has(from) || taken.has(to)) continue
    partners.set(from, to)
    taken.add(to)
  }
  return partners
}

function childrenOf(parent: Node, start: number): Placed[] {
  const list: Placed[] = []
  parent.forEach((node, offset, index) => {
    list.push({ node, parent, index, position: start + offset })
  })
  return list
}

/** Documents may share their first and last blocks. */
function withoutShared(old: readonly Placed[], now: readonly Placed[]): [Placed[], Placed[]] {
  const isShared = (one: Placed | undefined, other: Placed | undefined) =>
    one !== undefined && one.node === other?.node
  let start = 0
  while (isShared(old[start], now[start])) start += 1
  const rest = Math.min(old.length, now.length) - start
  let end = 0
  while (end < rest && isShared(old.at(-1 - end), now.at(-1 - end))) end += 1
  return [old.slice(start, old.length - end), now.slice(start, now.length - end)]
}

/** What has no partner in the same order. */
function unmatched(
  old: readonly Placed[],
  now: readonly Placed[],
  ids: NodeIds,
): [Placed[], Placed[]] {
  const idOf = ({ node }: Placed) => ids.of(node)
  const matches = align(old.map(idOf), now.map(idOf))
  const hunks = hunksBetween(matches, { before: old.length, after: now.length })
  return [
    hunks.flatMap(({ before }) => old.slice(before.from, before.to)),
    hunks.flatMap(({ after }) => now.slice(after.from, after.to)),
  ]
}

/** Equal nodes that are once in each list. */
function pairs(old: readonly Placed[], now: readonly Placed[], ids: NodeIds): Pair[] {
  const targets = singles(now, ids)
  return [...singles(old, ids)].flatMap(([id, from]) => {
    const to = targets.get(id)
    return from && to ? [{ from, to }] : []
  })
}

function singles(list: readonly Placed[], ids: NodeIds): Map<number, Placed | undefined> {
  const byId = new Map<number, Placed | undefined>()
  for (const placed of list) {
    const id = ids.of(placed.node)
    byId.set(id, byId.has(id) || placed.node.nodeSize < minSize ? undefined : placed)
  }
  return byId
}

function joined(pairs: readonly Pair[]): Move[] {
  const moves: { from: Placed[]; to: Placed[] }[] = []
  for (const { from, to } of pairs.toSorted((a, b) => a.from.position - b.from.position)) {
    const last = moves.at(-1)
    if (last && isNext(last.from.at(-1), from) && isNext(last.to.at(-1), to)) {
      last.from.push(from)
      last.to.push(to)
    } else moves.push({ from: [from], to: [to] })
  }
  return moves
}

function isNext(last: Placed | undefined, next: Placed): boolean {
  if (last?.parent !== next.parent) return false
  return last.position + last.node.nodeSize === next.position
}

/** Undefined if something would be left empty that may not be empty. A document can have one node object more than once. */
function without(document: Node, moved: readonly Placed[]): Node | undefined {
  const positions = new Set(moved.map(({ position }) => position))
  const parents = new Set(moved.map(({ parent }) => parent))
  const rest = (node: Node, start: number): Node => {
    if (!parents.has(node) && node !== document) return node
    const children: Node[] = []
    node.forEach((child, offset) => {
      const position = start + offset
      if (!positions.has(position)) children.push(rest(child, position + 1))
    })
    return node.copy(Fragment.from(children))
  }
  const result = rest(document, 0)
  const isValid = [result, ...result.children].every((node) => node.type.validContent(node.content))
  return isValid ? result : undefined
}

function startOf(list: readonly Placed[]): number {
  return list[0]?.position ?? 0
}

function sizeOf(list: readonly Placed[]): number {
  return list.reduce((sum, { node }) => sum + node.nodeSize, 0)
}
