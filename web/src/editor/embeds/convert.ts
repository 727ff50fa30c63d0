import type { Editor } from '@tiptap/core'
import type { Node as PageNode } from '@tiptap/pm/model'
import { pageAddress } from '../../../../content/read/page-address.ts'
import type { BlockRange } from '../blocks/block-range.ts'

type Target = { pageId: string; anchor: string | null; label: string }

/** The page that a paragraph with nothing but a link leads to. */
export function linkedPage(editor: Editor, range: BlockRange): Target | undefined {
  const node = only(editor, range)
  if (node?.type.name !== 'paragraph') return undefined
  const inline = node.children.filter((child) => child.text?.trim() !== '')
  const [first] = inline
  if (first === undefined || inline.length > 1) return undefined
  if (first.type.name === 'pageMention') {
    const { pageId, label } = first.attrs
    return { pageId: String(pageId), anchor: null, label: String(label) }
  }
  const href: unknown = first.marks.find(({ type }) => type.name === 'link')?.attrs['href']
  const path = typeof href === 'string' ? href.replace(location.origin, '') : ''
  const address = pageAddress(path)
  return address === undefined ? undefined : { ...address, label: first.text ?? '' }
}

/** Shows the page in place of the link. */
export function turnIntoEmbed(editor: Editor, range: BlockRange, target: Target): void {
  editor.chain().focus().insertContentAt(range, { type: 'pageEmbed', attrs: target }).run()
}

export function isEmbed(editor: Editor, range: BlockRange): boolean {
  return only(editor, range)?.type.name === 'pageEmbed'
}

/** Shows an embedded page as a link. */
export function turnIntoLink(editor: Editor, range: BlockRange): void {
  const attrs = only(editor, range)?.attrs ?? {}
  const [pageId, anchor] = [String(attrs['pageId']), attrs['anchor']]
  const label = String(attrs['label'] ?? '')
  const href = `/pages/${pageId}#${String(anchor)}`
  const link =
    typeof anchor === 'string'
      ? { type: 'text', text: label || href, marks: [{ type: 'link', attrs: { href } }] }
      : { type: 'pageMention', attrs: { pageId, label } }
  editor
    .chain()
    .focus()
    .insertContentAt(range, { type: 'paragraph', content: [link] })
    .run()
}

function only(editor: Editor, { from, to }: BlockRange): PageNode | undefined {
  const node = editor.state.doc.resolve(from).nodeAfter
  return node !== null && from + node.nodeSize === to ? node : undefined
}
