import type { Node } from 'prosemirror-model'
import { AddMarkStep, AttrStep, RemoveMarkStep, type Step } from 'prosemirror-transform'
import type { DocumentDiff } from '../steps/diff.ts'

/** A document, what an author made of it, and what others made of it. */
export type Versions = { base: Node; mine: Node; now: Node }

/** A change at one place, in positions of the document before it. */
export type Edit = {
  /** Index of its step. */
  step: number
  from: number
  to: number
} & (
  | {
      kind: 'replace'
      /** The content that stands there afterward, as JSON; empty for a deletion. */
      value: string
      /** The same as text. */
      text: string
      /** Whether it is within the text of one block. */
      isInline: boolean
    }
  | { kind: 'mark' | 'attribute'; name: string; value: string }
)

/** The edits of both sides, without those that both made. */
export type SideEdits = { mine: readonly Edit[]; theirs: readonly Edit[] }

/** The edits of a difference. Moved blocks are left out: others follow them. */
export function editsOf(base: Node, { steps, moves }: DocumentDiff): Edit[] {
  const moved = new Set(moves.flatMap(({ remove, insert }) => [remove, insert]))
  // Only what is removed to be moved shifts the positions of later steps, which go from the end to the start.
  const removals = moves.map(({ remove }) => remove).toSorted((a, b) => b - a)
  const toBase = (position: number, side: -1 | 1) =>
    removals.reduce((at, index) => steps[index]?.getMap().invert().map(at, side) ?? at, position)
  return steps.flatMap((step, index) =>
    moved.has(index) ? [] : editsOfStep(base, step, index, toBase),
  )
}

type ToBase = (position: number, side: -1 | 1) => number

function editsOfStep(base: Node, step: Step, index: number, toBase: ToBase): Edit[] {
  if (step instanceof AddMarkStep || step instanceof RemoveMarkStep) {
    const { depth: _depth, ...attrs } = step.mark.attrs
    const value = step instanceof AddMarkStep ? JSON.stringify(attrs) : ''
    const range = { from: toBase(step.from, 1), to: toBase(step.to, -1) }
    return [{ step: index, ...range, kind: 'mark', name: step.mark.type.name, value }]
  }
  if (step instanceof AttrStep) {
    const from = toBase(step.pos, 1)
    const value = JSON.stringify(step.value) ?? ''
    return [{ step: index, from, to: from + 1, kind: 'attribute', name: step.attr, value }]
  }
  const slice = 'slice' in step ? sliceOf(step) : undefined
  const edits: Edit[] = []
  step.getMap().forEach((oldFrom, oldTo, newFrom, newTo) => {
    const from = toBase(oldFrom, 1)
    const to = Math.max(from, toBase(oldTo, -1))
    const isEmpty = newTo === newFrom
    const value = isEmpty ? '' : (slice?.json ?? '')
    const isInline = slice?.isInline !== false && isWithinText(base, from, to)
    edits.push({
      step: index,
      from,
      to,
      kind: 'replace',
      value,
      text: isEmpty ? '' : (slice?.text ?? ''),
      isInline,
    })
  })
  return edits
}

function sliceOf(step: Step): { json: string; text: string; isInline: boolean } {
  const json: unknown = step.toJSON()['slice'] ?? null
  // SAFETY: the caller has checked that the step has a slice.
  const { content } = (step as Step & { slice: { content: Node['content'] } }).slice
  return {
    json: JSON.stringify(json),
    text: content.textBetween(0, content.size, '\n', leafText),
    isInline: content.firstChild?.isInline ?? true,
  }
}

/** Stands for an atom in a text. */
export function leafText({ type, attrs }: Node): string {
  if (type.name === 'hardBreak') return '\n'
  const shown: unknown =
    attrs['latex'] ?? attrs['label'] ?? attrs['date'] ?? attrs['name'] ?? attrs['src']
  return typeof shown === 'string' ? shown : '\ufffc'
}

function isWithinText(base: Node, from: number, to: number): boolean {
  const $from = base.resolve(from)
  return $from.parent.inlineContent && to <= $from.end()
}

/** Marks of which a text can have one alone, such as the address of a link. */
export const linkName = 'link'

/** The marks as they are in the end, where one is removed and another of its type added. */
export function withoutReplacedMarks(edits: readonly Edit[]): Edit[] {
  return edits.filter((edit) => {
    if (edit.kind !== 'mark' || edit.value !== '') return true
    return !edits.some(
      (other) =>
        other.kind === 'mark' &&
        other.value !== '' &&
        other.name === edit.name &&
        other.from <= edit.from &&
        edit.to <= other.to,
    )
  })
}
