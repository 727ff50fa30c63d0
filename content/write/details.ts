import type { RootContent } from 'mdast'
import { booleanAttribute, children, stringAttribute } from '../node.ts'
import type { ContentNode } from '../node.ts'
import { isDetailsTag } from '../read/details.ts'
import { summaryMarkdown } from './summary.ts'

type WriteBlock = (block: ContentNode, followed: boolean) => RootContent[]

/** A toggle as HTML tags with Markdown between them. */
export function writeDetails(details: ContentNode, writeBlock: WriteBlock): RootContent[] {
  const [summary, content] = children(details)
  const tag = booleanAttribute(details, 'open') === true ? '<details open>' : '<details>'
  const title = summary === undefined ? '' : summaryMarkdown(summary)
  return [
    { type: 'html', value: `${tag}\n<summary>${title}</summary>` },
    ...(content === undefined ? [] : children(content)).flatMap((block) =>
      isTag(block) ? [asCode(block)] : writeBlock(block, true),
    ),
    { type: 'html', value: '</details>' },
  ]
}

/** Raw HTML that would be read as an end of this toggle. */
function isTag(block: ContentNode): boolean {
  return block.type === 'htmlBlock' && isDetailsTag(stringAttribute(block, 'html'))
}

function asCode(block: ContentNode): RootContent {
  return { type: 'code', lang: 'html', value: stringAttribute(block, 'html') }
}
