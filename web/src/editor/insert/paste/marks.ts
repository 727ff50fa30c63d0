import { all, hasBlocks, isElement, stylesOf, textOf, unwrap, wrapInside } from './elements.ts'

/** Marks from styles: what a person made bold, struck or marked, not what a program coloured. */
export function readMarks(body: HTMLElement, hasHighlights: boolean): void {
  for (const element of all(body, 'b, strong, i, em, u, s')) unsaid(element)
  for (const element of all(body, '[style], font')) {
    if (element.closest('pre') !== null) continue
    if (/^H[1-6]$/.test(element.nodeName) || element.closest('h1, h2, h3, h4, h5, h6, th')) {
      continue
    }
    if (!hasBlocks(element) && textOf(element) !== '') mark(element, hasHighlights)
  }
  for (const element of all(
    body,
    'h1 strong, h2 strong, h3 strong, h4 strong, h5 strong, h6 strong, h1 b, h2 b, h3 b, h4 b, h5 b, h6 b',
  )) {
    if (textOf(element) === textOf(element.closest('h1, h2, h3, h4, h5, h6') ?? element)) {
      unwrap(element)
    }
  }
  for (const element of all(body, 'a u')) unwrap(element)
  for (const element of all(body, 'q')) element.replaceWith('“', ...element.childNodes, '”')
  for (const element of all(body, 'cite, dfn, var')) wrapInside(element, 'em')
  for (const element of all(body, 'strong, b, em, i, u, s, mark, code, a')) {
    if (isElement(element) && element.textContent?.trim() === '' && element.children.length === 0) {
      if (element.closest('pre') === null) unwrap(element)
    }
  }
  for (const element of all(body, 'sup, sub')) raise(element)
  for (const element of all(body, 'strong, b, em, i, u, s, del, mark, a').toReversed()) {
    if (element.closest('pre') === null) moveSpaces(element)
  }
}

/** White space at the edge of a mark is none of it. */
function moveSpaces(element: Element): void {
  const { firstChild: first, lastChild: last } = element
  if (first?.nodeType === 3) {
    const [space = ''] = /^[\s\u00a0]+/.exec(first.textContent ?? '') ?? []
    first.textContent = (first.textContent ?? '').slice(space.length)
    if (space !== '') element.before(' ')
  }
  if (last?.nodeType === 3) {
    const [space = ''] = /[\s\u00a0]+$/.exec(last.textContent ?? '') ?? []
    last.textContent = (last.textContent ?? '').slice(0, -space.length || undefined)
    if (space !== '') element.after(' ')
  }
}

/** A tag whose style takes back what it says, as the wrapper of Google Docs. */
function unsaid(element: Element): void {
  const styles = stylesOf(element)
  const name = element.nodeName
  const isTaken =
    (/^(?:B|STRONG)$/.test(name) && /^(?:normal|[1-4]00)$/.test(styles.get('font-weight') ?? '')) ||
    (/^(?:I|EM)$/.test(name) && styles.get('font-style') === 'normal') ||
    (/^[US]$/.test(name) && styles.get('text-decoration') === 'none')
  if (isTaken || hasBlocks(element)) unwrap(element)
}

function mark(element: Element, hasHighlights: boolean): void {
  const styles = stylesOf(element)
  const decoration = `${styles.get('text-decoration') ?? ''} ${styles.get('text-decoration-line') ?? ''}`
  const isIn = (selector: string) => element.closest(selector) !== null
  const weight = styles.get('font-weight') ?? ''
  if (/^(?:bold|bolder|[6-9]00)$/.test(weight) && !isIn('b, strong')) wrapInside(element, 'strong')
  if (/^(?:italic|oblique)/.test(styles.get('font-style') ?? '') && !isIn('i, em')) {
    wrapInside(element, 'em')
  }
  if (decoration.includes('line-through') && !isIn('s, del, strike')) wrapInside(element, 's')
  const isLink = isIn('a') || element.querySelector('a') !== null
  if (decoration.includes('underline') && !isLink && !isIn('u')) wrapInside(element, 'u')
  if (hasHighlights && isHighlight(styles) && !isIn('mark, code')) wrapInside(element, 'mark')
  const position = styles.get('vertical-align')
  if ((position === 'super' || position === 'sub') && !isIn('sup, sub')) {
    wrapInside(element, position === 'super' ? 'sup' : 'sub')
  }
}

const noColour =
  /transparent|inherit|initial|none|white|#fff(?:fff)?\b|auto|unset|windowtext|rgba?\((?:255, ?255, ?255|\d+, ?\d+, ?\d+, ?0\))|var\(/

function isHighlight(styles: ReadonlyMap<string, string>): boolean {
  const colour =
    styles.get('mso-highlight') ?? styles.get('background-color') ?? styles.get('background') ?? ''
  return colour !== '' && !noColour.test(colour)
}

const superscripts = new Map(
  Array.from('0123456789+-=()ni').map((c, i) => [c, Array.from('⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ')[i] ?? c]),
)
const subscripts = new Map(
  Array.from('0123456789+-=()').map((c, i) => [c, Array.from('₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎')[i] ?? c]),
)

/** Raised and lowered digits are letters of their own; anything else stays as it reads. */
function raise(element: Element): void {
  if (element.querySelector('a, [data-node]') !== null || element.hasAttribute('data-node')) {
    return unwrap(element)
  }
  const letters = element.nodeName === 'SUP' ? superscripts : subscripts
  const text = Array.from(textOf(element).replaceAll('\u2212', '-'))
  if (text.length > 0 && text.every((letter) => letters.has(letter))) {
    element.replaceWith(text.map((letter) => letters.get(letter) ?? letter).join(''))
  } else unwrap(element)
}
