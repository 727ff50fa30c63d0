// Runs in the page, so it imports nothing but types. `elements.ts` sends it there, after Testing Library.
import type { Box, InPage, Look, Point, Step, Words } from './steps.ts'

type Names = { name?: (name: string) => boolean; exact?: boolean }
declare const TestingLibraryDom: {
  queryAllByRole: (container: Element, role: string, options: Names) => Element[]
  queryAllByLabelText: (container: Element, matcher: (label: string) => boolean) => Element[]
}

export const inPage: InPage = { look, pointOf, boxOf, focusOn, fillIn, choose, readAll }

/** All elements at the end of these steps, in the order of the document. */
function find(steps: readonly Step[], root: Element = document.documentElement): Element[] {
  let found = [root]
  for (const step of steps) {
    if (step.by === 'nth') found = found.slice(step.index).slice(0, 1)
    else if (step.by === 'filter') found = found.filter((element) => passes(element, step))
    else found = [...new Set(found.flatMap((element) => query(element, step)))]
  }
  return found
}

function look(steps: readonly Step[]): Look {
  const [first, ...others] = find(steps)
  if (first === undefined) return { count: 0, isVisible: false }
  return { count: others.length + 1, isVisible: isShown(first) }
}

/** The one element, or why there is not one. */
function one(steps: readonly Step[]): HTMLElement | string {
  const [element, ...others] = find(steps)
  if (others.length > 0) return `${others.length + 1} elements`
  return element instanceof HTMLElement ? element : 'no element'
}

async function pointOf(
  steps: readonly Step[],
  offset: Point | null,
  isForced: boolean,
): Promise<Point | string> {
  const element = one(steps)
  if (typeof element === 'string') return element
  if (!isShown(element)) return 'a hidden element'
  if (!isForced && element.matches(':disabled, [aria-disabled="true"]')) return 'a disabled element'
  const before = middleOf(element, offset)
  if (before.x < 0 || before.y < 0 || before.x > innerWidth || before.y > innerHeight) {
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
  }
  const [first, second] = [await nextFrame(element, offset), await nextFrame(element, offset)]
  if (first.x !== second.x || first.y !== second.y) return 'an element that moves'
  const top = document.elementFromPoint(second.x, second.y)
  const isReached = top !== null && (element.contains(top) || labelOf(element)?.contains(top))
  return isForced || isReached === true ? second : `below ${top?.outerHTML.slice(0, 80)}`
}

function boxOf(steps: readonly Step[]): Box | null {
  const element = one(steps)
  if (typeof element === 'string') return null
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x, y, width, height }
}

/** Gives an element the focus, as the keys that follow need it. */
function focusOn(steps: readonly Step[]): string {
  const element = one(steps)
  if (typeof element === 'string') return element
  if (!isShown(element) || element.matches(':disabled')) return 'an element without focus'
  element.focus()
  return ''
}

function fillIn(steps: readonly Step[], text: string): string {
  const refusal = focusOn(steps)
  if (refusal !== '') return refusal
  const field = document.activeElement
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select()
  else document.execCommand('selectAll')
  if (text === '') document.execCommand('delete')
  else document.execCommand('insertText', false, text)
  return ''
}

function choose(steps: readonly Step[], value: string): string {
  const field = one(steps)
  if (typeof field === 'string') return field
  if (!(field instanceof HTMLSelectElement)) return 'no select'
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
  return ''
}

function readAll(steps: readonly Step[], property: string): unknown[] {
  return find(steps).map((element): unknown => Reflect.get(element, property))
}

function query(root: Element, step: Exclude<Step, { by: 'nth' | 'filter' }>): Element[] {
  if (step.by === 'css') return [...root.querySelectorAll(step.selector)]
  if (step.by === 'label') {
    return TestingLibraryDom.queryAllByLabelText(root, (label) => matches(label, step.words))
  }
  if (step.by === 'text') return byText(root, step.words)
  const { role, name } = step
  const options = name === undefined ? {} : { name: (found: string) => matches(found, name) }
  return TestingLibraryDom.queryAllByRole(root, role, options)
}

/** The innermost elements with this text. */
function byText(root: Element, words: Words): Element[] {
  const isText = (element: Element) =>
    !['SCRIPT', 'STYLE', 'HEAD', 'NOSCRIPT'].includes(element.tagName) &&
    matches(element.textContent, words)
  return [...root.querySelectorAll('*')].filter(
    (element) => isText(element) && ![...element.children].some(isText),
  )
}

function passes(element: Element, { hasText, has }: Extract<Step, { by: 'filter' }>): boolean {
  if (hasText !== undefined && !matches(element.textContent, hasText)) return false
  return has === undefined || find(has, element).length > 0
}

function matches(text: string, words: Words): boolean {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if ('source' in words) return new RegExp(words.source, words.flags).test(line)
  if (words.isExact) return line === words.text
  return line.toLowerCase().includes(words.text.toLowerCase())
}

function isShown(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect()
  return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true })
}

function labelOf(element: Element): Element | null {
  return element instanceof HTMLInputElement ? (element.labels?.item(0) ?? null) : null
}

function middleOf(element: Element, offset: Point | null): Point {
  const { x, y, width, height } = element.getBoundingClientRect()
  if (offset !== null) return { x: x + offset.x, y: y + offset.y }
  return { x: x + width / 2, y: y + height / 2 }
}

function nextFrame(element: Element, offset: Point | null): Promise<Point> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => resolve(middleOf(element, offset)))
  })
}
