import { Fragment, type Node as PageNode, type ResolvedPos, Slice } from '@tiptap/pm/model'
import { Selection, type SelectionBookmark, type Transaction } from '@tiptap/pm/state'
import type { Mappable } from '@tiptap/pm/transform'
import { type BlockRange, isList } from './block-range.ts'
import { removeBlocks } from './move-blocks.ts'

/** Several blocks of one parent, selected as blocks rather than as text. The head is the end that moves. */
export class BlockSelection extends Selection {
  static of(doc: PageNode, { from, to }: BlockRange, isBackwards = false): BlockSelection {
    const [anchor, head] = isBackwards ? [to, from] : [from, to]
    return new BlockSelection(doc.resolve(anchor), doc.resolve(head))
  }

  override visible = false

  get isBackwards(): boolean {
    return this.head < this.anchor
  }

  override map(doc: PageNode, mapping: Mappable): Selection {
    return mapped(doc, mapping, this)
  }

  override eq(other: Selection): boolean {
    return (
      other instanceof BlockSelection && other.anchor === this.anchor && other.head === this.head
    )
  }

  /** Items come with their list. */
  override content(): Slice {
    const { from, to, $from } = this
    const { content } = $from.doc.slice(from, to)
    if (!isList($from.parent)) return new Slice(content, 0, 0)
    return new Slice(Fragment.from($from.parent.copy(content)), 0, 0)
  }

  override replace(tr: Transaction, content: Slice = Slice.empty): void {
    if (content.size > 0) {
      super.replace(tr, content)
      return
    }
    removeBlocks(tr, this)
    const at = Math.min(this.from, tr.doc.content.size)
    tr.setSelection(Selection.near(tr.doc.resolve(at), -1))
  }

  override getBookmark(): SelectionBookmark {
    return bookmark(this.anchor, this.head)
  }

  override toJSON(): { type: string; anchor: number; head: number } {
    return { type: 'blocks', anchor: this.anchor, head: this.head }
  }
}

function bookmark(anchor: number, head: number): SelectionBookmark {
  return {
    map: (mapping) => bookmark(mapping.map(anchor), mapping.map(head)),
    resolve: (doc) => between(doc, anchor, head),
  }
}

function mapped(doc: PageNode, mapping: Mappable, { anchor, head }: BlockSelection): Selection {
  const side = anchor < head ? 1 : -1
  return between(doc, mapping.map(anchor, side), mapping.map(head, -side))
}

/** What is left of the blocks; text near them when nothing is. */
function between(doc: PageNode, anchor: number, head: number): Selection {
  const [$anchor, $head] = [doc.resolve(anchor), doc.resolve(head)]
  const isWhole = anchor !== head && isBetweenBlocks($anchor) && $anchor.sameParent($head)
  return isWhole && isBetweenBlocks($head)
    ? new BlockSelection($anchor, $head)
    : Selection.near($head)
}

function isBetweenBlocks({ parent, textOffset }: ResolvedPos): boolean {
  return !parent.inlineContent && textOffset === 0
}
