import type { Editor } from '@tiptap/core'
import type { Node as PageNode } from '@tiptap/pm/model'
import type { PageDocument } from '../../../content/document.ts'
import { fromElsewhere } from '../lib/page-body.ts'

/** Characters that are put in at once: showing them holds up the page for no longer than a blink. */
const portion = 2500

/**
 * Puts a page into an empty editor, a part of it at a time, so that a long page does not hold up the
 * browser. Returns what stops it.
 */
export function fillEditor(editor: Editor, document: PageDocument, done: () => void): () => void {
  const portions = inPortions([...editor.schema.nodeFromJSON(document).children])
  let timer: ReturnType<typeof setTimeout> | undefined
  const step = (index: number) => {
    const blocks = portions[index]
    if (blocks === undefined || editor.isDestroyed) return
    const { tr, doc } = editor.state
    // The first portion takes the place of the empty paragraph that every editor starts with.
    tr.replaceWith(index === 0 ? 0 : doc.content.size, doc.content.size, blocks)
    editor.view.dispatch(
      tr
        .setMeta('addToHistory', false)
        .setMeta('preventAutolink', true)
        .setMeta(fromElsewhere, true),
    )
    if (index + 1 === portions.length) done()
    else timer = setTimeout(step, 0, index + 1)
  }
  step(0)
  return () => clearTimeout(timer)
}

function inPortions(blocks: readonly PageNode[]): PageNode[][] {
  const portions: PageNode[][] = []
  let size = Infinity
  for (const block of blocks) {
    if (size >= portion) {
      portions.push([])
      size = 0
    }
    portions.at(-1)?.push(block)
    size += block.nodeSize
  }
  return portions
}
