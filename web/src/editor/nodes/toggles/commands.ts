import { Fragment, type Node as PageNode, type ResolvedPos, Slice } from '@tiptap/pm/model'
import { type Command, TextSelection, type Transaction } from '@tiptap/pm/state'
import { ReplaceAroundStep } from '@tiptap/pm/transform'

/** Makes the paragraph at the cursor the summary of a new toggle. Its text stays where it is for others who write in it. */
export const turnIntoToggle: Command = (state, dispatch) => {
  const { tr } = state
  if (!toggleSteps(tr)) return false
  dispatch?.(tr.scrollIntoView())
  return true
}

/** The same within a transaction; false where no toggle can stand. */
export function toggleSteps(tr: Transaction): boolean {
  const { $from } = tr.selection
  const { parent, depth } = $from
  const { details, detailsSummary, detailsContent, paragraph } = tr.doc.type.schema.nodes
  if (!details || !detailsSummary || !detailsContent || !paragraph || depth === 0) return false
  const container = $from.node(depth - 1)
  const index = $from.index(depth - 1)
  const isText = parent.type.name === 'paragraph' || parent.type.name === 'heading'
  if (!isText || !container.canReplaceWith(index, index + 1, details)) return false
  const [start, end] = [$from.before(), $from.after()]
  const toggle = details.create(null, [
    detailsSummary.create(),
    detailsContent.create(null, paragraph.create()),
  ])
  const slice = new Slice(Fragment.from(toggle), 0, 0)
  tr.step(new ReplaceAroundStep(start, end, start + 1, end - 1, slice, 2, true))
  tr.setSelection(TextSelection.create(tr.doc, start + 2 + $from.parentOffset))
  return true
}

/** The depth of the node of this type around a position. */
function depthOf($position: ResolvedPos, type: string): number | undefined {
  for (let { depth } = $position; depth > 0; depth -= 1) {
    if ($position.node(depth).type.name === type) return depth
  }
  return undefined
}

/** Enter in a summary: what stands behind the cursor begins the content. */
export const enterSummary: Command = (state, dispatch, view) => {
  const { $from, $to } = state.selection
  const isInside = $from.parent.type.name === 'detailsSummary' && $to.sameParent($from)
  if (!isInside || !(state.selection instanceof TextSelection)) return false
  const { tr } = state
  tr.deleteSelection()
  const $cursor = tr.doc.resolve(tr.mapping.map($from.pos))
  const end = $cursor.end()
  const rest = $cursor.parent.content.cut($cursor.parentOffset)
  const first = tr.doc.nodeAt(end + 2)
  const isFree = rest.size === 0 && first?.type.name === 'paragraph' && first.content.size === 0
  if (!isFree) {
    const paragraph = state.schema.node('paragraph', null, rest)
    tr.delete($cursor.pos, end)
    tr.insert($cursor.pos + 2, paragraph)
  }
  const behind = tr.doc.resolve($cursor.pos + (isFree ? end - $cursor.pos : 0) + 3)
  tr.setSelection(TextSelection.near(behind))
  dispatch?.(tr.scrollIntoView())
  view?.focus()
  return true
}

/** Enter in an empty last paragraph of the content goes on below the toggle. */
export const leaveContent: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  const depth = depthOf($from, 'detailsContent')
  if (!empty || depth === undefined || depth !== $from.depth - 1) return false
  const content = $from.node(depth)
  const isLast = $from.index(depth) === content.childCount - 1
  const isEmpty = $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0
  if (!isLast || !isEmpty || content.childCount < 2) return false
  const { tr } = state
  tr.delete($from.before(), $from.after())
  const below = tr.mapping.map($from.after(depth - 1))
  tr.insert(below, state.schema.node('paragraph'))
  tr.setSelection(TextSelection.create(tr.doc, below + 1))
  dispatch?.(tr.scrollIntoView())
  return true
}

/** Backspace at the start of a summary puts the toggle away: its summary becomes a paragraph above its content. */
export const leaveSummary: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  if (!empty || $from.parentOffset > 0) return false
  if ($from.parent.type.name !== 'detailsSummary') return backToSummary(state, dispatch)
  const toggle = $from.node(-1)
  const start = $from.before(-1)
  const inside = $from.after() + 1
  const end = inside + (toggle.lastChild?.content.size ?? 0)
  const paragraph = state.schema.node('paragraph', null, $from.parent.content)
  const { tr } = state
  const slice = new Slice(Fragment.from(paragraph), 0, 0)
  const isBlank = isEmpty(toggle.lastChild)
  if (isBlank) tr.replaceWith(start, $from.after(-1), paragraph)
  else {
    const size = toggle.nodeSize
    tr.step(new ReplaceAroundStep(start, start + size, inside, end, slice, paragraph.nodeSize))
  }
  tr.setSelection(TextSelection.create(tr.doc, start + 1))
  dispatch?.(tr.scrollIntoView())
  return true
}

/** Backspace at the start of the content goes to the end of the summary. */
const backToSummary: Command = (state, dispatch) => {
  const { $from } = state.selection
  if ($from.depth < 2 || $from.node(-1).type.name !== 'detailsContent' || $from.index(-1) > 0) {
    return false
  }
  const { tr } = state
  const isSpare = isEmptyParagraph($from.parent) && $from.node(-1).childCount > 1
  const end = $from.before(-1) - 1
  if (isSpare) tr.delete($from.before(), $from.after())
  tr.setSelection(TextSelection.create(tr.doc, end))
  dispatch?.(tr.scrollIntoView())
  return true
}

function isEmptyParagraph(node: PageNode | null | undefined): boolean {
  return node?.type.name === 'paragraph' && node.content.size === 0
}

function isEmpty(content: PageNode | null | undefined): boolean {
  return content?.childCount === 1 && isEmptyParagraph(content.firstChild)
}
