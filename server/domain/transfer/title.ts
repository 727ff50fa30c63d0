import type { PageDocument } from '../../../content/document.ts'
import { children, type ContentNode, numberAttribute, paragraph } from '../../../content/node.ts'
import { inlineText } from '../../../content/text.ts'
import { storable } from '../../lib/text.ts'

const maxTitleLength = 255

/**
 * The title of an imported page: from the front matter, else from a level-1 heading at the start, else from the file
 * name. Such a heading that is plain text repeats the title, so it is removed from the body.
 */
export function takeTitle(
  document: PageDocument,
  given: unknown,
  name: string,
): { title: string; document: PageDocument } {
  const stated = titleText(given)
  if (stated !== undefined) return { title: stated, document }
  const [first] = document.content
  const text = first === undefined ? '' : titleIn(first)
  if (first === undefined || text === '') return { title: shortened(name), document }
  const title = shortened(text)
  const isRepeated = title === text && isPlain(first)
  return { title, document: isRepeated ? withoutFirst(document) : document }
}

/** Cut to the maximum length of a title. */
export function shortened(text: string): string {
  if (text.length <= maxTitleLength) return text
  return Array.from(text).slice(0, maxTitleLength).join('')
}

function titleText(given: unknown): string | undefined {
  const isText =
    typeof given === 'string' || typeof given === 'number' || typeof given === 'boolean'
  return isText ? shortened(storable(String(given))) : undefined
}

/** The text of a heading of level 1. */
function titleIn(block: ContentNode): string {
  if (block.type !== 'heading' || numberAttribute(block, 'level', 1) !== 1) return ''
  return inlineText(children(block)).replaceAll(/\s+/g, ' ').trim()
}

function isPlain(heading: ContentNode): boolean {
  return children(heading).every(
    ({ type, marks = [] }) => type === 'text' && marks.every((mark) => mark.type !== 'link'),
  )
}

function withoutFirst({ content }: PageDocument): PageDocument {
  const rest = content.slice(1)
  return { type: 'doc', content: rest.length > 0 ? rest : [paragraph([])] }
}
