import type { Node } from 'prosemirror-model'
import type { Range } from '../steps/mapping.ts'
import { tokensOf } from '../tokens/tokens.ts'
import { type Edit, linkName, withoutReplacedMarks } from './edits.ts'
import { isPartOf, linkAround } from './link-texts.ts'

/** How the edits of one author relate to those of others. */
export type Comparison = {
  /** The edits of both sides that the other side does not have. */
  mine: readonly Edit[]
  theirs: readonly Edit[]
  /** Edits that others made too. */
  repeated: ReadonlySet<Edit>
  /** Edits of both in which they disagree, grouped by place. */
  conflicts: readonly Conflict[]
}

export type Conflict = { mine: readonly Edit[]; theirs: readonly Edit[] }

/** Two sides that change the same token, mark or attribute of a document in two ways are in conflict. */
export function compareEdits(
  base: Node,
  mine: readonly Edit[],
  theirs: readonly Edit[],
): Comparison {
  const [final, since] = [withoutReplacedMarks(mine), withoutReplacedMarks(theirs)]
  const [keys, known] = [new Set(final.map(keyOf)), new Set(since.map(keyOf))]
  const repeated = new Set(final.filter((edit) => known.has(keyOf(edit))))
  const own = final.filter((edit) => !repeated.has(edit))
  const others = since.filter((edit) => !keys.has(keyOf(edit))).toSorted((a, b) => a.from - b.from)
  const pairs: [Edit, Edit][] = []
  for (const one of own) {
    const link = linkAround(base, one)
    const reach = link ?? one
    for (const other of others) {
      if (other.from > reach.to) break
      if (other.to < reach.from) continue
      const areInLink = link !== undefined && isPartOf(link, one) && isPartOf(link, other)
      if (areInLink || isDisputed(base, one, other)) pairs.push([one, other])
    }
  }
  return { mine: own, theirs: others, repeated, conflicts: grouped(pairs) }
}

function keyOf(edit: Edit): string {
  const name = edit.kind === 'replace' ? '' : edit.name
  return `${edit.from} ${edit.to} ${edit.kind} ${name} ${edit.value}`
}

function isDisputed(base: Node, one: Edit, other: Edit): boolean {
  if (one.kind === 'replace') {
    if (other.kind === 'replace') return areDisputed(base, one, other)
    return isChangedIn(one, other)
  }
  if (other.kind === 'replace') return isChangedIn(other, one)
  if (one.kind !== other.kind || one.name !== other.name || one.value === other.value) return false
  return overlap(one, other)
}

type Replacement = Extract<Edit, { kind: 'replace' }>

function areDisputed(base: Node, one: Replacement, other: Replacement): boolean {
  const isOnePoint = one.from === one.to
  const isOtherPoint = other.from === other.to
  if (isOnePoint && isOtherPoint) {
    // Others' text stands before or behind: both ways must leave the words apart.
    return (
      one.from === other.from &&
      one.isInline &&
      other.isInline &&
      (isEmptyAt(base, one.from) || isGlued(one.text, other.text) || isGlued(other.text, one.text))
    )
  }
  if (isOnePoint) return other.from < one.from && one.from < other.to
  if (isOtherPoint) return one.from < other.from && other.from < one.to
  // Whatever both delete is gone.
  const areDeletions = one.value === '' && other.value === ''
  return !areDeletions && overlap(one, other)
}

/** Whether two texts become one word beside each other. */
function isGlued(before: string, after: string): boolean {
  return !tokensOf(before + after).some(({ to }) => to === before.length)
}

/** Whether a replacement takes the text or the node whose mark or attribute the other side changed. */
function isChangedIn(replacement: Replacement, change: Exclude<Edit, Replacement>): boolean {
  if (change.kind === 'attribute') return overlap(replacement, change)
  // The text of a link and its address are one token.
  if (change.name === linkName) {
    const isInside = change.from < replacement.from && replacement.to < change.to
    return isInside || overlap(replacement, change)
  }
  return !replacement.isInline && replacement.value !== '' && overlap(replacement, change)
}

function overlap(one: Range, other: Range): boolean {
  return Math.max(one.from, other.from) < Math.min(one.to, other.to)
}

/** An empty cell or paragraph is filled by one side only. */
function isEmptyAt(base: Node, position: number): boolean {
  const { parent } = base.resolve(position)
  return parent.inlineContent && parent.content.size === 0
}

function grouped(pairs: readonly (readonly [Edit, Edit])[]): Conflict[] {
  const groups: { mine: Set<Edit>; theirs: Set<Edit> }[] = []
  for (const [one, other] of pairs) {
    const known = groups.find(({ mine, theirs }) => mine.has(one) || theirs.has(other))
    if (known) {
      known.mine.add(one)
      known.theirs.add(other)
    } else groups.push({ mine: new Set([one]), theirs: new Set([other]) })
  }
  return groups.map(({ mine, theirs }) => ({ mine: [...mine], theirs: [...theirs] }))
}
