import { all, isElement, make, stylesOf, textOf, unwrap } from './elements.ts'

const box = 'input[type="checkbox"]'
const written = /^[\s\u00a0]*(?:\[([ xX\u00a0]?)\](?=[\s\u00a0])|([☐☑☒✅✔⬜🔲]))\ufe0f?[\s\u00a0]*/u

/** Items with a box, however a program draws it. */
export function readTasks(body: HTMLElement): void {
  for (const item of all(body, 'li')) {
    const isChecked = checkedOf(item)
    if (isChecked === undefined) continue
    item.setAttribute('data-checked', String(isChecked))
    if (isChecked) removeStrike(item)
  }
  readParagraphs(body)
  for (const input of all(body, 'input')) input.remove()
}

function checkedOf(item: Element): boolean | undefined {
  const input = ownInput(item)
  if (input !== undefined) {
    const isChecked = input.hasAttribute('checked') || input.getAttribute('aria-checked') === 'true'
    removeBox(input)
    return isChecked
  }
  const own =
    item.getAttribute('data-checked') ??
    item.getAttribute('aria-checked') ??
    item.querySelector(':scope > [role="checkbox"]')?.getAttribute('aria-checked')
  if (own !== null && own !== undefined) return own === 'true'
  return writtenBox(item)
}

function ownInput(item: Element): Element | undefined {
  const [first] = all(item, box)
  return first?.closest('li') === item ? first : undefined
}

function removeBox(input: Element): void {
  const label = input.closest('label')
  input.remove()
  if (label !== null) unwrap(label)
}

/** The text `[ ]` or a drawn box at the start of an element, which is removed. */
function writtenBox(element: Element): boolean | undefined {
  const text = firstText(element)
  const match = written.exec(text?.textContent ?? '')
  if (text === undefined || match === null) return undefined
  text.textContent = (text.textContent ?? '').slice(match[0].length)
  return match[1] === undefined ? /[☑☒✅✔]/u.test(match[2] ?? '') : /x/i.test(match[1])
}

function firstText(element: Element): Node | undefined {
  for (const child of Array.from(element.childNodes)) {
    if (child.nodeType === 3 && (child.textContent ?? '').trim() !== '') return child
    if (isElement(child) && textOf(child) !== '') {
      return /^(?:UL|OL|PRE|TABLE|CODE)$/.test(child.nodeName) ? undefined : firstText(child)
    }
  }
  return undefined
}

/** Paragraphs with a box before them are a list of tasks, too. */
function readParagraphs(body: HTMLElement): void {
  for (const paragraph of all(body, 'p, div, label')) {
    if (paragraph.closest('li, table, pre, label label') !== null) continue
    if (paragraph.querySelector('p, div, li, table, label') !== null) continue
    const input = paragraph.querySelector(box)
    if (input !== null) input.remove()
    const isChecked = input === null ? writtenBox(paragraph) : input.hasAttribute('checked')
    if (isChecked === undefined) continue
    const item = make(
      paragraph,
      'li',
      { 'data-checked': String(isChecked) },
      ...paragraph.childNodes,
    )
    const before = paragraph.previousElementSibling
    if (before?.nodeName === 'UL' && before.hasAttribute('data-boxes')) {
      before.append(item)
      paragraph.remove()
    } else paragraph.replaceWith(make(paragraph, 'ul', { 'data-boxes': '' }, item))
  }
}

/** A program strikes what is done; here the box says so. */
function removeStrike(item: Element): void {
  for (const element of all(item, 's, del, strike, span, p')) {
    if (element.closest('li') !== item || textOf(element) !== textOf(firstBlock(item))) continue
    if (/^(?:S|DEL|STRIKE)$/.test(element.nodeName)) unwrap(element)
    else if (/line-through/.test(stylesOf(element).get('text-decoration') ?? '')) {
      element.setAttribute(
        'style',
        (element.getAttribute('style') ?? '').replaceAll('line-through', 'none'),
      )
    }
  }
}

/** The text of an item without the lists in it. */
function firstBlock(item: Element): Node {
  const copy = item.cloneNode(true)
  if (isElement(copy)) for (const list of all(copy, 'ul, ol')) list.remove()
  return copy
}
