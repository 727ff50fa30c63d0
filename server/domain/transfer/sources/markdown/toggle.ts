import { children } from '../../../../../content/node.ts'
import { parseMarkdown } from '../../../../../content/parse-markdown.ts'
import { summaryMarkdown } from '../../../../../content/write/summary.ts'

/** A toggle in the form that is read as one. The title is Markdown of one line. */
export function toggleOf(title: string, content: string, isOpen: boolean): string {
  const parsed = parseMarkdown(title)
  const [block] = parsed.ok ? parsed.document.content : []
  const inline = block?.type === 'paragraph' ? children(block) : [{ type: 'text', text: title }]
  const summary = summaryMarkdown({ type: 'detailsSummary', content: inline })
  const open = isOpen ? ' open' : ''
  return `<details${open}>\n<summary>${summary}</summary>\n\n${content.trim()}\n\n</details>\n`
}
