import { type DefaultTreeAdapterTypes, parse } from 'parse5'

/** An element of a page, with what a conversion reads and changes. */
export type Element = {
  tag: string
  attributes: Record<string, string>
  children: HtmlNode[]
}

/** Text is a plain string. */
export type HtmlNode = Element | string

/** Deeper elements are read as their text: everything after this recurses. */
const maxDepth = 200

/** Parses a document as browsers do. */
export function parseHtml(html: string): Element {
  const root: Element = { tag: 'document', attributes: {}, children: [] }
  addChildren(root, parse(html).childNodes, 0)
  return root
}

function addChildren(
  parent: Element,
  nodes: readonly DefaultTreeAdapterTypes.ChildNode[],
  depth: number,
): void {
  for (const node of nodes) {
    if ('value' in node) parent.children.push(node.value)
    if (!('tagName' in node)) continue
    // What is in a template is its content and no child.
    const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]))
    const element = { tag: node.tagName, attributes, children: [] }
    parent.children.push(element)
    if (depth < maxDepth) addChildren(element, node.childNodes, depth + 1)
    else parent.children.push(flatText(node.childNodes))
  }
}

function flatText(nodes: readonly DefaultTreeAdapterTypes.ChildNode[]): string {
  const texts: string[] = []
  const waiting = nodes.toReversed()
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ('value' in node) texts.push(node.value)
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) waiting.push(child)
  }
  return texts.join('')
}

export function isElement(node: HtmlNode | undefined): node is Element {
  return typeof node === 'object'
}

export function element(
  tag: string,
  attributes: Record<string, string> = {},
  children: HtmlNode[] = [],
): Element {
  return { tag, attributes, children }
}

export function classesOf({ attributes }: Element): string[] {
  return (attributes['class'] ?? '').split(/\s+/).filter((name) => name !== '')
}

export function hasClass(node: Element, ...names: readonly string[]): boolean {
  const classes = classesOf(node)
  return names.some((name) => classes.includes(name))
}

/** The declarations of the style attribute, in lower case. */
export function stylesOf({ attributes }: Element): ReadonlyMap<string, string> {
  const styles = new Map<string, string>()
  for (const declaration of (attributes['style'] ?? '').split(';')) {
    const colon = declaration.indexOf(':')
    if (colon < 0) continue
    const name = declaration.slice(0, colon).trim().toLowerCase()
    styles.set(
      name,
      declaration
        .slice(colon + 1)
        .trim()
        .toLowerCase(),
    )
  }
  return styles
}

/** All elements below that match, in order. */
export function all(root: Element, matches: (node: Element) => boolean): Element[] {
  const found: Element[] = []
  const visit = (node: Element): void => {
    for (const child of node.children) {
      if (!isElement(child)) continue
      if (matches(child)) found.push(child)
      visit(child)
    }
  }
  visit(root)
  return found
}

export function first(root: Element, matches: (node: Element) => boolean): Element | undefined {
  for (const child of root.children) {
    if (!isElement(child)) continue
    const found = matches(child) ? child : first(child, matches)
    if (found !== undefined) return found
  }
  return undefined
}

export function byTag(...tags: readonly string[]): (node: Element) => boolean {
  return ({ tag }) => tags.includes(tag)
}

export function byClass(...names: readonly string[]): (node: Element) => boolean {
  return (node) => hasClass(node, ...names)
}

/** The text as a person reads it. */
export function textOf(node: HtmlNode): string {
  return rawText(node)
    .replaceAll(/[\s\u00a0]+/g, ' ')
    .trim()
}

export function rawText(node: HtmlNode): string {
  if (!isElement(node)) return node
  return node.tag === 'br' ? '\n' : node.children.map(rawText).join('')
}

/**
 * The tree with other elements, from the innermost to the root: `change` returns what replaces an element, or undefined
 * to keep it.
 */
export function rewrite(root: Element, change: (node: Element) => HtmlNode[] | undefined): Element {
  const children = root.children.flatMap((child) => {
    if (!isElement(child)) return [child]
    const changed = rewrite(child, change)
    return change(changed) ?? [changed]
  })
  return { ...root, children }
}
