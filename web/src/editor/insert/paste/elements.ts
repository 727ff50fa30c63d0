/** The declarations in the style attribute of an element, in lower case. */
export function stylesOf(element: Element): ReadonlyMap<string, string> {
  const styles = new Map<string, string>()
  for (const declaration of (element.getAttribute('style') ?? '').split(';')) {
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

/** The elements that match now, in the order of the page. */
export function all(root: ParentNode, selector: string): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(selector)]
}

export function make(
  near: Node,
  tag: string,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
): HTMLElement {
  const element = (near.ownerDocument ?? document).createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

/** A node of the page's schema, as the parser of the editor reads it. */
export function makeNode(
  near: Node,
  name: string,
  attributes: Readonly<Record<string, unknown>>,
  ...children: (Node | string)[]
): HTMLElement {
  const isInline = name === 'inlineMath' || name === 'date' || name === 'footnoteReference'
  const data = Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => [`data-${key}`, JSON.stringify(value)]),
  )
  return make(near, isInline ? 'span' : 'div', { 'data-node': name, ...data }, ...children)
}

export function unwrap(element: Element): void {
  const content = element.ownerDocument.createDocumentFragment()
  moveInto(content, element)
  element.replaceWith(content)
}

/** One by one: a call takes no more than some 100,000 arguments. */
function moveInto(target: Node, element: Element): void {
  while (element.firstChild !== null) target.appendChild(element.firstChild)
}

/** The same content in another element. */
export function rename(
  element: Element,
  tag: string,
  attributes: Readonly<Record<string, string>> = {},
): HTMLElement {
  const renamed = make(element, tag, attributes)
  moveInto(renamed, element)
  element.replaceWith(renamed)
  return renamed
}

export function wrapInside(element: Element, tag: string): void {
  const wrapper = make(element, tag)
  moveInto(wrapper, element)
  element.append(wrapper)
}

export const blockTags =
  'address article aside blockquote center dd details div dl dt figure figcaption footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  )
const blockNames = new Set(blockTags.map((tag) => tag.toUpperCase()))
const blockSelector = blockTags.join(',')

export function isBlock(node: Node | null): boolean {
  return node !== null && blockNames.has(node.nodeName)
}

export function isElement(node: Node | null | undefined): node is HTMLElement {
  return node?.nodeType === 1
}

export function hasBlocks(element: Element): boolean {
  return element.querySelector(blockSelector) !== null
}

export function textOf(node: Node): string {
  return (node.textContent ?? '').replace(/[\s\u00a0\u200b\ufeff]+/g, ' ').trim()
}

const visible = 'img, hr, table, pre, input, [data-node]'

/** Whether a person sees nothing of it. */
export function isEmpty(node: Node): boolean {
  if (textOf(node) !== '') return false
  return !isElement(node) || (!node.matches(visible) && node.querySelector(visible) === null)
}

export function nextElement(element: Element): Element | null {
  let next = element.nextSibling
  while (next !== null && next.nodeType !== 1 && (next.textContent ?? '').trim() === '') {
    next = next.nextSibling
  }
  return isElement(next) ? next : null
}
