import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Editor } from '@tiptap/core'
import type { Node as PageNode } from '@tiptap/pm/model'
import { findMoves } from '../../../../content/steps/find-moves.ts'
import { openEditor } from '../../../../test/support/web/editor.ts'
import { blockAt, type BlockRange, isList } from './block-range.ts'
import { acceptsBlocks } from './gaps.ts'
import { duplicateBlocks, moveBlocks, removeBlocks } from './move-blocks.ts'

const pages: Record<string, string> = {
  'text and headings': '# a\n\nb\n\n---\n\nc',
  'lists in lists': '- a\n  - b\n  - c\n    1. d\n- e\n\nf\n\n- g',
  'lists of three kinds': '1. a\n2. b\n3. c\n\n- [ ] d\n- [x] e\n\n* f\n* g',
  'callouts and quotes': '> a\n>\n> b\n\n> [!TIP]\n> c\n>\n> - d\n> - e\n\nf',
  'a toggle': 'a\n\n<details>\n<summary>b</summary>\n\nc\n\n- d\n\n</details>\n\ne',
  'a table and code': '| a | b |\n| - | - |\n| c | d |\n\n```\ne\n```\n\nf',
}

/** Every block of a page that can be moved. */
function blocksOf(doc: PageNode): BlockRange[] {
  const blocks: BlockRange[] = []
  doc.descendants((node, pos) => {
    const block = blockAt(doc, pos)
    if (block !== undefined) blocks.push(block)
    return node.type.name !== 'table'
  })
  return blocks
}

/** Every position between two blocks. */
function gapsOf(doc: PageNode): number[] {
  const gaps = Array.from({ length: doc.content.size + 1 }, (_, pos) => pos)
  return gaps.filter((pos) => !doc.resolve(pos).parent.inlineContent)
}

const textsOf = (doc: PageNode) => {
  const texts: string[] = []
  doc.descendants((node) => {
    if (node.isText) texts.push(node.text ?? '')
  })
  return texts.toSorted().join()
}

/** Does something with each block of a page, from the same page each time. */
function forEachBlock(editor: Editor, run: (block: BlockRange) => void): void {
  for (const block of blocksOf(editor.state.doc)) run(block)
}

describe('any block moved to any position', () => {
  for (const [name, markdown] of Object.entries(pages)) {
    it(`leaves a valid page with every text once: ${name}`, () => {
      const editor = openEditor(markdown)
      const { doc } = editor.state
      let count = 0
      forEachBlock(editor, (block) => {
        for (const gap of gapsOf(doc)) {
          if (!acceptsBlocks(doc, block, gap)) continue
          const { tr } = editor.state
          const moved = moveBlocks(tr, block, gap)
          assert.ok(moved)
          tr.doc.check()
          assert.equal(textsOf(tr.doc), textsOf(doc))
          const content = tr.doc.slice(moved.from, moved.to).content
          const before = doc.slice(block.from, block.to).content
          const text = (nodes: typeof content) => nodes.textBetween(0, nodes.size, ' ')
          assert.equal(text(content), text(before))
          assert.equal(findMoves(tr.steps, tr.docs).length, 1)
          count += 1
        }
      })
      assert.ok(count > 0)
    })
  }
})

describe('any block', () => {
  for (const [name, markdown] of Object.entries(pages)) {
    it(`is duplicated and deleted: ${name}`, () => {
      const editor = openEditor(markdown)
      const { doc } = editor.state
      forEachBlock(editor, (block) => {
        const copied = editor.state.tr
        const copy = duplicateBlocks(copied, block)
        copied.doc.check()
        assert.ok(copied.doc.slice(copy.from, copy.to).eq(doc.slice(block.from, block.to)))
        const removed = editor.state.tr
        removeBlocks(removed, block)
        removed.doc.check()
        removed.doc.descendants((node) => {
          if (isList(node)) assert.ok(node.childCount > 0)
        })
      })
    })
  }
})
