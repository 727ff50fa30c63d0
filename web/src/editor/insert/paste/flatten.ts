import { isElement } from './elements.ts'

/** Deeper than any page that a person reads. */
const deepest = 40
const texts = new Set(
  'P H1 H2 H3 H4 H5 H6 PRE TABLE IMG A BR HR CODE B STRONG I EM S DEL U MARK'.split(' '),
)

/** Elements in elements without end are opened, in one walk: everything after it would be slow with them. */
export function flatten(body: HTMLElement): void {
  const waiting: { element: Element; depth: number }[] = [{ element: body, depth: 0 }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { element, depth } = next
    if (depth === deepest) open(element)
    else for (const child of element.children) waiting.push({ element: child, depth: depth + 1 })
  }
}

function open(element: Element): void {
  if (element.firstElementChild === null) return
  const opened = element.ownerDocument.createDocumentFragment()
  const waiting: Node[] = Array.from(element.childNodes).toReversed()
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const isWrapper = isElement(node) && !texts.has(node.nodeName)
    if (isWrapper) {
      for (const child of Array.from(node.childNodes).toReversed()) waiting.push(child)
    } else opened.append(isElement(node) ? shallow(node) : node)
  }
  element.replaceChildren(opened)
}

/** Text in elements of text without end is text. */
function shallow(element: Element): Node {
  let depth = 0
  for (let inner = element.firstElementChild; inner !== null; inner = inner.firstElementChild) {
    depth += 1
    if (depth > deepest) return element.ownerDocument.createTextNode(element.textContent ?? '')
  }
  return element
}
