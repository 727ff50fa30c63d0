import { Mark } from 'prosemirror-model'
import type { Node } from 'prosemirror-model'
import { checkAttributes } from '../check/attributes.ts'
import { refuse, startCheck } from '../check/state.ts'
import type { CheckState } from '../check/state.ts'
import { cleanText } from '../clean-text.ts'
import { maxDepth, maxMarks, maxNodes, maxSize } from '../limits.ts'
import { sharedEnd, sharedStart } from './shared-children.ts'
import { addTotals, sizeOf, totalsOf } from './totals.ts'
import type { Totals } from './totals.ts'

export type ChangeCheck =
  /** `changed`: the size of the nodes that are new or other ones. */
  { ok: true; changed: number } | { ok: false; code: 'invalid' | 'too large'; reason: string }

/**
 * Checks the parts of `after` that `before` does not share: the schema, attributes, marks, depth, and the limits of a
 * page. A step that ProseMirror applies can still insert invalid nodes, because it looks only at the edges.
 */
export function checkChange(before: Node, after: Node): ChangeCheck {
  const check = { state: startCheck(), added: { nodes: 0, size: 0 }, changed: 0 }
  compare(check, before, after, 1)
  if (check.state.offence !== undefined) {
    return { ok: false, code: 'invalid', reason: check.state.offence.reason }
  }
  const totals = addTotals(totalsOf(before), check.added, after)
  const reason = exceeded(totals)
  return reason === undefined
    ? { ok: true, changed: check.changed }
    : { ok: false, code: 'too large', reason }
}

/** Like `checkChange`, without the limits. */
export function isValidChange(before: Node, after: Node): boolean {
  const check = { state: startCheck(), added: { nodes: 0, size: 0 }, changed: 0 }
  compare(check, before, after, 1)
  return check.state.offence === undefined
}

function exceeded({ nodes, size }: Totals): string | undefined {
  if (nodes > maxNodes) {
    return `The page has more than ${maxNodes} nodes. Split it into several pages.`
  }
  return size > maxSize ? 'The page is larger than 2 MB. Split it into several pages.' : undefined
}

type Check = {
  readonly state: CheckState
  readonly added: { nodes: number; size: number }
  changed: number
}

function compare(check: Check, before: Node, after: Node, depth: number): void {
  if (before === after) return
  if (before.attrs !== after.attrs || before.marks !== after.marks || after.isText) {
    count(check, before, -1)
    count(check, after, 1)
    checkOwn(check, after)
  }
  const start = sharedStart(before, after)
  const end = sharedEnd(before, after, start)
  const [from, to] = [before.childCount - end, after.childCount - end]
  if (from === to && haveSameTypes(before, after, start, to)) {
    for (let index = start; index < to; index += 1) {
      compare(check, before.child(index), after.child(index), depth + 1)
    }
    checkMarksOfChildren(check, after, start, to)
    return
  }
  checkSequence(check, after)
  for (let index = start; index < to; index += 1) visit(check, after, index, depth + 1)
  for (let index = start; index < from; index += 1) countAll(check, before.child(index), -1)
}

function haveSameTypes(before: Node, after: Node, start: number, end: number): boolean {
  for (let index = start; index < end; index += 1) {
    if (before.child(index).type !== after.child(index).type) return false
  }
  return true
}

/** Checks a node that `before` does not have, with all of its content. */
function visit(check: Check, parent: Node, index: number, depth: number): void {
  const node = parent.child(index)
  if (!node.isText && depth > maxDepth) {
    refuse(check.state, '', `Nodes lie more than ${maxDepth} deep. Flatten the lists or quotes.`)
    return
  }
  count(check, node, 1)
  checkOwn(check, node)
  if (!node.isText) checkSequence(check, node)
  for (let child = 0; child < node.childCount; child += 1) {
    if (check.state.offence !== undefined) return
    visit(check, node, child, depth + 1)
  }
}

function checkSequence(check: Check, node: Node): void {
  if (!node.type.validContent(node.content)) {
    refuse(check.state, '', `"${node.type.name}" cannot have this content.`)
  }
}

function checkMarksOfChildren(check: Check, parent: Node, start: number, end: number): void {
  for (let index = start; index < end; index += 1) {
    if (!parent.type.allowsMarks(parent.child(index).marks)) checkSequence(check, parent)
  }
}

/** The attributes, marks and text of one node. */
function checkOwn({ state }: Check, node: Node): void {
  if (node.isText) {
    if (!node.text || cleanText(node.text) !== node.text) {
      refuse(state, '', 'A text is empty or has control characters.')
    }
  } else {
    checkAttributesOf(state, node.type.name, node.attrs)
  }
  if (node.marks.length === 0) return
  if (node.marks.length > maxMarks) {
    refuse(state, '', `A text can have at most ${maxMarks} marks.`)
  }
  let ordered: readonly Mark[] = Mark.none
  for (const mark of node.marks) {
    checkAttributesOf(state, mark.type.name, mark.attrs)
    ordered = mark.addToSet(ordered)
  }
  if (!Mark.sameSet(ordered, node.marks)) {
    refuse(state, '', 'These marks cannot stand on one text, or not in this order.')
  }
}

function checkAttributesOf(
  state: CheckState,
  owner: string,
  attrs: Readonly<Record<string, unknown>>,
): void {
  const checked = checkAttributes(state, owner, attrs, '')
  for (const name in checked) {
    const value = checked[name]
    if (typeof value === 'string' && value !== attrs[name]) {
      refuse(state, '', `"${name}" of "${owner}" has control characters.`)
    }
  }
}

function count(check: Check, node: Node, sign: 1 | -1): void {
  const { added } = check
  const size = sizeOf(node)
  if (!node.isText) added.nodes += sign
  added.size += sign * size
  if (sign > 0) check.changed += size
}

function countAll(check: Check, node: Node, sign: 1 | -1): void {
  count(check, node, sign)
  node.forEach((child) => {
    countAll(check, child, sign)
  })
}
