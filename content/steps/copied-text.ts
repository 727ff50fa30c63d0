import type { Fragment, Node } from 'prosemirror-model'
import { ReplaceStep, StepMap } from 'prosemirror-transform'
import type { Step } from 'prosemirror-transform'

/**
 * The map of a step. A program that writes a block again replaces text by the same text: positions in such text stay
 * in it, and whoever deletes it deletes the copy too, so that no text stands twice.
 */
export function mapOf(step: Step, doc: Node | undefined): StepMap {
  if (doc === undefined || !(step instanceof ReplaceStep) || !rewritesBlocks(step))
    return step.getMap()
  const { from, to, slice } = step
  const before = textsIn(doc.content, from, to)
  const after = textsIn(slice.content, slice.openStart, slice.content.size - slice.openEnd)
  const found = copiesOf(before, after)
  if (found.length === 0) return step.getMap()
  const written = { from: slice.openStart, to: slice.content.size - slice.openEnd }
  const copies = withBlocks(
    found,
    blockEnds(doc.content, { from, to }),
    blockEnds(slice.content, written),
  )
  const ranges: number[] = []
  let [old, now] = [from, slice.openStart]
  const end = { old: to, now: slice.content.size - slice.openEnd, length: 0 }
  for (const copy of [...copies, end]) {
    if (copy.old > old || copy.now > now) ranges.push(old, copy.old - old, copy.now - now)
    old = copy.old + copy.length
    now = copy.now + copy.length
  }
  return new StepMap(ranges)
}

const kinds: Readonly<Record<string, string>> = {
  bulletList: 'list',
  orderedList: 'list',
  taskList: 'list',
  listItem: 'item',
  taskItem: 'item',
}

/** The kind of a block, where lists and their items are alike. */
export function kindOf({ type }: Node): string {
  return kinds[type.name] ?? type.name
}

type Range = { readonly from: number; readonly to: number }

/** What stands at each position where a block begins or ends. */
export function blockEnds(content: Fragment, { from, to }: Range): ReadonlyMap<number, string> {
  const ends = new Map<number, string>()
  content.nodesBetween(from, to, (node, pos) => {
    if (node.isText) return false
    const kind = kindOf(node)
    if (pos >= from) ends.set(pos, `start of ${kind}`)
    const last = pos + node.nodeSize - 1
    if (!node.isLeaf && last < to) ends.set(last, `end of ${kind}`)
    return !node.isTextblock
  })
  return ends
}

/** Copies with the ends of blocks around them, as far as those are alike. */
function withBlocks(
  copies: readonly Match[],
  before: ReadonlyMap<number, string>,
  after: ReadonlyMap<number, string>,
): Match[] {
  const areAlike = (old: number, now: number) =>
    before.has(old) && before.get(old) === after.get(now)
  const wide: Match[] = []
  let end = { old: 0, now: 0 }
  for (const copy of copies) {
    let { old, now, length } = copy
    while (old > end.old && now > end.now && areAlike(old - 1, now - 1)) {
      old -= 1
      now -= 1
      length += 1
    }
    // Only text stands in the copies that follow.
    while (areAlike(old + length, now + length)) length += 1
    end = { old: old + length, now: now + length }
    wide.push({ old, now, length })
  }
  return wide
}

function rewritesBlocks({ from, to, slice }: ReplaceStep): boolean {
  return to > from && slice.content.firstChild?.isBlock === true && slice.size > 2
}

/** `step`: index of the step that removes it. */
type TextChunk = { readonly from: number; readonly text: string; readonly step: number }
/** The text of one text block. It is removed in chunks where the text of others stands in it. */
type Text = { readonly text: string; readonly chunks: readonly TextChunk[] }
/** Equal parts of two texts, as offsets. */
type Match = { readonly old: number; readonly now: number; readonly length: number }
type Copy = Match & { readonly step: number }

/**
 * Text that the step `remove` deletes and the later step `insert` of the same batch writes again: from `old` in the
 * document before the one to `now` in the document after the other.
 */
export type CopiedText = {
  readonly remove: number
  readonly insert: number
  readonly old: number
  readonly now: number
  readonly length: number
}

/** What a batch removes in several steps, around the text of others, and then inserts again. */
export function copiedTexts(steps: readonly Step[], docs: readonly Node[]): CopiedText[] {
  const found: CopiedText[] = []
  const removed: Text[] = []
  for (const [index, step] of steps.entries()) {
    const doc = docs[index]
    if (doc === undefined || !(step instanceof ReplaceStep)) continue
    const { from, to, slice } = step
    if (to > from) {
      addRemoved(removed, textsIn(doc.content, from, to, index), doc)
    } else if (removed.length > 0 && slice.content.firstChild?.isBlock === true) {
      for (const copy of copiesOf(removed, textsIn(slice.content, 0, slice.content.size))) {
        const now = from - slice.openStart + copy.now
        found.push({ remove: copy.step, insert: index, old: copy.old, now, length: copy.length })
      }
      removed.length = 0
    }
  }
  return found
}

/** Steps remove from the end to the start: the last text may continue in the first one that was removed before. */
function addRemoved(removed: Text[], texts: readonly Text[], doc: Node): void {
  const [last, next] = [texts.at(-1), removed[0]]
  const [chunk, nextChunk] = [last?.chunks[0], next?.chunks[0]]
  if (last && next && chunk && nextChunk && isInBlockOf(doc, chunk, nextChunk)) {
    const complete = { text: last.text + next.text, chunks: [...last.chunks, ...next.chunks] }
    removed.splice(0, 1, ...texts.slice(0, -1), complete)
  } else {
    removed.unshift(...texts)
  }
}

/** Whether a chunk stands in a text block in which another one was removed, at `next.from`. */
function isInBlockOf(doc: Node, { from }: TextChunk, next: TextChunk): boolean {
  const $from = doc.resolve(from)
  return next.from >= from && next.from <= $from.end()
}

/** The texts of a range, one for each text block, with one character for each position. */
function textsIn(content: Fragment, from: number, to: number, step = 0): Text[] {
  const found: Text[] = []
  content.nodesBetween(from, to, (node, pos) => {
    if (!node.isTextblock) return true
    const [start, end] = [Math.max(from, pos + 1), Math.min(to, pos + 1 + node.content.size)]
    if (end > start) {
      const text = textOf(node, start - pos - 1, end - pos - 1)
      found.push({ text, chunks: [{ from: start, text, step }] })
    }
    return false
  })
  return found
}

function textOf(block: Node, from: number, to: number): string {
  let text = ''
  block.nodesBetween(from, to, (node, pos) => {
    text += node.text?.slice(Math.max(from - pos, 0), to - pos) ?? '\u{fffc}'.repeat(node.nodeSize)
    return false
  })
  return text
}

/** Equal texts, in order. Between two of them, texts that are largely the same. */
function copiesOf(before: readonly Text[], after: readonly Text[]): Copy[] {
  const copies: Copy[] = []
  const indexes = indexesOf(before)
  let [nextOld, nextNow] = [0, 0]
  for (let now = 0; now <= after.length; now += 1) {
    const text = after[now]?.text
    const old = now === after.length ? before.length : takeFrom(indexes.get(text ?? ''), nextOld)
    if (old < 0) continue
    const between = old - nextOld === now - nextNow ? now - nextNow : 0
    for (let index = 0; index < between; index += 1) {
      copies.push(...commonEnds(before[nextOld + index], after[nextNow + index]))
    }
    copies.push(...commonEnds(before[old], after[now]))
    nextOld = old + 1
    nextNow = now + 1
  }
  return copies
}

/** Where each text stands, the last place first. */
function indexesOf(texts: readonly Text[]): Map<string, number[]> {
  const indexes = new Map<string, number[]>()
  for (const [index, { text }] of [...texts.entries()].toReversed()) {
    const known = indexes.get(text)
    if (known === undefined) indexes.set(text, [index])
    else known.push(index)
  }
  return indexes
}

/** The first place from a number on, -1 if there is none. Those before it are dropped: the number only grows. */
function takeFrom(known: number[] | undefined, first: number): number {
  const indexes = known ?? []
  while ((indexes.at(-1) ?? first) < first) indexes.pop()
  return indexes.at(-1) ?? -1
}

/** What two texts have in common at both ends, if it is half of the longer one. */
function commonEnds(old: Text | undefined, now: Text | undefined): Copy[] {
  if (old === undefined || now === undefined) return []
  const [a, b] = [old.text, now.text]
  const limit = Math.min(a.length, b.length)
  let start = 0
  while (start < limit && a[start] === b[start]) start += 1
  let end = 0
  while (end < limit - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  if (2 * (start + end) < Math.max(a.length, b.length)) return []
  const target = now.chunks[0]?.from ?? 0
  return [
    ...inChunks(old, { old: 0, now: target, length: start }),
    ...inChunks(old, { old: a.length - end, now: target + b.length - end, length: end }),
  ]
}

/** The part of a match that each chunk has. */
function inChunks({ chunks }: Text, match: Match): Copy[] {
  const copies: Copy[] = []
  let before = 0
  for (const { from, text, step } of chunks) {
    const start = Math.max(match.old, before)
    const end = Math.min(match.old + match.length, before + text.length)
    const now = match.now + start - match.old
    if (end > start) copies.push({ step, old: from + start - before, now, length: end - start })
    before += text.length
  }
  return copies
}
