import type { Editor } from '@tiptap/core'
import type { Node as PageNode } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import type { PageDocument } from '../../../content/document.ts'
import { editsBetween } from '../lib/edits.ts'
import { fromElsewhere } from '../lib/page-body.ts'

/** Shows another version of the page, and leaves the cursor in the block that it is in. */
export function applyDocument(editor: Editor, document: PageDocument): void {
  const { state, schema, view } = editor
  const target = schema.nodeFromJSON(document)
  const transaction = state.tr
  const before = childrenOf(state.doc)
  const starts = startsOf(before)
  const edits = editsBetween(before, childrenOf(target), (node) => JSON.stringify(node.toJSON()))
  for (const { from, to, put } of edits.toReversed()) {
    const start = starts[from] ?? 0
    const old = before.slice(from, to)
    // A block that stays what it is changes only where its text does.
    if (old.length === put.length && old.every((node, index) => isSameFrame(node, put[index]))) {
      replaceWithin(
        transaction,
        start,
        schema.node('doc', null, old),
        schema.node('doc', null, [...put]),
      )
    } else {
      transaction.replaceWith(start, starts[to] ?? state.doc.content.size, [...put])
    }
  }
  if (!transaction.docChanged) return
  transaction.setMeta('addToHistory', false).setMeta('preventAutolink', true)
  view.dispatch(transaction.setMeta(fromElsewhere, true))
}

function childrenOf(node: PageNode): PageNode[] {
  return [...node.children]
}

/** Where each block starts, and at the end where the last one ends. */
function startsOf(blocks: readonly PageNode[]): number[] {
  let position = 0
  return [0, ...blocks.map((block) => (position += block.nodeSize))]
}

function isSameFrame(a: PageNode, b: PageNode | undefined): boolean {
  return b !== undefined && a.isTextblock && a.sameMarkup(b)
}

/** Changes of `before`, which stands at `start`, only what is other in `after`. */
function replaceWithin(
  transaction: Transaction,
  start: number,
  before: PageNode,
  after: PageNode,
): void {
  const from = before.content.findDiffStart(after.content)
  const end = before.content.findDiffEnd(after.content)
  if (from === null || end === null) return
  // Where the same text stands before and behind, both searches claim it.
  const overlap = Math.max(0, from - Math.min(end.a, end.b))
  const slice = after.slice(from, end.b + overlap)
  transaction.replace(start + from, start + end.a + overlap, slice)
}
