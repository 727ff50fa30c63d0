import type { RootContent } from 'mdast'
import { stringAttribute } from '../node.ts'
import type { ContentNode } from '../node.ts'
import { pageUrl } from '../read/page-address.ts'

/** A page shown in place is an image of that page: other readers show its label. */
export function writePageEmbed(block: ContentNode): RootContent {
  const pageId = stringAttribute(block, 'pageId')
  const url = pageUrl({ pageId, anchor: stringAttribute(block, 'anchor') || null })
  const alt = stringAttribute(block, 'label').replaceAll('\n', ' ')
  return { type: 'paragraph', children: [{ type: 'image', url, alt, title: null }] }
}
