import { children, numberAttribute } from '../../../../../content/node.ts'
import { parseMarkdown } from '../../../../../content/parse-markdown.ts'
import { inlineText } from '../../../../../content/text.ts'
import { countLosses } from '../losses.ts'
import { prepareNotion } from '../notion/prepare.ts'
import { prepareOutline } from '../outline/prepare.ts'
import { emptyDocument, type ReadPage } from '../read-page.ts'
import type { MarkdownTask } from './prepared.ts'

/** Reads Markdown as a program exports it, whose first heading is the title of the page. */
export function readMarkdownPage({ text, dialect, keys }: MarkdownTask): ReadPage {
  const losses = countLosses()
  const source = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')
  const prepared =
    dialect === 'notion' ? prepareNotion(source, keys, losses) : prepareOutline(source, losses)
  const parsed = parseMarkdown(prepared.text)
  const head = { icon: undefined, properties: prepared.properties, images: [], fileNames: {} }
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
  return { ...head, document, title: title === '' ? undefined : title, losses: losses.counts() }
}
