import type { Node as PageNode } from '@tiptap/pm/model'
import { headingAnchor } from '../../../../content/links/anchors.ts'
import { inlineText } from '../../../../content/text.ts'
import { fromJson } from '../json.ts'

/** Where the anchors of a page are: of a heading its own position, of a block with a link that of its text. */
export function anchorPositions(doc: PageNode): Map<string, number> {
  const positions = new Map<string, number>()
  const used = new Map<string, number>()
  const add = (anchor: string, pos: number) => {
    if (anchor !== '' && !positions.has(anchor)) positions.set(anchor, pos)
  }
  doc.descendants((node, pos, parent) => {
    if (node.type.name === 'heading') add(headingAnchor(headingText(node), used), pos)
    if (node.type.name === 'anchor' && parent !== null) {
      const id: unknown = node.attrs['id']
      add(typeof id === 'string' ? id : '', doc.resolve(pos).before())
    }
    return true
  })
  return positions
}

function headingText(heading: PageNode): string {
  const { content = [] } = fromJson({ type: 'doc', content: [heading.toJSON()] }).content[0] ?? {}
  return inlineText(content).trim()
}
