import type { Editor } from '@tiptap/core'
import type { Node as PageNode } from '@tiptap/pm/model'
import { anchorPositions } from '../links/anchor-positions.ts'
import type { BlockRange } from './block-range.ts'

/** Letters and digits of an anchor: enough for the blocks of one page. */
const length = 8

/**
 * What leads to a block within its page: the name of a heading, else an anchor, which is put into the block unless
 * it has one. A block without text, such as code, has its anchor at the end of the text before it.
 */
export function fragmentOf({ state, view }: Editor, { from }: BlockRange): string | undefined {
  const { doc } = state
  const node = doc.nodeAt(from)
  if (node === null) return undefined
  if (node.type.name === 'heading') {
    const anchor = headingAnchorAt(doc, from)
    if (anchor !== undefined) return anchor
  }
  const existing = anchorIn(node)
  if (existing !== undefined) return existing
  const at = textIn(doc, from) ?? textBefore(doc, from)
  const { anchor } = doc.type.schema.nodes
  if (at === undefined || anchor === undefined) return undefined
  const id = newId()
  view.dispatch(state.tr.insert(at, anchor.create({ id })))
  return id
}

/** The name of a heading; undefined for one without letters. */
function headingAnchorAt(doc: PageNode, heading: number): string | undefined {
  const found = [...anchorPositions(doc)].find(([, pos]) => pos === heading)
  return found?.[0]
}

function newId(): string {
  return crypto.randomUUID().replaceAll('-', '').slice(0, length)
}

function anchorIn(node: PageNode): string | undefined {
  let id: string | undefined
  node.descendants((child) => {
    if (child.type.name === 'anchor') id ??= String(child.attrs['id'])
    return id === undefined
  })
  return id
}

/** The start of the first text in a block. */
function textIn(doc: PageNode, from: number): number | undefined {
  const node = doc.nodeAt(from)
  let found: number | undefined
  if (node === null) return undefined
  doc.nodesBetween(from, from + node.nodeSize, (child, pos) => {
    if (found === undefined && takesAnchor(child)) found = pos + 1
    return found === undefined
  })
  return found
}

function textBefore(doc: PageNode, from: number): number | undefined {
  let found: number | undefined
  doc.nodesBetween(0, from, (child, pos) => {
    if (pos < from && takesAnchor(child)) found = pos + child.nodeSize - 1
    return pos < from
  })
  return found
}

function takesAnchor(node: PageNode): boolean {
  const { anchor } = node.type.schema.nodes
  return (
    node.isTextblock && anchor !== undefined && node.type.contentMatch.matchType(anchor) !== null
  )
}
