import { type CalloutKind, calloutKindOf } from '../../../../../content/read/callout-names.ts'
import { all, make, makeNode, rename, textOf, unwrap, wrapInside } from './elements.ts'

export function makeCallout(element: Element, kind: CalloutKind): void {
  const content = element.childNodes.length > 0 ? [...element.childNodes] : [make(element, 'p')]
  element.replaceWith(makeNode(element, 'callout', { kind }, ...content))
}

const alert = /^\s*\[!(\w+)\][ \t]*[-+]?\s*/

/** Boxes of documentation sites, and quotes that start with `[!NOTE]`. */
export function readCallouts(body: HTMLElement): void {
  for (const box of all(body, '.admonition, .admonitionblock, .theme-admonition, .custom-block')) {
    const classes = (box.getAttribute('class') ?? '').split(/[\s_-]+/)
    const kind = classes.map(calloutKindOf).find((found) => found !== undefined)
    if (kind === undefined) continue
    removeTitle(box, kind, '.admonition-title, .custom-block-title, [class*="admonitionHeading"]')
    makeCallout(box, kind)
  }
  for (const quote of all(body, 'blockquote')) {
    const match = alert.exec(quote.textContent ?? '')
    const kind = calloutKindOf(match?.[1] ?? '')
    if (match === null || kind === undefined) continue
    if (removeStart(quote, match[0].trim())) makeCallout(quote, kind)
  }
  for (const aside of all(body, 'aside')) {
    if (textOf(aside) === '') aside.remove()
  }
}

/** Only a title that says more than its kind stays. */
export function removeTitle(box: Element, kind: string, selector: string): void {
  const title = box.querySelector(selector)
  if (title === null) return
  for (const picture of all(title, 'svg, img')) picture.remove()
  for (const block of all(title, 'div, p')) unwrap(block)
  const text = textOf(title)
  if (text === '' || calloutKindOf(text) === kind || text.toLowerCase() === kind) title.remove()
  else wrapInside(rename(title, 'p'), 'strong')
}

function removeStart(element: Element, start: string): boolean {
  const [text] = firstTexts(element)
  const value = text?.textContent ?? ''
  const index = value.indexOf(start)
  if (text === undefined || index < 0) return false
  text.textContent = value.slice(index + start.length).trimStart()
  const next = text.nextSibling
  if (text.textContent === '' && next?.nodeName === 'BR') next.remove()
  return true
}

function firstTexts(element: Element): Node[] {
  const texts: Node[] = []
  const walk = (node: Node) => {
    for (const child of Array.from(node.childNodes)) {
      if (texts.length > 0) return
      if (child.nodeType === 3 && (child.textContent ?? '').trim() !== '') texts.push(child)
      else walk(child)
    }
  }
  walk(element)
  return texts
}

/** What opens and closes: a title of one line, and its blocks. */
export function readDetails(body: HTMLElement): void {
  for (const details of all(body, 'details').toReversed()) {
    const summary = details.querySelector(':scope > summary')
    const title = make(details, 'summary', {}, ...(summary?.childNodes ?? []))
    summary?.remove()
    for (const block of all(title, 'p, div, h1, h2, h3, h4, h5, h6')) unwrap(block)
    const content = make(details, 'div', {}, ...details.childNodes)
    if (content.childNodes.length === 0) content.append(make(details, 'p'))
    makeDetails(details, title, content)
  }
}

export function makeDetails(element: Element, title: HTMLElement, content: HTMLElement): void {
  content.setAttribute('data-node', 'detailsContent')
  content.setAttribute('data-type', 'detailsContent')
  const isOpen = element.hasAttribute('open')
  element.replaceWith(make(element, 'details', isOpen ? { open: '' } : {}, title, content))
}
