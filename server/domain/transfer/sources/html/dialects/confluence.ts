import { calloutKindOf, calloutKindOfPanel } from '../../../../../../content/read/callout-names.ts'
import type { Losses } from '../../losses.ts'
import { readDate } from '../../values/dates.ts'
import type { Cleaned } from '../cleaned.ts'
import { codeText } from '../read-inline.ts'
import {
  all,
  byClass,
  byTag,
  classesOf,
  type Element,
  element,
  first,
  hasClass,
  type HtmlNode,
  isElement,
  rewrite,
  textOf,
} from '../tree.ts'
import { callout, toggle } from './callout.ts'

const byId =
  (...ids: readonly string[]) =>
  ({ attributes: { id = '' } }: Element): boolean =>
    ids.includes(id)

/** A page of a space that was exported as HTML. */
export function isConfluence(root: Element): boolean {
  const content = first(root, byId('main-content'))
  return content !== undefined && first(root, byId('title-heading', 'breadcrumbs')) !== undefined
}

export function cleanConfluence(root: Element, losses: Losses): Cleaned {
  const content = first(root, byId('main-content')) ?? root
  const heading = first(root, byId('title-text', 'title-heading'))
  const body = rewrite(content, (node) => cleanElement(node, losses))
  const comments = commentsOf(root, losses)
  return {
    body: { ...body, children: [...body.children, ...comments] },
    title: titleOf(heading === undefined ? '' : textOf(heading)),
    properties: propertiesOf(root),
    fileNames: fileNamesOf(root),
  }
}

/** The name of the space and the title, with a colon between them. */
function titleOf(text: string): string {
  const [, title = text] = /^.*? : (.+)$/.exec(text) ?? []
  return title
}

const created = /^Created by\s+(.*?)(?:,\s*last (?:modified|updated).*)?(?:\s+on\s+(.{6,20}))?$/s

function propertiesOf(root: Element): Record<string, unknown> {
  const metadata = first(root, byClass('page-metadata'))
  if (metadata === undefined) return {}
  const [author, editor] = ['author', 'editor'].map((name) => first(metadata, byClass(name)))
  const text = textOf(metadata)
  const date = readDate(
    created.exec(text)?.[2] ?? /on\s+(\w{3,9} \d\d?, \d{4})/.exec(text)?.[1] ?? '',
  )
  const isModified = /last (?:modified|updated)/.test(text)
  return {
    ...(author === undefined ? {} : { author: textOf(author) }),
    ...(editor === undefined ? {} : { editor: textOf(editor) }),
    ...(date === undefined ? {} : { [isModified ? 'updated' : 'created']: date }),
    ...labelsOf(root),
  }
}

function labelsOf(root: Element): Record<string, unknown> {
  const tags = all(root, byClass('aui-label')).map(textOf)
  return tags.length === 0 ? {} : { tags }
}

/** The list of attachments at the end of a page has their names. */
function fileNamesOf(root: Element): Record<string, string> {
  const names: Record<string, string> = {}
  for (const box of all(root, byClass('greybox'))) {
    for (const link of all(box, byTag('a'))) {
      const href = link.attributes['href'] ?? ''
      if (href.startsWith('attachments/') && textOf(link) !== '') names[href] = textOf(link)
    }
  }
  return names
}

/** Comments follow the page as text. */
function commentsOf(root: Element, losses: Losses): HtmlNode[] {
  const tables = all(root, byClass('comments')).filter(({ tag }) => tag === 'table')
  const cells = tables.flatMap((table) => all(table, byTag('td')))
  if (cells.length === 0) return []
  losses.changed('comment', cells.length)
  const quotes = cells.map((cell) => element('blockquote', {}, cell.children))
  return [element('h2', {}, ['Comments']), ...quotes]
}

const unwrapped = ['table-wrap', 'panelContent', 'confluence-information-macro-body']
const lostMacros: Readonly<Record<string, string>> = {
  'toc-macro': 'table of contents',
  plugin_pagetree: 'page tree',
  'gliffy-container': 'drawing',
  'drawio-macro': 'drawing',
  'aui-icon': '',
  'expand-control-icon': '',
  'confluence-embedded-file-overlay': '',
}

function cleanElement(node: Element, losses: Losses): HtmlNode[] | undefined {
  const macro = classesOf(node).find((name) => Object.hasOwn(lostMacros, name))
  if (macro !== undefined) {
    const kind = lostMacros[macro] ?? ''
    if (kind !== '') losses.lost(kind)
    return []
  }
  if (hasClass(node, 'columnLayout')) {
    losses.changed('columns')
    return node.children
  }
  if (hasClass(node, ...unwrapped)) return node.children
  if (node.tag === 'img') return cleanImage(node)
  if (hasClass(node, 'status-macro')) {
    losses.changed('status')
    return [element('code', {}, [textOf(node).toUpperCase()])]
  }
  if (node.tag === 'ul' && hasClass(node, 'inline-task-list')) return [cleanTasks(node)]
  return cleanBox(node)
}

function cleanImage(node: Element): HtmlNode[] {
  const { attributes } = node
  if (hasClass(node, 'emoticon')) {
    const shown = attributes['data-emoji-fallback'] || attributes['alt'] || ''
    return [shown]
  }
  const src = (attributes['src'] ?? '').replace(/\?.*$/s, '')
  const alt = attributes['alt'] || attributes['data-linked-resource-default-alias'] || ''
  const width = attributes['width']
  return [element('img', { src, alt, ...(width ? { width } : {}) })]
}

function cleanTasks(list: Element): Element {
  const items = list.children.filter(isElement).map((item) => {
    const checked = String(hasClass(item, 'checked'))
    return { ...item, attributes: { ...item.attributes, 'data-checked': checked } }
  })
  return { ...list, children: items }
}

function cleanBox(node: Element): HtmlNode[] | undefined {
  if (hasClass(node, 'code') && hasClass(node, 'panel')) return cleanCode(node)
  if (hasClass(node, 'confluence-information-macro', 'panel', 'panelMacro')) {
    const title = first(node, byClass('title', 'panelHeader'))
    const names = classesOf(node).map((name) => name.replace('confluence-information-macro-', ''))
    const kind = names.map(calloutKindOfPanel).find((found) => found !== undefined)
    const text = title === undefined ? '' : textOf(title)
    const isNamed = text === '' || calloutKindOf(text) !== undefined
    const heading = isNamed ? [] : [element('p', {}, [element('strong', {}, [text])])]
    return [callout(kind, [...heading, ...node.children.filter((child) => child !== title)])]
  }
  if (!hasClass(node, 'expand-container')) return undefined
  const control =
    first(node, byClass('expand-control-text')) ?? first(node, byClass('expand-control'))
  const content = first(node, byClass('expand-content'))
  return [toggle([control === undefined ? '' : textOf(control)], content?.children ?? [])]
}

function cleanCode(node: Element): HtmlNode[] {
  const pre = first(node, byTag('pre'))
  const header = first(node, byClass('codeHeader', 'panelHeader'))
  if (pre === undefined) return node.children
  const brush = /brush:\s*([\w+#-]+)/.exec(
    pre.attributes['data-syntaxhighlighter-params'] ?? '',
  )?.[1]
  const code = element('pre', brush === undefined ? {} : { 'data-language': brush }, [
    codeText(pre),
  ])
  const title = header === undefined ? '' : textOf(header)
  return title === '' ? [code] : [element('p', {}, [element('strong', {}, [title])]), code]
}
