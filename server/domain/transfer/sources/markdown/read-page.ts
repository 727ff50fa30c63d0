import { children, numberAttribute } from '../../../../../content/node.ts'
import { parseMarkdown } from '../../../../../content/parse-markdown.ts'
import { inlineText } from '../../../../../content/text.ts'
import { quireKey } from '../../../document/file-properties.ts'
import { readFileText } from '../../file-text.ts'
import { countLosses } from '../losses.ts'
import { prepareNotion } from '../notion/prepare.ts'
import { prepareOutline } from '../outline/prepare.ts'
import { emptyDocument, type ReadPage } from '../read-page.ts'
import type { MarkdownTask } from './prepared.ts'

/** Reads Markdown as a program exports it, whose first heading is the title of the page. */
export function readMarkdownPage({ text, dialect, keys, values = [] }: MarkdownTask): ReadPage {
  const losses = countLosses()
  const file = readFileText(text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n'))
  const { body } = file
  const prepared =
    dialect === 'notion'
      ? prepareNotion(body, { keys, values }, losses)
      : prepareOutline(body, losses)
  const parsed = parseMarkdown(prepared.text)
  const { [quireKey]: _, ...attributes } = file.attributes
  const properties = { ...attributes, ...prepared.properties }
  const head = { icon: undefined, properties, images: [], fileNames: {} }
  if (!parsed.ok) {
    losses.lost('page content')
    const problem = parsed.reason
    const nothing = { title: undefined, document: emptyDocument }
    return { ...head, ...nothing, losses: losses.counts(), problem }
  }
  const [first, ...others] = parsed.document.content
  const isTitle = first?.type === 'heading' && numberAttribute(first, 'level', 1) === 1
  const title = isTitle ? inlineText(children(first)).trim() : ''
  const content = others.length > 0 ? others : emptyDocument.content
  const document = isTitle ? { type: 'doc' as const, content } : parsed.document
  const stated = file.own['title'] ?? attributes['title']
  return {
    ...head,
    document,
    title: title || (typeof stated === 'string' ? stated : undefined),
    losses: losses.counts(),
  }
}
