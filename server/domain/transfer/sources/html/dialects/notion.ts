import { viewOf } from '../../databases/view.ts'
import type { Losses } from '../../losses.ts'
import { readDate } from '../../values/dates.ts'
import type { Cleaned } from '../cleaned.ts'
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
import { calloutOfIcon, formula } from './callout.ts'

const page = (node: Element): boolean => node.tag === 'article' && hasClass(node, 'page')

/** Notion's HTML export has one article for a page. */
export function isNotion(root: Element): boolean {
  const article = first(root, page)
  return article !== undefined && first(article, byClass('page-body')) !== undefined
}

export function cleanNotion(root: Element, losses: Losses): Cleaned {
  const article = first(root, page) ?? root
  const title = first(article, byClass('page-title'))
  const icon = first(article, byClass('page-header-icon'))
  const cover = first(article, byClass('page-cover-image'))
  if (cover !== undefined) losses.changed('cover image')
  const body = first(article, byClass('page-body')) ?? article
  const table = onlyTable(body)
  const content =
    table === undefined
      ? rewrite(body, (node) => cleanElement(node, losses)).children
      : [databaseView(table)]
  return {
    body: element('div', {}, [...(cover === undefined ? [] : coverOf(cover)), ...content]),
    title: title === undefined ? '' : textOf(title),
    ...(icon === undefined ? {} : { icon: textOf(icon) }),
    properties: propertiesOf(article),
  }
}

/** The cover is the first image of the page. */
function coverOf(cover: Element): Element[] {
  const image = cover.tag === 'img' ? cover : first(cover, byTag('img'))
  const src = image?.attributes['src'] ?? ''
  return src === '' ? [] : [element('p', {}, [element('img', { src, alt: '' })])]
}

/** The table of a database that has a page of its own. */
function onlyTable(body: Element): Element | undefined {
  const found = all(body, byClass('collection-content'))
  const others = body.children.filter((node) => textOf(node) !== '')
  return found.length === 1 && others.length === 1 && others[0] === found[0] ? found[0] : undefined
}

function databaseView(table: Element): Element {
  const head = first(table, byTag('thead'))
  const names = head === undefined ? [] : all(head, byTag('th')).map(textOf)
  return element('pre', { 'data-language': 'quire-view' }, [viewOf(names.slice(1))])
}

function propertiesOf(article: Element): Record<string, unknown> {
  const table = first(article, byClass('properties'))
  const rows = table === undefined ? [] : all(table, byClass('property-row'))
  return Object.fromEntries(
    rows.flatMap((row) => {
      const [head, cell] = [first(row, byTag('th')), first(row, byTag('td'))]
      const value = head && cell && valueOf(row, cell)
      return value === undefined || head === undefined ? [] : [[textOf(head), value]]
    }),
  )
}

function valueOf(row: Element, cell: Element): unknown {
  const type = classesOf(row).find((name) => name.startsWith('property-row-'))
  const text = textOf(cell)
  const box = first(cell, byClass('checkbox'))
  if (box !== undefined) return hasClass(box, 'checkbox-on')
  if (text === '') return undefined
  switch (type) {
    case 'property-row-multi_select':
      return all(cell, byClass('selected-value')).map(textOf)
    case 'property-row-person': {
      const people = all(cell, byClass('user')).map(textOf)
      return people.length > 1 ? people : text
    }
    case 'property-row-relation':
      return all(cell, byTag('a')).map(textOf).join(', ')
    case 'property-row-number':
      return Number.isFinite(Number(text)) ? Number(text) : text
    case 'property-row-date':
    case 'property-row-created_time':
    case 'property-row-last_edited_time':
      return readDate(text) ?? text
    default:
      return text
  }
}

function cleanElement(node: Element, losses: Losses): HtmlNode[] | undefined {
  if (hasClass(node, 'equation', 'notion-text-equation-token', 'katex')) return cleanFormula(node)
  if (node.tag === 'figure') return cleanFigure(node)
  if (hasClass(node, 'to-do-list')) return [element('ul', {}, node.children.map(cleanTask))]
  if (node.tag === 'ul' && hasClass(node, 'toggle')) return unwrapItems(node)
  if (hasClass(node, 'column-list')) {
    losses.changed('columns')
    return node.children
  }
  if (hasClass(node, 'collection-content')) losses.changed('inline database')
  if (hasClass(node, 'table_of_contents')) {
    losses.lost('table of contents')
    return []
  }
  if (node.tag === 'time') {
    const date = readDate(textOf(node))?.slice(0, 10)
    return date === undefined ? node.children : [element('time', { datetime: date }, [date])]
  }
  if (node.tag === 'mark') return cleanColor(node, losses)
  return node.tag === 'span' && hasClass(node, 'icon') && first(node, byTag('svg')) ? [] : undefined
}

/** The source of a formula is in its MathML. */
function cleanFormula(node: Element): HtmlNode[] | undefined {
  const known = first(node, byTag('x-math', 'x-formula'))
  const source = first(node, byTag('annotation'))
  const latex = known?.attributes['latex'] ?? (source === undefined ? undefined : textOf(source))
  return latex === undefined ? undefined : [formula(latex, hasClass(node, 'equation'))]
}

function cleanFigure(node: Element): HtmlNode[] | undefined {
  if (hasClass(node, 'callout')) {
    const [icon, ...content] = node.children.filter((child) => isElement(child) || child.trim())
    const isIcon = isElement(icon) && first(icon, byClass('icon')) !== undefined
    return isIcon
      ? [calloutOfIcon(textOf(icon), content)]
      : [calloutOfIcon('', [...(icon === undefined ? [] : [icon]), ...content])]
  }
  if (hasClass(node, 'link-to-page')) {
    return [rewrite(node, (one) => (hasClass(one, 'icon') ? [] : undefined))]
  }
  const bookmark = first(node, byClass('bookmark'))
  if (bookmark !== undefined) {
    const title = first(bookmark, byClass('bookmark-title'))
    const text = title === undefined ? (bookmark.attributes['href'] ?? '') : textOf(title)
    const description = first(bookmark, byClass('bookmark-description'))
    const others = [description, first(node, byTag('figcaption'))].filter(
      (one) => one !== undefined && textOf(one) !== '',
    )
    return [
      element('p', {}, [{ ...bookmark, children: [text] }]),
      ...others.map((one) => element('p', {}, one?.children ?? [])),
    ]
  }
  const image = first(node, byTag('img'))
  if (image === undefined || !hasClass(node, 'image')) return undefined
  const caption = node.children.filter((child) => isElement(child) && child.tag === 'figcaption')
  const { src = '', alt = '' } = image.attributes
  const plain = element('img', alt === '' ? { src } : { src, alt })
  return [element('figure', {}, [plain, ...caption])]
}

function cleanTask(item: HtmlNode): HtmlNode {
  if (!isElement(item)) return item
  const box = first(item, byClass('checkbox'))
  const isDone = box !== undefined && hasClass(box, 'checkbox-on')
  const children = item.children.filter((child) => child !== box)
  return element('li', { 'data-checked': String(isDone) }, children)
}

function unwrapItems(list: Element): HtmlNode[] {
  return list.children.flatMap((item) => (isElement(item) ? item.children : []))
}

/** A colored background is a highlight, colored text is lost. */
function cleanColor(node: Element, losses: Losses): HtmlNode[] | undefined {
  const color = classesOf(node).find((name) => name.startsWith('highlight-'))
  if (color === undefined || color.endsWith('_background')) return undefined
  if (color !== 'highlight-default') losses.lostOnce('text color')
  return node.children
}
