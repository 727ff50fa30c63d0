import { diffArrays } from 'diff'
import type { PageDocument } from '../document.ts'
import { children, type ContentNode } from '../node.ts'

/** A part of a document and its change: it stays, or the blocks `before` become the blocks `after`. */
export type HunkPart = { kind: 'same'; blocks: readonly ContentNode[] } | Hunk

/** A change that can be accepted by itself. Hunks are numbered from 1, in the order of the document. */
export type Hunk = {
  kind: 'hunk'
  number: number
  before: readonly ContentNode[]
  after: readonly ContentNode[]
}

/** The parts of a list whose items changed, inside of it. */
type Inside = { kind: 'inside'; node: ContentNode; parts: Part[] }
type Part = HunkPart | Inside

/** With more changed blocks, the whole difference is one hunk. */
const maxEdits = 2000

/** Blocks whose children are changes of their own. */
const divided = new Set(['bulletList', 'orderedList', 'taskList', 'kanbanColumn'])

/** The change between two documents as parts in reading order. Items of a list are in a list of their own. */
export function hunksOf(before: PageDocument, after: PageDocument): HunkPart[] {
  return compare(before, after).flatMap(flatten)
}

/** The document `before` with some of its hunks. */
export function withHunks(
  before: PageDocument,
  after: PageDocument,
  numbers: ReadonlySet<number>,
): PageDocument {
  const content = compare(before, after).flatMap((part) => chosen(part, numbers))
  // A document has at least one block.
  return { ...before, content: content.length > 0 ? content : [{ type: 'paragraph' }] }
}

function compare(before: PageDocument, after: PageDocument): Part[] {
  const counter = { last: 0 }
  return partsOf(children(before), children(after), counter)
}

type Counter = { last: number }

function partsOf(
  before: readonly ContentNode[],
  after: readonly ContentNode[],
  counter: Counter,
): Part[] {
  const [old, now] = [before, after].map((blocks) => blocks.map((block) => JSON.stringify(block)))
  const changes = diffArrays(old ?? [], now ?? [], { maxEditLength: maxEdits })
  if (changes === undefined) return hunks(before, after, counter)
  const parts: Part[] = []
  let [from, to] = [0, 0]
  let [removed, added]: [ContentNode[], ContentNode[]] = [[], []]
  const flush = () => {
    if (removed.length + added.length > 0) parts.push(...hunks(removed, added, counter))
    ;[removed, added] = [[], []]
  }
  for (const { added: isAdded, removed: isRemoved, value } of changes) {
    const size = value.length
    if (isRemoved) removed.push(...before.slice(from, from + size))
    else if (isAdded) added.push(...after.slice(to, to + size))
    else {
      flush()
      parts.push({ kind: 'same', blocks: before.slice(from, from + size) })
    }
    if (!isAdded) from += size
    if (!isRemoved) to += size
  }
  flush()
  return parts
}

/** Blocks that replace as many others are changes of their own. */
function hunks(
  before: readonly ContentNode[],
  after: readonly ContentNode[],
  counter: Counter,
): Part[] {
  const [old, now] = [before[0], after[0]]
  if (before.length !== after.length) {
    // A list that stays one is a change of its own also beside blocks that come or go.
    if (old === undefined || now === undefined || !isDivided(old, now)) {
      return [hunk(before, after, counter)]
    }
    const first = inside(old, now, counter)
    return [first, ...hunks(before.slice(1), after.slice(1), counter)]
  }
  return before.flatMap((block, index): Part[] => {
    const other = after[index]
    if (other === undefined) return []
    return [
      isDivided(block, other) ? inside(block, other, counter) : hunk([block], [other], counter),
    ]
  })
}

function inside(node: ContentNode, after: ContentNode, counter: Counter): Inside {
  return { kind: 'inside', node, parts: partsOf(children(node), children(after), counter) }
}

function hunk(
  before: readonly ContentNode[],
  after: readonly ContentNode[],
  counter: Counter,
): Hunk {
  counter.last += 1
  return { kind: 'hunk', number: counter.last, before, after }
}

function isDivided(old: ContentNode, now: ContentNode): boolean {
  return (
    divided.has(old.type) &&
    old.type === now.type &&
    JSON.stringify(old.attrs ?? {}) === JSON.stringify(now.attrs ?? {}) &&
    children(old).length > 0 &&
    children(now).length > 0
  )
}

function flatten(part: Part): HunkPart[] {
  if (part.kind !== 'inside') return [part]
  const { node } = part
  const wrap = (items: readonly ContentNode[]) =>
    items.length === 0 ? [] : [{ ...node, content: items }]
  return part.parts
    .flatMap(flatten)
    .map((one) =>
      one.kind === 'same'
        ? { ...one, blocks: wrap(one.blocks) }
        : { ...one, before: wrap(one.before), after: wrap(one.after) },
    )
}

function chosen(part: Part, numbers: ReadonlySet<number>): readonly ContentNode[] {
  if (part.kind === 'same') return part.blocks
  if (part.kind === 'hunk') return numbers.has(part.number) ? part.after : part.before
  const content = part.parts.flatMap((one) => chosen(one, numbers))
  // A list without items is no list.
  return content.length === 0 ? [] : [{ ...part.node, content }]
}
