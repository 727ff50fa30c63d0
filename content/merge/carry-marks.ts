import type { Node } from 'prosemirror-model'
import { Transform } from 'prosemirror-transform'
import type { Edit, SideEdits } from './edits.ts'

type Side = -1 | 1
type Positions = {
  /** From the base to the document now, and from there to the result. */
  toNow: (position: number, side: Side) => number
  fromNow: (position: number, side: Side) => number
}

/** The result of a merge, where text that one side replaced has the marks that the other side gave it. */
export function carryMarks(
  doc: Node,
  { mine, theirs }: SideEdits,
  { toNow, fromNow }: Positions,
): Node {
  const tr = new Transform(doc)
  for (const [mark, text] of covered(mine, theirs)) {
    setMark(tr, mark, fromNow(toNow(text.from, -1), 1), fromNow(toNow(text.to, 1), -1))
  }
  for (const [mark, text] of covered(theirs, mine)) {
    setMark(tr, mark, fromNow(toNow(text.from, 1), -1), fromNow(toNow(text.to, -1), 1))
  }
  return tr.doc
}

type MarkEdit = Extract<Edit, { kind: 'mark' | 'attribute' }>

/** Marks of one side on text that the other side replaced. */
function covered(marks: readonly Edit[], texts: readonly Edit[]): [MarkEdit, Edit][] {
  return marks.flatMap((mark) => {
    if (mark.kind !== 'mark') return []
    const inside = texts.filter(
      (text) =>
        text.kind === 'replace' &&
        text.value !== '' &&
        text.from < text.to &&
        mark.from <= text.from &&
        text.to <= mark.to,
    )
    return inside.map((text): [MarkEdit, Edit] => [mark, text])
  })
}

function setMark(tr: Transform, { name, value }: MarkEdit, from: number, to: number): void {
  const type = tr.doc.type.schema.marks[name]
  if (type === undefined || from >= to) return
  if (value === '') tr.removeMark(from, to, type)
  else tr.addMark(from, to, type.create(JSON.parse(value)))
}
