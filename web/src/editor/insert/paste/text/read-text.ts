import type { PageDocument } from '../../../../../../content/document.ts'
import { paragraph } from '../../../../../../content/node.ts'
import type { ContentNode } from '../../../../../../content/node.ts'
import { parseMarkdown } from '../../../../../../content/parse-markdown.ts'
import { calloutKindOf } from '../../../../../../content/read/callout-names.ts'
import { findLinks } from '../../../../../../content/read/find-links.ts'
import type { Clipboard } from '../source.ts'
import { modeOf } from '../sources/code-editors.ts'
import { addressOf, isImageAddress } from './addresses.ts'
import { looksLikeMarkdown } from './markdown-signs.ts'
import { separatedRows, tableOf } from './separated.ts'
import { terminalLanguage, withoutColours } from './terminal.ts'

/** What a text without HTML means: addresses, code, a table, Markdown, or lines. */
export function readText(clipboard: Clipboard): readonly ContentNode[] {
  const text = withoutColours(clipboard.text.replace(/\r\n?/g, '\n'))
  const code = codeOf(clipboard, text)
  if (code !== undefined) return code
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const addresses = lines.map(addressOf)
  if (lines.length > 0 && addresses.every((address) => address !== undefined)) {
    return lines.map((line, index) => addressBlock(line.trim(), addresses[index] ?? ''))
  }
  const terminal = terminalLanguage(text)
  if (terminal !== undefined) return [codeBlock(text, terminal)]
  const rows = separatedRows(text)
  if (rows !== undefined) return [tableOf(rows)]
  if (looksLikeMarkdown(text)) {
    const parsed = parseMarkdown(withPlainAlerts(text))
    if (parsed.ok) return parsed.document.content
  }
  return lines.map((line) => paragraph(linked(line)))
}

/** Obsidian's callouts have titles and more kinds than GitHub's alerts. */
function withPlainAlerts(text: string): string {
  return text.replace(
    /^((?:> ?)+)\[!(\w+)\][-+]?[ \t]*(\S.*)?$/gm,
    (line: string, quote: string, name: string, title: string | undefined) => {
      const kind = calloutKindOf(name)
      if (kind === undefined) return line
      const rest = title === undefined ? '' : `\n${quote}**${title}**\n${quote}`
      return `${quote}[!${kind.toUpperCase()}]${rest}`
    },
  )
}

function codeOf(clipboard: Clipboard, text: string): ContentNode[] | undefined {
  const mode = modeOf(clipboard)
  if (mode === undefined || mode === 'markdown') return undefined
  const isLine = !text.includes('\n')
  if (isLine) return [paragraph([{ type: 'text', text, marks: [{ type: 'code' }] }])]
  return [codeBlock(text, mode)]
}

function codeBlock(text: string, language: string): ContentNode {
  const trimmed = text.replace(/^\n+|\n+$/g, '')
  return {
    type: 'codeBlock',
    attrs: { language: language === '' ? null : language },
    ...(trimmed === '' ? {} : { content: [{ type: 'text', text: trimmed }] }),
  }
}

function addressBlock(text: string, href: string): ContentNode {
  if (isImageAddress(href)) return paragraph([{ type: 'image', attrs: { src: href } }])
  return paragraph([{ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] }])
}

/** A line with its bare addresses as links. */
function linked(line: string): ContentNode[] {
  const nodes: ContentNode[] = []
  let done = 0
  for (const { start, end, href } of findLinks(line, '')) {
    if (start > done) nodes.push({ type: 'text', text: line.slice(done, start) })
    const marks = [{ type: 'link', attrs: { href } }]
    nodes.push({ type: 'text', text: line.slice(start, end), marks })
    done = end
  }
  if (done < line.length) nodes.push({ type: 'text', text: line.slice(done) })
  return nodes
}

/** The text itself, letter for letter: a paragraph for each line. */
export function plainLines(text: string): PageDocument {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const content = lines.map((line) => paragraph(line === '' ? [] : [{ type: 'text', text: line }]))
  return { type: 'doc', content }
}
