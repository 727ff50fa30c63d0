import type { Node } from 'prosemirror-model'
import { changeOf } from '../steps/batch.ts'
import { diffDocuments, type DocumentDiff } from '../steps/diff.ts'
import { compareEdits, type Conflict } from './compare.ts'
import { type Edit, editsOf, type Versions } from './edits.ts'
import { inOrder } from './locations.ts'
import { mergeDocuments, without } from './merge.ts'

/**
 * Two versions of a document with places that wait for a person. All other changes of others are in `base` and `mine`
 * too, so `now` differs from `base` in these places only.
 */
export type Dispute = Versions & {
  conflicts: readonly Conflict[]
  /** What can be stored at once: `now` with the changes of the author that nobody disputes. */
  settled: Node
  /** The base of both once that is stored. */
  settledBase: Node
}

export type Settled = { ok: true; doc: Node } | { ok: false; dispute: Dispute }

/** Merges by token. Where both sides changed the same in two ways, the rest is settled. */
export function mergeVersions(versions: Versions): Settled {
  const { base, mine, now } = versions
  if (now.eq(base) || mine.eq(now)) return { ok: true, doc: mine }
  const merged = mergeDocuments(withDifference(versions))
  if (merged.ok) return merged
  const conflicts = merged.conflicts ?? [compared(versions).all]
  const next = withoutDisputed(versions, conflicts)
  if (next === undefined) return { ok: false, dispute: wholeDispute(versions) }
  const again = mergeDocuments(withDifference(next))
  if (again.ok) return again
  const parts = partsOf(next, again.conflicts ?? [])
  return { ok: false, dispute: parts ?? wholeDispute(versions) }
}

/**
 * The versions after a person has chosen a side in one place. `now` stays, and the place is no conflict any more. Where
 * a choice cannot be made alone, it is made for all that is left.
 */
export function choose(dispute: Dispute, conflict: Conflict, side: 'mine' | 'theirs'): Versions {
  const { mine, now, conflicts } = dispute
  const chosen = chosenAlone(dispute, conflict, side)
  const left = chosen && mergeVersions(chosen)
  const isLess = left && (left.ok || left.dispute.conflicts.length < conflicts.length)
  return isLess === true ? chosen : { base: now, mine: side === 'mine' ? mine : now, now }
}

function chosenAlone(
  dispute: Dispute,
  conflict: Conflict,
  side: 'mine' | 'theirs',
): Versions | undefined {
  const { base, mine, now, conflicts } = dispute
  const { own, others } = compared(dispute)
  const open = conflicts.filter((other) => other !== conflict).flatMap(({ theirs }) => theirs)
  const known = withoutEdits(base, others, open)
  if (known === undefined || side === 'mine') return known && { base: known, mine, now }
  const remaining = withoutEdits(base, own, conflict.mine)
  const merged = remaining && mergeDocuments(withDifference({ base, mine: remaining, now: known }))
  return merged?.ok === true ? { base: known, mine: merged.doc, now } : undefined
}

/**
 * The version that one of two versions goes on from, if both are by one author: they typed on while a save was on its
 * way. Without it, what both versions begin with would stand twice.
 */
export function continuedVersion({ base, mine, now }: Versions): Node {
  const [own, others] = [sideOf(base, mine), sideOf(base, now)]
  for (const [side, other] of [
    [own, others],
    [others, own],
  ] as const) {
    const shared = side.edits.find((edit) => other.edits.some((longer) => isBegun(edit, longer)))
    const left = side.edits.filter((edit) => edit !== shared)
    if (shared !== undefined) return withoutEdits(base, side, left) ?? base
  }
  return base
}

function isBegun(edit: Edit, longer: Edit): boolean {
  if (edit.kind !== 'replace' || longer.kind !== 'replace') return false
  const isThere = edit.from === longer.from && edit.to === longer.to
  return isThere && edit.text !== '' && longer.text.startsWith(edit.text)
}

type SideDiff = { diff: DocumentDiff; edits: readonly Edit[] }
type Compared = { own: SideDiff; others: SideDiff; all: Conflict }

function compared({ base, mine, now }: Versions): Compared {
  const [own, others] = [sideOf(base, mine), sideOf(base, now)]
  const edits = compareEdits(base, own.edits, others.edits)
  return { own, others, all: { mine: edits.mine, theirs: edits.theirs } }
}

function sideOf(base: Node, document: Node): SideDiff {
  const diff = diffDocuments(base, document, 'none')
  return { diff, edits: editsOf(base, diff) }
}

/** The same versions, with all changes of others that nobody disputes on each side. */
function withoutDisputed(versions: Versions, conflicts: readonly Conflict[]): Versions | undefined {
  const { base, mine, now } = versions
  const { others } = compared(versions)
  const theirs = conflicts.flatMap((one) => one.theirs)
  const known = withoutEdits(base, others, theirs)
  const merged = known && mergeDocuments(withDifference({ base, mine, now: known }))
  return merged?.ok === true && known ? { base: known, mine: merged.doc, now } : undefined
}

function partsOf(versions: Versions, conflicts: readonly Conflict[]): Dispute | undefined {
  const { base, mine, now } = versions
  const { own, all } = compared(versions)
  const locations = inOrder(conflicts.length > 0 ? conflicts : [all])
  const disputed = locations.flatMap((one) => one.mine)
  const settledBase = withoutEdits(base, own, disputed)
  const settled = settledBase && mergeDocuments(withDifference({ base, mine: settledBase, now }))
  if (settled?.ok !== true || settledBase === undefined) return undefined
  return { base, mine, now, conflicts: locations, settled: settled.doc, settledBase }
}

/** The whole documents as one place. */
function wholeDispute({ base, mine, now }: Versions): Dispute {
  const { all } = compared({ base, mine, now })
  return { base, mine, now, conflicts: [all], settled: now, settledBase: base }
}

function withDifference({ base, mine, now }: Versions): Parameters<typeof mergeDocuments>[0] {
  const { steps, moves } = diffDocuments(base, now)
  return { base, mine, now, since: [changeOf(steps, moves)] }
}

/** The base with the changes of one side, without some of them. */
function withoutEdits(
  base: Node,
  { diff, edits }: SideDiff,
  left: readonly Edit[],
): Node | undefined {
  const steps = new Set(left.map(({ step }) => step))
  // Another mark of its type is removed in a step of its own.
  for (const one of left) {
    for (const other of edits) if (isReplacedBy(other, one)) steps.add(other.step)
  }
  let document: Node | null = base
  for (const step of without(diff, steps).steps) document &&= step.apply(document).doc
  return document ?? undefined
}

function isReplacedBy(other: Edit, { kind, ...one }: Edit): boolean {
  if (other.kind !== 'mark' || kind !== 'mark' || !('name' in one)) return false
  return other.name === one.name && one.from <= other.from && other.to <= one.to
}
