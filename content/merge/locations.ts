import type { Node, ResolvedPos } from 'prosemirror-model'
import { AttrStep, type Step } from 'prosemirror-transform'
import type { Change } from '../steps/batch.ts'
import { mapPosition, startMapping } from '../steps/mapping.ts'
import type { Conflict } from './compare.ts'
import { type Edit, leafText, linkName } from './edits.ts'
import type { Merged, Sides } from './merge.ts'
import { adjacentEdits } from './near.ts'

/** A place of a document: the number of its top-level block from 1, and the headings above it. */
export type Location = { block: number; headings: string[] }

/** A place that both sides changed in two ways. The texts are those of the words there, empty if they were removed. */
export type FoundConflict = Location & {
  /** A word or a block, the mark of a text, or an attribute of a block. */
  kind: 'text' | 'mark' | 'attribute'
  /** The mark or attribute. */
  name?: string
  base: string
  theirs: string
  yours: string
  /** Index of the change that others made there last; undefined if it is not known. */
  change: number | undefined
}

/** A place where both sides changed words beside each other, with the text after the merge. */
export type NearLocation = Location & { text: string }

const maxLocations = 20
const maxTextLength = 500

/** The places of conflicts, in the order of the document. */
export function locateConflicts(
  { base, now, since }: Sides,
  conflicts: readonly Conflict[],
): FoundConflict[] {
  const mapping = startMapping([], since)
  return inOrder(conflicts)
    .slice(0, maxLocations)
    .map((conflict) => {
      const range = rangeOf([...conflict.mine, ...conflict.theirs])
      const at = mapPosition(mapping, 0, range.from, 1).pos
      const texts = textsOf(base, conflict, (text) => short(text.trim()))
      return { ...locationAt(now, at), ...texts, change: lastChange(since, range) }
    })
}

/** Conflicts in the order of the document. */
export function inOrder(conflicts: readonly Conflict[]): Conflict[] {
  const start = ({ mine, theirs }: Conflict) => rangeOf([...mine, ...theirs]).from
  return conflicts.toSorted((a, b) => start(a) - start(b))
}

type Texts = Omit<FoundConflict, keyof Location | 'change'>

function textsOf(base: Node, { mine, theirs }: Conflict, cut: (text: string) => string): Texts {
  const range = rangeOf([...mine, ...theirs])
  const special = [...mine, ...theirs].find(isSpecial)
  const after = (edits: readonly Edit[]) => cut(textAfter(base, edits, range, special))
  return {
    kind: special?.kind ?? 'text',
    ...(special !== undefined && { name: special.name }),
    base: after([]),
    theirs: after(theirs),
    yours: after(mine),
  }
}

/** A conflict with the text around it, for a person to choose a side. */
export type ShownConflict = Omit<FoundConflict, 'change'> & {
  /** The text of the block before and behind the place; empty where the place is more than a part of one text. */
  before: string
  behind: string
  /** The first cell of the row and the heading of the column, for a place in a cell of a table. */
  cell: string[]
}

/** Describes a conflict in the base of both sides. */
export function showConflict(base: Node, conflict: Conflict): ShownConflict {
  const { from, to } = rangeOf([...conflict.mine, ...conflict.theirs])
  const texts = textsOf(base, conflict, (text) => text)
  const $from = base.resolve(from)
  const location = { ...locationAt(base, from), cell: cellAt($from) }
  if (!$from.parent.inlineContent || to > $from.end()) {
    return { ...location, ...texts, before: '', behind: '' }
  }
  const text = (start: number, end: number) => base.textBetween(start, end, '\n', leafText)
  return { ...location, ...texts, before: text($from.start(), from), behind: text(to, $from.end()) }
}

function cellAt($at: ResolvedPos): string[] {
  const depths = Array.from({ length: $at.depth + 1 }, (_, depth) => depth)
  const row = depths.findLast((depth) => $at.node(depth).type.name === 'tableRow')
  if (row === undefined || row === $at.depth) return []
  const [top, column] = [$at.node(row - 1).maybeChild(0), $at.index(row)]
  const cells = [
    column > 0 && $at.node(row).maybeChild(0),
    $at.index(row - 1) > 0 && top?.maybeChild(column),
  ]
  return cells.flatMap((cell) => (cell && cell.textContent !== '' ? [short(cell.textContent)] : []))
}

/** Places of a merge where the changes of both sides stand in one sentence, cell or list item. */
export function locateNear(base: Node, merged: Merged): NearLocation[] {
  const seen = new Set<string>()
  return adjacentEdits(base, merged).flatMap(({ mine }) => {
    const position = merged.toResult(mine[0]?.from ?? 0)
    const { parent } = merged.doc.resolve(position)
    const location = locationAt(merged.doc, position)
    const text = short(parent.textBetween(0, parent.content.size, '\n', leafText))
    const key = `${location.block} ${text}`
    if (seen.has(key) || seen.size >= maxLocations) return []
    seen.add(key)
    return [{ ...location, text }]
  })
}

function locationAt(document: Node, position: number): Location {
  const $at = document.resolve(Math.min(position, document.content.size))
  const index = Math.min($at.index(0), Math.max(0, document.childCount - 1))
  const headings: { level: number; text: string }[] = []
  const add = (node: Node) => {
    const level = Number(node.attrs['level'])
    while ((headings.at(-1)?.level ?? 0) >= level) headings.pop()
    headings.push({ level, text: short(node.textContent) })
  }
  for (const node of document.children.slice(0, index)) {
    if (node.type.name === 'heading') add(node)
  }
  const column = document.maybeChild(index)
  if (column?.type.name === 'kanbanColumn' && column.firstChild !== null) add(column.firstChild)
  return { block: index + 1, headings: headings.map(({ text }) => text) }
}

type SpecialEdit = Exclude<Edit, { kind: 'replace' }>

function isSpecial(edit: Edit): edit is SpecialEdit {
  return edit.kind !== 'replace'
}

type Range = { from: number; to: number }

function rangeOf(edits: readonly Edit[]): Range {
  return {
    from: Math.min(...edits.map(({ from }) => from)),
    to: Math.max(...edits.map(({ to }) => to)),
  }
}

/** The text of a range after the edits of one side, or the mark or attribute that it then has. */
function textAfter(
  base: Node,
  edits: readonly Edit[],
  range: Range,
  special: SpecialEdit | undefined,
): string {
  if (special?.kind === 'attribute') {
    const own = edits.find((edit) => edit.kind === 'attribute' && edit.name === special.name)
    if (own?.kind === 'attribute') return plain(JSON.parse(own.value))
    if (edits.length > 0) return replacedText(base, edits, rangeOf(edits))
    return plain(base.nodeAt(special.from)?.attrs[special.name])
  }
  const text = replacedText(base, edits, range)
  if (special?.kind !== 'mark') return text
  const own = edits.find((edit) => edit.kind === 'mark' && edit.name === special.name)
  if (special.name !== linkName) return own?.kind === 'mark' && own.value === '' ? 'no' : 'yes'
  const known = base.nodeAt(special.from)?.marks.find(({ type }) => type.name === linkName)
  const address: unknown = own?.kind === 'mark' ? addressIn(own.value) : known?.attrs['href']
  return typeof address === 'string' && text.trim() !== '' ? `[${text.trim()}](${address})` : text
}

function addressIn(value: string): unknown {
  const attrs: unknown = value === '' ? undefined : JSON.parse(value)
  return typeof attrs === 'object' && attrs !== null && 'href' in attrs ? attrs.href : undefined
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function replacedText(base: Node, edits: readonly Edit[], { from, to }: Range): string {
  let [text, at] = ['', from]
  for (const edit of edits.toSorted((a, b) => a.from - b.from)) {
    if (edit.kind !== 'replace') continue
    text += base.textBetween(at, Math.max(at, edit.from), '\n', leafText) + edit.text
    at = edit.to
  }
  return text + base.textBetween(at, Math.max(at, to), '\n', leafText)
}

/** A text as it is shown: the beginning of a long one. */
export function short(text: string): string {
  return text.length > maxTextLength
    ? `${text.slice(0, maxTextLength).replace(/[\uD800-\uDBFF]$/, '')}…`
    : text
}

/** Which change was the last one to touch a range of the document before all of them. */
function lastChange(changes: readonly Change[], range: Range): number | undefined {
  let { from, to } = range
  let last: number | undefined
  for (const [index, { steps, maps }] of changes.entries()) {
    for (const [number, step] of steps.entries()) {
      if (touches(step, from, to)) last = index
      const map = maps[number] ?? step.getMap()
      ;[from, to] = [map.map(from, -1), map.map(to, 1)]
    }
  }
  return last
}

function touches(step: Step, from: number, to: number): boolean {
  if (step instanceof AttrStep) return from <= step.pos && step.pos <= to
  if ('mark' in step && 'from' in step && 'to' in step) {
    return Number(step.from) < to && from < Number(step.to)
  }
  let isTouched = false
  step.getMap().forEach((oldFrom, oldTo) => {
    isTouched ||= oldFrom <= to && oldTo >= from && (oldFrom < to || oldTo > from || from === to)
  })
  return isTouched
}
