import type { Node } from 'prosemirror-model'
import { unitsOf } from '../steps/diff/units.ts'
import { mapPosition, mapRange, type Range, type StepMapping } from '../steps/mapping.ts'
import { type Edit, leafText } from './edits.ts'
import { isPartOf, linkAround } from './link-texts.ts'

/** Whether the place of an edit is as its author saw it, after changes that the mapping follows. */
export function isUntouched(base: Node, now: Node, mapping: StepMapping, edit: Edit): boolean {
  const link = linkAround(base, edit)
  if (link !== undefined && isPartOf(link, edit) && !isSameText(base, now, mapping, link)) {
    return false
  }
  const { from, to } = edit
  if (edit.kind === 'attribute') {
    const { pos, deleted } = mapPosition(mapping, 0, from, 1)
    const [old, node] = [base.nodeAt(from), now.nodeAt(pos)]
    return (
      !deleted && JSON.stringify(old?.attrs[edit.name]) === JSON.stringify(node?.attrs[edit.name])
    )
  }
  if (from === to) return isSamePoint(base, now, mapping, from)
  const [range, ...others] = mapRange(mapping, 0, from, to)
  if (range === undefined || others.length > 0) return false
  if (edit.kind === 'replace' && !edit.isInline) return isSameContent(base, now, edit, range)
  const hasSameText = textOf(base, edit) === textOf(now, range)
  return hasSameText && (edit.kind === 'mark' || hasWholeTokens(now, range))
}

function isSameText(base: Node, now: Node, mapping: StepMapping, text: Range): boolean {
  const [range, ...others] = mapRange(mapping, 0, text.from, text.to)
  return range !== undefined && others.length === 0 && textOf(base, text) === textOf(now, range)
}

function isSamePoint(base: Node, now: Node, mapping: StepMapping, position: number): boolean {
  const { pos, deleted } = mapPosition(mapping, 0, position, 1)
  if (deleted) return false
  const [old, parent] = [base.resolve(position).parent, now.resolve(pos).parent]
  const isFilled = old.inlineContent && old.content.size === 0 && parent.content.size > 0
  return old.type === parent.type && !isFilled
}

function isSameContent(base: Node, now: Node, { from, to }: Range, range: Range): boolean {
  if (range.to - range.from !== to - from) return false
  const [old, node] = [base.nodeAt(from), now.nodeAt(range.from)]
  // The step of a type takes the ends of a block alone.
  if (to - from === 1) return old === null || old.type === node?.type
  return base.slice(from, to).eq(now.slice(range.from, range.to))
}

function textOf(document: Node, { from, to }: Range): string {
  return document.textBetween(from, to, '\n', leafText)
}

/** Where the tokens of a text block begin and end, because several edits can ask for the same one. */
const bounds = new WeakMap<Node, { starts: ReadonlySet<number>; ends: ReadonlySet<number> }>()

function hasWholeTokens(document: Node, { from, to }: Range): boolean {
  const $from = document.resolve(from)
  const { parent } = $from
  if (!parent.inlineContent || to > $from.end()) return false
  let known = bounds.get(parent)
  if (known === undefined) {
    const units = unitsOf(parent.content, { from: 0, to: parent.content.size })
    known = {
      starts: new Set(units.map((unit) => unit.from)),
      ends: new Set(units.map((unit) => unit.to)),
    }
    bounds.set(parent, known)
  }
  return known.starts.has(from - $from.start()) && known.ends.has(to - $from.start())
}
