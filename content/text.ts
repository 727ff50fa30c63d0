import type { PageDocument } from './document.ts'
import { children, stringAttribute } from './node.ts'
import type { ContentNode } from './node.ts'
import { schema } from './schema.ts'

/** The text of a page as readers see it: one line per paragraph, without marks. */
export function plainText(document: PageDocument): string {
  return blockLines(document.content).join('\n')
}

/** The text of one block and everything in it. */
export function blockText(block: ContentNode): string {
  return blockLines([block]).join('\n')
}

function blockLines(blocks: readonly ContentNode[]): string[] {
  return blocks.flatMap((block) => {
    if (block.type === 'htmlBlock') return lines(withoutTags(stringAttribute(block, 'html')))
    if (block.type === 'pageEmbed') return lines(stringAttribute(block, 'label'))
    if (block.type === 'blockMath') return lines(stringAttribute(block, 'latex'))
    if (schema.nodes[block.type]?.inlineContent === true) return lines(inlineText(children(block)))
    return blockLines(children(block))
  })
}

function lines(text: string): string[] {
  return text === '' ? [] : [text]
}

export function inlineText(nodes: readonly ContentNode[]): string {
  return nodes.map(leafText).join('')
}

function leafText(node: ContentNode): string {
  switch (node.type) {
    case 'text':
      return node.text ?? ''
    case 'hardBreak':
      return '\n'
    case 'image':
      return stringAttribute(node, 'alt')
    case 'inlineMath':
      return stringAttribute(node, 'latex')
    case 'file':
      return stringAttribute(node, 'name')
    case 'pageMention':
      return stringAttribute(node, 'label')
    case 'date':
      return stringAttribute(node, 'date')
    default:
      return ''
  }
}

/** Raw HTML without its tags and comments. For reading only: the result is not safe HTML. */
function withoutTags(html: string): string {
  const parts = html.split('<').map((part, index) => {
    if (index === 0) return part
    const end = part.startsWith('!--') ? part.indexOf('-->') + 2 : part.indexOf('>')
    return end < 2 && part.startsWith('!--') ? '' : part.slice(end + 1)
  })
  return parts.join('').trim()
}
