import { isBoard } from '../../../../content/board.ts'
import type { PageDocument } from '../../../../content/document.ts'
import { renderHtml } from '../../../../content/html.ts'
import { attributes, escapeHtml } from '../../../../content/html/escape.ts'
import { type HtmlStyle, lineEnds } from '../../../../content/html/style.ts'
import { children, type ContentNode, stringAttribute } from '../../../../content/node.ts'
import { inlineText, plainText } from '../../../../content/text.ts'
import { writeMarkdown } from '../../../../content/write-markdown.ts'
import { slugify } from '../../../lib/text.ts'
import { formulaHtml } from '../formulas.ts'
import { type PageLanguage, pageLanguage } from './page-language.ts'
import { type PublicLinks, publicDocument, withNestedHeadings } from './public-document.ts'

/** Words in the language of the site. */
export type PublicLabels = {
  done: string
  open: string
  table: string
  code: string
  board: string
  callouts: Readonly<Record<string, string>>
}

export type PublicHeading = { id: string; text: string; level: number }

/** A page as a website shows it. */
export type PublicPage = PageLanguage & {
  html: string
  headings: PublicHeading[]
  /** The beginning of the text. */
  description: string
  /** The address of the first image on the site; empty for none. */
  image: string
}

export type PublicSource = PublicLinks & {
  title: string
  document: PageDocument
  /** BCP 47; of the site. */
  language: string
  labels: PublicLabels
  keepsLineBreaks: boolean
}

const maxDescriptionLength = 200
const maxSampleLength = 4000
/** IDs that the frame of the page uses. */
const reservedIds = ['content', 'menu', 'search']

export function publicPage(source: PublicSource): PublicPage {
  const { labels, language, title, keepsLineBreaks } = source
  const document = withNestedHeadings(publicDocument(source.document, source))
  const text = plainText(document)
  const headings: PublicHeading[] = []
  const html = renderHtml(document, {
    ...styleOf(labels, headings),
    lineEnd: lineEnds(keepsLineBreaks),
  })
  return {
    html: isBoard(document) ? scrollable(html, 'board', labels.board) : html,
    headings,
    description: descriptionOf(document),
    image: firstImage(document.content) ?? '',
    ...pageLanguage(`${title}\n${text.slice(0, maxSampleLength)}`, language),
  }
}

/** The page as Markdown, with its title. */
export function publicMarkdown({ title, document, ...links }: PublicSource): string {
  const heading = { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: title }] }
  const { content } = publicDocument(document, links)
  return writeMarkdown({ type: 'doc', content: title === '' ? content : [heading, ...content] })
}

function styleOf(labels: PublicLabels, headings: PublicHeading[]): Omit<HtmlStyle, 'lineEnd'> {
  const used = new Set(reservedIds)
  return {
    direction: 'auto',
    formula: formulaHtml,
    headingId: (heading) => {
      const text = inlineText(children(heading)).trim()
      if (text === '') return null
      const id = freeId(used, slugify(text) || 'section')
      headings.push({ id, text, level: Number(heading.attrs?.['level'] ?? 2) })
      return id
    },
    taskBox: (isDone) => {
      const label = isDone ? labels.done : labels.open
      const attrs = { class: isDone ? 'task done' : 'task', role: 'img', 'aria-label': label }
      return `<span${attributes(attrs)}></span>`
    },
    code: (code) => `<pre${attributes(region(labels.code))}>${code}</pre>`,
    table: (rows) => scrollable(`<table><tbody>${rows}</tbody></table>`, 'table', labels.table),
    callout: (kind, blocks) => {
      const label = labels.callouts[kind] ?? ''
      const name = `<p class="label">${escapeHtml(label)}</p>`
      return `<div${attributes({ class: `callout ${kind}`, role: 'note' })}>${name}${blocks}</div>`
    },
    footnote: (label, blocks) =>
      `<section${attributes({ id: `fn-${label}`, class: 'footnote' })}><span class="label">${escapeHtml(label)}</span>${blocks}</section>`,
  }
}

/** A keyboard can scroll it. */
function region(label: string) {
  return { tabindex: 0, role: 'group', 'aria-label': label }
}

function scrollable(html: string, kind: string, label: string): string {
  return `<div${attributes({ class: `scroll ${kind}`, ...region(label) })}>${html}</div>`
}

function freeId(used: Set<string>, wanted: string): string {
  let id = wanted
  for (let number = 2; used.has(id); number += 1) id = `${wanted}-${number}`
  used.add(id)
  return id
}

function descriptionOf({ content }: PageDocument): string {
  for (const block of content) {
    if (block.type !== 'paragraph') continue
    const text = inlineText(children(block)).replaceAll(/\s+/g, ' ').trim()
    if (text === '') continue
    const characters = Array.from(text)
    if (characters.length <= maxDescriptionLength) return text
    return `${characters
      .slice(0, maxDescriptionLength)
      .join('')
      .replace(/\s+\S*$/, '')}…`
  }
  return ''
}

function firstImage(nodes: readonly ContentNode[]): string | undefined {
  for (const node of nodes) {
    const found = node.type === 'image' ? stringAttribute(node, 'src') : firstImage(children(node))
    if (found !== undefined && found !== '') return found
  }
  return undefined
}
