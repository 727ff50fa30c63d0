import type { ChainedCommands, Editor } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import type { BlockRange } from './block-range.ts'
import { isItem, isList } from './block-range.ts'

export const blockKinds = [
  'paragraph',
  'heading1',
  'heading2',
  'heading3',
  'bulletList',
  'orderedList',
  'taskList',
  'details',
  'callout',
  'blockquote',
  'codeBlock',
] as const

export type BlockKind = (typeof blockKinds)[number]

/** Makes blocks of another kind of them, with the text they have. One step for undo. */
export function turnInto(editor: Editor, range: BlockRange, kind: BlockKind): boolean {
  let chain = selectText(editor.chain(), editor, range)
  for (let level = unwrapLevels(editor, range); level > 0; level -= 1) chain = chain.command(lift)
  const { doc } = editor.state
  // Some of the commands have nothing to do, for example on what is a paragraph already.
  convert(chain, kind).command(collapse).focus().run()
  return !editor.state.doc.eq(doc)
}

/** Commands of Tiptap work on text: everything from the first text of the blocks to the last. */
function selectText(chain: ChainedCommands, { state }: Editor, range: BlockRange): ChainedCommands {
  const from = TextSelection.findFrom(state.doc.resolve(range.from), 1, true)
  const to = TextSelection.findFrom(state.doc.resolve(range.to), -1, true)
  if (from === null || to === null || from.from > to.to) return chain
  return chain.setTextSelection({ from: from.from, to: to.to })
}

/** How often the blocks are lifted out of what holds them: lists, and the callout or quote that is turned itself. */
function unwrapLevels({ state }: Editor, { from, to }: BlockRange): number {
  const $from = state.doc.resolve(from)
  const node = $from.nodeAfter
  if (node === null) return 0
  let levels = 0
  for (let depth = $from.depth; depth > 0 && isListPart($from.node(depth)); depth -= 1) {
    if (isList($from.node(depth))) levels += 1
  }
  const isOne = node.nodeSize === to - from
  if (isOne && (node.type.name === 'callout' || node.type.name === 'blockquote' || isList(node))) {
    levels += 1
  }
  return levels
}

function isListPart(node: Parameters<typeof isList>[0]): boolean {
  return isList(node) || isItem(node)
}

type Command = Parameters<ChainedCommands['command']>[0]

const lift: Command = ({ state, commands }) => {
  const { $from } = state.selection
  const item = [...Array($from.depth).keys()]
    .map((up) => $from.node($from.depth - up).type.name)
    .find((name) => name === 'listItem' || name === 'taskItem' || isWrapper(name))
  if (item === undefined) return true
  if (isWrapper(item)) return commands.lift(item)
  return commands.liftListItem(item)
}

/** What is typed next replaces nothing. */
const collapse: Command = ({ tr }) => {
  tr.setSelection(TextSelection.near(tr.selection.$to, -1))
  return true
}

function isWrapper(name: string): boolean {
  return name === 'callout' || name === 'blockquote'
}

function convert(chain: ChainedCommands, kind: BlockKind): ChainedCommands {
  switch (kind) {
    case 'paragraph':
      return chain.setNode('paragraph')
    case 'heading1':
    case 'heading2':
    case 'heading3':
      return chain.setNode('heading', { level: Number(kind.at(-1)) })
    case 'codeBlock':
      return chain.setNode('codeBlock')
    case 'bulletList':
      return chain.setNode('paragraph').wrapInList('bulletList')
    case 'orderedList':
      return chain.setNode('paragraph').wrapInList('orderedList')
    case 'taskList':
      return chain.setNode('paragraph').wrapInList('taskList')
    case 'callout':
      return chain.wrapIn('callout', { kind: 'note' })
    case 'blockquote':
      return chain.wrapIn('blockquote')
    case 'details':
      return chain.command(wrapInDetails)
  }
}

/** The first text becomes the summary, and what follows its content. */
const wrapInDetails: Command = ({ tr, state }) => {
  const { details, detailsSummary, detailsContent, paragraph } = state.schema.nodes
  const { $from, $to } = tr.selection
  const range = $from.blockRange($to)
  if (details === undefined || detailsSummary === undefined || detailsContent === undefined) {
    return false
  }
  if (range === null || paragraph === undefined) return false
  const first = range.parent.child(range.startIndex)
  const rest = range.parent.slice(
    range.start - range.$from.start(range.depth) + first.nodeSize,
    range.end - range.$from.start(range.depth),
  ).content
  const isText = first.inlineContent && first.type.spec.code !== true
  const body = isText ? rest : rest.addToStart(first)
  const summary = isText && detailsSummary.validContent(first.content) ? first.content : null
  const content = body.size === 0 ? paragraph.create() : body
  tr.replaceWith(
    range.start,
    range.end,
    details.create({ open: true }, [
      detailsSummary.create(null, summary),
      detailsContent.create(null, content),
    ]),
  )
  tr.setSelection(TextSelection.near(tr.doc.resolve(range.start + 2)))
  return true
}
