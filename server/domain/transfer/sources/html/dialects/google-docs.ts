import type { Losses } from '../../losses.ts'
import type { Cleaned } from '../cleaned.ts'
import {
  all,
  byTag,
  classesOf,
  type Element,
  element,
  first,
  hasClass,
  type HtmlNode,
  isElement,
  rawText,
  rewrite,
  textOf,
} from '../tree.ts'

/** Google Docs exports classes with styles, and lists with a class for each level. */
export function isGoogle(root: Element): boolean {
  const style = first(root, byTag('style'))
  if (style === undefined || first(root, byTag('article')) !== undefined) return false
  const css = rawText(style)
  return /lst-kix_|themes\.googleusercontent\.com/.test(css) || /\.c\d+\{/.test(css)
}

export function cleanGoogle(root: Element, losses: Losses): Cleaned {
  const style = first(root, byTag('style'))
  const styles = readStyles(style === undefined ? '' : rawText(style))
  const body = first(root, byTag('body')) ?? root
  const comments: HtmlNode[] = []
  const styled = rewrite(body, (node) => cleanElement(withStyles(node, styles), comments))
  losses.changed('comment', comments.length)
  if (comments.length === 0) return { body: nestLists(styled), hasStyles: true }
  // Comments follow the page as text.
  const children = [...styled.children, element('h2', {}, ['Comments']), ...comments]
  return { body: nestLists({ ...styled, children }), hasStyles: true }
}

/** The declarations of simple class rules. */
function readStyles(css: string): ReadonlyMap<string, string> {
  const styles = new Map<string, string>()
  for (const [, name = '', declarations = ''] of css.matchAll(
    /(?:^|\})\.([\w-]+)\{([^}]*)(?=\})/g,
  )) {
    styles.set(name, declarations)
  }
  return styles
}

/** The styles that say what a text is: those of its boxes do not. */
const meant =
  /^(?:font-weight|font-style|text-decoration|background-color|color|vertical-align|font-family)$/

function withStyles(node: Element, styles: ReadonlyMap<string, string>): Element {
  const isText = node.tag === 'span'
  const found = isText ? classesOf(node).map((name) => styles.get(name) ?? '') : []
  const declarations = [node.attributes['style'] ?? '', ...found]
    .join(';')
    .split(';')
    .filter((one) => meant.test(one.split(':')[0]?.trim() ?? ''))
  const attributes = { ...node.attributes, style: isText ? declarations.join(';') : '' }
  return { ...node, attributes }
}

const note = /^#ftnt(\d+)$/
const noteBack = /^#ftnt_ref(\d+)$/
const commentBack = /^#cmnt_ref\d+$/

function cleanElement(node: Element, comments: HtmlNode[]): HtmlNode[] | undefined {
  const { href = '' } = node.attributes
  if (node.tag === 'a') return cleanLink(node, href)
  if (node.tag === 'sup') {
    const [link] = all(node, byTag('a', 'x-note'))
    if (link?.tag === 'x-note') return [link]
    if (link?.attributes['href']?.startsWith('#cmnt') === true) return []
  }
  if (node.tag === 'p' && hasClass(node, 'title')) return [{ ...node, tag: 'h1' }]
  if (node.tag === 'div') {
    const back = first(node, byTag('a'))?.attributes['href'] ?? ''
    const label = noteBack.exec(back)?.[1]
    if (label !== undefined) return [element('x-footnote', { label }, withoutBack(node.children))]
    if (commentBack.test(back)) {
      comments.push(element('blockquote', {}, withoutBack(node.children)))
      return []
    }
  }
  return [node]
}

/** Links go to where they lead, without Google's detour. */
function cleanLink(node: Element, href: string): HtmlNode[] {
  const label = note.exec(href)?.[1]
  if (label !== undefined) return [element('x-note', { label })]
  const target = URL.canParse(href) ? new URL(href) : undefined
  const isDetour =
    target !== undefined &&
    /^(?:www\.)?google\.com$/.test(target.hostname) &&
    target.pathname === '/url'
  const direct = isDetour ? (target.searchParams.get('q') ?? href) : href
  return [{ ...node, attributes: { ...node.attributes, href: direct } }]
}

function withoutBack(nodes: readonly HtmlNode[]): HtmlNode[] {
  return nodes
    .filter((node) => !isElement(node) || !isBack(node.attributes['href'] ?? ''))
    .map((node) => (isElement(node) ? { ...node, children: withoutBack(node.children) } : node))
}

function isBack(href: string): boolean {
  return noteBack.test(href) || commentBack.test(href)
}

const levelClass = /^lst-kix_.*-(\d)$/

/** Lists that follow each other with a higher level belong to the item before them. */
function nestLists(root: Element): Element {
  const children: HtmlNode[] = []
  let open: { level: number; list: Element }[] = []
  for (const child of root.children) {
    const level = isElement(child) ? levelOf(child) : undefined
    if (!isElement(child) || level === undefined) {
      if (isElement(child) || child.trim() !== '') open = []
      children.push(isElement(child) ? nestLists(child) : child)
      continue
    }
    const list = { ...child, children: [...child.children] }
    open = open.filter(
      (one) => one.level < level || (one.level === level && !hasClass(list, 'start')),
    )
    const last = open.at(-1)
    if (last === undefined) children.push(list)
    else if (last.level === level) last.list.children.push(...list.children)
    else lastItem(last.list).children.push(list)
    if (last?.level !== level) open.push({ level, list })
  }
  return { ...root, children }
}

function levelOf(node: Element): number | undefined {
  if (node.tag !== 'ul' && node.tag !== 'ol') return undefined
  const level = classesOf(node)
    .map((name) => levelClass.exec(name)?.[1])
    .find((found) => found)
  return level === undefined ? undefined : Number(level)
}

function lastItem(list: Element): Element {
  const found = list.children.findLastIndex((node) => isElement(node) && textOf(node) !== '')
  const item = list.children[found]
  if (!isElement(item)) return list
  const copy = { ...item, children: [...item.children] }
  list.children[found] = copy
  return copy
}
