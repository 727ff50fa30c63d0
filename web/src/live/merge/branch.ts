import type { SelectionBookmark, Transaction } from '@tiptap/pm/state'
import type { Mapping, Step, StepMap } from '@tiptap/pm/transform'
import { undoDepth } from '../../lib/page-body.ts'

/** One step of this client, inverted, or only the map of a step. With a selection, the first of an event. */
type Item = {
  readonly map: StepMap
  readonly step?: Step | undefined
  readonly selection?: SelectionBookmark | undefined
}

type Items = {
  readonly length: number
  get: (index: number) => Item | undefined
  slice: (from: number, to?: number) => Items
  append: (items: readonly Item[] | Items) => Items
  forEach: (visit: (item: Item) => void) => void
}

type Steps = {
  readonly steps: readonly Step[]
  readonly docs: Transaction['docs']
  readonly mapping: { readonly maps: readonly StepMap[] }
}

/** What is done and can be undone, or the other way round: the part of prosemirror-history that Quire needs. */
export type Branch = {
  readonly items: Items
  readonly eventCount: number
  addMaps: (maps: readonly StepMap[]) => Branch
  addTransform: (
    transform: Steps,
    selection: SelectionBookmark | undefined,
    options: { depth: number },
    preserveItems: true,
  ) => Branch
  remapping: (from: number, to: number) => Mapping
  emptyItemCount: () => number
}

export type Rebase = {
  /** How many steps of this client the transaction undoes first. */
  readonly undone: number
  /** Which of them a later step of the transaction redoes or confirms; undefined for a step of others. */
  readonly originOf: (index: number) => number | undefined
  /** The first step of the transaction that is not confirmed. */
  readonly firstRedone: number
  /** Whether each step is redone as one step in the same ranges, or not at all. */
  readonly isSame: boolean
}

/** Maps without a step after which a branch is compressed. */
const maxEmptyItems = 500

/** The branch after a rebase, which has an item for each unconfirmed step, as the next rebase expects. */
export function rebaseBranch(branch: Branch, tr: Transaction, rebase: Rebase): Branch {
  if (branch.eventCount === 0) return branch
  const { undone, originOf, firstRedone } = rebase
  const before = branch.items.length - undone
  const own = (origin: number) => branch.items.get(before + origin)
  const after = branch.items.slice(Math.max(before, 0))
  const events = branch.eventCount - countEvents(after)
  let result = withItems(branch, branch.items.slice(0, Math.max(before, 0)), events)
  let next = 0
  for (let index = undone; index < tr.steps.length; index += 1) {
    const origin = originOf(index)
    const one = stepOf(tr, index)
    if (origin === undefined || own(origin)?.step === undefined) {
      result = result.addMaps(one.mapping.maps)
      continue
    }
    // Where the first step of an event is left out, the event begins with the next one.
    const first = lastWhere(next, origin, (at) => own(at)?.selection !== undefined)
    const mapped =
      first === undefined
        ? undefined
        : own(first)?.selection?.map(tr.mapping.slice(undone - first, index))
    result = result.addTransform(one, mapped, { depth: undoDepth }, true)
    next = origin + 1
  }
  const confirmed = result.items.length - (tr.steps.length - firstRedone)
  return result.emptyItemCount() > maxEmptyItems ? compress(result, confirmed) : result
}

/** The branch with nothing in it. */
export function emptyBranch(branch: Branch): Branch {
  return withItems(branch, branch.items.slice(0, 0), 0)
}

function stepOf({ steps, docs, mapping }: Transaction, index: number): Steps {
  const end = index + 1
  return {
    steps: steps.slice(index, end),
    docs: docs.slice(index, end),
    mapping: { maps: mapping.maps.slice(index, end) },
  }
}

function lastWhere(from: number, to: number, isFound: (at: number) => boolean): number | undefined {
  for (let at = to; at >= from; at -= 1) if (isFound(at)) return at
  return undefined
}

/**
 * Leaves out the maps without a step among the first items. The library's own method joins steps of different events,
 * and fails where a rebase leaves steps out.
 */
function compress(branch: Branch, end: number): Branch {
  const items = toArray(branch.items.slice(0, end))
  const remap = branch.remapping(0, items.length)
  const remaining: Item[] = []
  for (const [at, { step, selection }] of [...items.entries()].toReversed()) {
    const mapped = step?.map(remap.slice(at + 1))
    if (mapped) remap.appendMap(mapped.getMap(), at)
    const start = selection?.map(remap.slice(at))
    if (mapped) {
      remaining.push({ map: mapped.getMap().invert(), step: mapped, selection: start })
      continue
    }
    const previous = remaining.pop()
    if (previous !== undefined)
      remaining.push({ ...previous, selection: previous.selection ?? start })
  }
  const compressed = branch.items
    .slice(0, 0)
    .append(remaining.toReversed())
    .append(branch.items.slice(items.length))
  return withItems(branch, compressed, countEvents(compressed))
}

function withItems(branch: Branch, items: Items, eventCount: number): Branch {
  // SAFETY: prosemirror-history does not export its class.
  const Same = branch.constructor as new (items: Items, eventCount: number) => Branch
  return new Same(items, eventCount)
}

function countEvents(items: Items): number {
  return toArray(items).filter(({ selection }) => selection !== undefined).length
}

function toArray(items: Items): Item[] {
  const all: Item[] = []
  items.forEach((item) => {
    all.push(item)
  })
  return all
}
