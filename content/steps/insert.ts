import { Fragment, Slice } from 'prosemirror-model'
import type { Node, ResolvedPos } from 'prosemirror-model'
import { ReplaceStep, replaceStep } from 'prosemirror-transform'
import type { Transform } from 'prosemirror-transform'
import type { Range } from './mapping.ts'
import { tryStep } from './try-step.ts'

/** Where inserted content is, and whether it could not stay where it belonged. */
export type Inserted = {
  readonly range: Range
  readonly movedOut: boolean
  /** The position of an offset in the slice. */
  readonly find: (offset: number) => number
}

/** Inserts a slice as close to `pos` as the document permits. Undefined if it has nothing that can be lost. */
export function insertSlice(tr: Transform, pos: number, slice: Slice): Inserted | undefined {
  const at = Math.min(Math.max(pos, 0), tr.doc.content.size)
  if (tryStep(tr, new ReplaceStep(at, at, slice))) return asItIs(at, slice, false)
  const inline = inlineNodes(slice.content)
  const isClosed = slice.openStart === 0 && slice.openEnd === 0
  if (isClosed && slice.content.firstChild?.isBlock === true) {
    const found = insertBlocks(tr, at, slice.content)
    if (found !== undefined) return asItIs(found, slice, true)
  }
  if (inline.length === 0) return undefined
  const range = insertFitted(tr, at, slice, inline) ?? insertInline(tr, at, inline)
  if (range === undefined) return undefined
  return { range, movedOut: true, find: byInlineContent(slice.content, tr.doc, range) }
}

function asItIs(at: number, slice: Slice, movedOut: boolean): Inserted {
  return { range: { from: at, to: at + slice.size }, movedOut, find: (offset) => at + offset }
}

/** Blocks go to the nearest place that takes them as they are. */
function insertBlocks(tr: Transform, pos: number, blocks: Fragment): number | undefined {
  const $pos = tr.doc.resolve(pos)
  for (let depth = $pos.depth; depth >= 0; depth -= 1) {
    const index = $pos.indexAfter(depth)
    if (!$pos.node(depth).canReplace(index, index, blocks)) continue
    const at = positionAt($pos, depth)
    if (tryStep(tr, new ReplaceStep(at, at, new Slice(blocks, 0, 0)))) return at
  }
  return undefined
}

/** The position in the ancestor at `depth`: before or after the child that contains `$pos`. */
function positionAt($pos: ResolvedPos, depth: number): number {
  return depth === $pos.depth ? $pos.pos : $pos.after(depth + 1)
}

/** An open slice goes where ProseMirror would paste it, if all of its text fits. */
function insertFitted(
  tr: Transform,
  pos: number,
  slice: Slice,
  inline: readonly Node[],
): Range | undefined {
  if (slice.content.firstChild?.isInline === true) return undefined
  const fitted = replaceStep(tr.doc, pos, pos, slice)
  if (!(fitted instanceof ReplaceStep) || fitted.from !== fitted.to) return undefined
  if (sizeOfAll(inlineNodes(fitted.slice.content)) !== sizeOfAll(inline)) return undefined
  if (!tryStep(tr, fitted)) return undefined
  return { from: fitted.from, to: fitted.from + fitted.slice.size }
}

/**
 * Inserts text and inline nodes into the text at `pos`, or as a paragraph of their own. A board takes no paragraph
 * between its columns: there it becomes a card of the column before or after.
 */
export function insertInline(
  tr: Transform,
  pos: number,
  nodes: readonly Node[],
): Range | undefined {
  const { parent } = tr.doc.resolve(pos)
  const fitting = fitInto(parent, nodes)
  if (fitting !== undefined) {
    const slice = new Slice(Fragment.from(fitting), 0, 0)
    if (tryStep(tr, new ReplaceStep(pos, pos, slice))) return { from: pos, to: pos + slice.size }
  }
  const { size } = tr.doc.content
  for (const at of [pos, pos - 1, pos + 1, size - 1]) {
    if (at < 0 || at > size) continue
    const range = insertParagraph(tr, tr.doc.resolve(at), nodes)
    if (range !== undefined) return range
  }
  return undefined
}

/** Code takes text without marks. */
function fitInto(parent: Node, nodes: readonly Node[]): readonly Node[] | undefined {
  if (!parent.inlineContent) return undefined
  if (parent.type.spec.code !== true) return nodes
  return nodes.every((node) => node.isText) ? nodes.map((node) => node.mark([])) : undefined
}

/** A table would become uneven, so a paragraph goes beside the table. */
const closedToParagraphs = new Set(['table', 'tableRow'])

function insertParagraph(
  tr: Transform,
  $pos: ResolvedPos,
  nodes: readonly Node[],
): Range | undefined {
  const { paragraph } = tr.doc.type.schema.nodes
  if (paragraph === undefined) return undefined
  const content = paragraph.create(null, nodes)
  for (let depth = $pos.depth; depth >= 0; depth -= 1) {
    const parent = $pos.node(depth)
    if (closedToParagraphs.has(parent.type.name)) continue
    const wrappers = parent.contentMatchAt($pos.indexAfter(depth)).findWrapping(paragraph)
    if (wrappers === null) continue
    const wrapped = wrappers.reduceRight((inner, type) => type.create(null, inner), content)
    const at = positionAt($pos, depth)
    if (!tryStep(tr, new ReplaceStep(at, at, new Slice(Fragment.from(wrapped), 0, 0)))) continue
    const from = at + wrappers.length + 1
    return { from, to: from + content.content.size }
  }
  return undefined
}

export function inlineNodes(content: Fragment): Node[] {
  const nodes: Node[] = []
  content.descendants((node) => {
    if (!node.isInline) return true
    nodes.push(node)
    return false
  })
  return nodes
}

function sizeOfAll(nodes: readonly Node[]): number {
  return nodes.reduce((size, node) => size + node.nodeSize, 0)
}

/** The same inline content stands in `range`, perhaps in other blocks: the offset within that content decides. */
function byInlineContent(content: Fragment, doc: Node, range: Range): (offset: number) => number {
  const targets: Range[] = []
  doc.nodesBetween(range.from, range.to, (node, pos) => {
    if (node.isInline) {
      const from = Math.max(pos, range.from)
      targets.push({ from, to: Math.min(pos + node.nodeSize, range.to) })
    }
    return !node.isInline
  })
  return (offset) => positionOf(inlineSizeBefore(content, offset), targets, range)
}

function inlineSizeBefore(content: Fragment, offset: number): number {
  let size = 0
  content.nodesBetween(0, Math.min(offset, content.size), (node, pos) => {
    if (node.isInline) size += Math.min(node.nodeSize, offset - pos)
    return !node.isInline
  })
  return size
}

function positionOf(size: number, targets: readonly Range[], range: Range): number {
  let left = size
  for (const { from, to } of targets) {
    if (left <= to - from) return from + left
    left -= to - from
  }
  return targets.at(-1)?.to ?? range.to
}
