import {
  all,
  byTag,
  type Element,
  element,
  first,
  type HtmlNode,
  isElement,
  rawText,
} from '../html/tree.ts'
import type { Losses } from '../losses.ts'
import { texOf } from './formulas.ts'

/** What the conversion to HTML would leave out of a part of a document, found and put where it does not. */
export type PreparedBody = {
  /** A part with a mark in each location of a formula. */
  root: Element
  /** The words that comments stand at, by the ID of the comment. */
  quotes: ReadonlyMap<string, string>
}

const maxQuoteLength = 2000
const notes: ReadonlySet<string> = new Set(['w:rPr', 'w:pPr', 'w:del', 'w:moveFrom'])

/** `mark` is a text that the document does not have. A formula is added to `formulas`: its number is between two marks. */
export function prepareBody(
  root: Element,
  {
    hidden,
    mark,
    losses,
    formulas,
  }: { hidden: ReadonlySet<string>; mark: string; losses: Losses; formulas: Element[] },
): PreparedBody {
  const quotes = quotesOf(root)
  countChanges(root, losses)
  const change = (node: Element, isHiddenAround: boolean): Element[] => {
    const isHidden =
      isHiddenAround || (node.tag === 'w:p' && isHiddenBy(node, 'w:pPr', 'w:pStyle', hidden))
    if (node.tag === 'w:r' && (isHidden || isHiddenBy(node, 'w:rPr', 'w:rStyle', hidden))) {
      if (textOf(node) !== '') losses.lost('hidden text')
      return []
    }
    if (node.tag === 'm:oMath' || node.tag === 'm:oMathPara') {
      const isBlock = node.tag === 'm:oMathPara'
      const parts = isBlock ? all(node, byTag('m:oMath')) : [node]
      const latex = parts.map(texOf).filter((one) => one !== '')
      if (latex.length === 0) return []
      formulas.push(element(isBlock ? 'x-formula' : 'x-math', { latex: latex.join(' \\\\ ') }))
      return [run(`${mark}${formulas.length - 1}${mark}`)]
    }
    const children = node.children.flatMap((child): HtmlNode[] =>
      isElement(child) ? change(child, isHidden) : [child],
    )
    return [{ ...node, children }]
  }
  return { root: change(root, false)[0] ?? root, quotes }
}

function run(text: string): Element {
  return element('w:r', {}, [element('w:t', { 'xml:space': 'preserve' }, [text])])
}

/** The styles whose text is hidden. */
export function hiddenStyles(styles: Element): ReadonlySet<string> {
  const found = all(styles, byTag('w:style')).filter((style) => {
    const properties = style.children.find((child) => isElement(child) && child.tag === 'w:rPr')
    return isElement(properties) && isOn(first(properties, byTag('w:vanish')))
  })
  return new Set(found.map(({ attributes }) => attributes['w:styleId'] ?? ''))
}

function isHiddenBy(
  node: Element,
  propertiesTag: string,
  styleTag: string,
  hidden: ReadonlySet<string>,
): boolean {
  const properties = node.children.find((child) => isElement(child) && child.tag === propertiesTag)
  if (!isElement(properties)) return false
  const own = properties.children.filter(isElement)
  const vanish = own.find(({ tag }) => tag === 'w:vanish')
  if (vanish !== undefined) return isOn(vanish)
  const style = own.find(({ tag }) => tag === styleTag)
  return hidden.has(style?.attributes['w:val'] ?? '\0')
}

function isOn(property: Element | undefined): boolean {
  return property !== undefined && !/^(?:0|false|off)$/.test(property.attributes['w:val'] ?? '')
}

/** Text that was proposed is in the page, and text that was proposed to go is not. */
function countChanges(root: Element, losses: Losses): void {
  const count = (...tags: readonly string[]): number =>
    all(root, byTag(...tags)).filter((node) => textOf(node) !== '').length
  losses.changed('accepted change', count('w:ins', 'w:moveTo'))
  losses.changed('deletion that was tracked', count('w:del'))
}

function textOf(node: Element): string {
  return all(node, byTag('w:t', 'w:delText', 'm:t'))
    .map(rawText)
    .join('')
    .trim()
}

/** A comment that goes over paragraphs is at the words of the first. */
function quotesOf(root: Element): ReadonlyMap<string, string> {
  const open = new Map<string, string>()
  const quotes = new Map<string, string>()
  const close = (id: string): void => {
    const text = open.get(id)?.trim() ?? ''
    open.delete(id)
    if (text !== '' && !quotes.has(id)) quotes.set(id, text)
  }
  const visit = (node: Element): void => {
    const id = node.attributes['w:id'] ?? ''
    if (node.tag === 'w:commentRangeStart' && !quotes.has(id)) open.set(id, '')
    if (node.tag === 'w:commentRangeEnd') close(id)
    if (node.tag === 'w:t') {
      for (const [key, text] of open) {
        if (text.length < maxQuoteLength)
          open.set(key, (text + rawText(node)).slice(0, maxQuoteLength))
      }
    }
    if (!notes.has(node.tag)) for (const child of node.children) if (isElement(child)) visit(child)
    if (node.tag === 'w:p') for (const [key, text] of open) if (text.trim() !== '') close(key)
  }
  visit(root)
  return quotes
}
