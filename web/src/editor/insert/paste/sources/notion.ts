import { calloutKindOfIcon } from '../../../../../../content/read/callout-names.ts'
import { makeCallout } from '../callouts.ts'
import { all, isElement, make, makeNode, textOf, unwrap } from '../elements.ts'
import { readDollars } from '../math.ts'
import type { Source } from '../source.ts'

/** Notion: its HTML is made of its Markdown, so what Markdown has no sign for stands in it as text. */
export const notion: Source = {
  name: 'Notion',
  detects: ({ html, types }) =>
    /notionvc:|notion\.(?:so|site)\/|class="[^"]*notion-/.test(html) ||
    types.some((type) => type.startsWith('text/_notion')),
  clean: (body) => {
    for (const time of all(body, 'time[datetime]')) readDate(time)
    for (const toggle of all(body, 'ul.toggle')) unwrapToggle(toggle)
    for (const formula of all(body, '.notion-text-equation-token, .equation')) {
      const latex = textOf(formula).replace(/^\$+|\$+$/g, '')
      if (latex !== '') formula.replaceWith(makeNode(formula, 'inlineMath', { latex }))
    }
    readDollars(body)
    for (const aside of all(body, 'aside, figure.callout, .notion-callout')) readCallout(aside)
    for (const columns of all(body, '.column-list, .column')) unwrap(columns)
    for (const bookmark of all(body, 'a.bookmark')) readBookmark(bookmark)
    for (const list of all(body, 'ul.to-do-list')) {
      for (const item of all(list, 'li')) {
        const box = item.querySelector('.checkbox')
        if (box === null) continue
        item.setAttribute('data-checked', String(box.classList.contains('checkbox-on')))
        box.remove()
      }
    }
  },
}

function unwrapToggle(toggle: Element): void {
  for (const item of Array.from(toggle.children)) unwrap(item)
  unwrap(toggle)
}

function readDate(time: Element): void {
  const date = /^\d{4}-\d\d-\d\d/.exec(time.getAttribute('datetime') ?? '')?.[0]
  if (date === undefined) unwrap(time)
  else time.replaceWith(makeNode(time, 'date', { date }, date))
}

/** The icon says the kind; one without a kind stays in the text. */
function readCallout(aside: HTMLElement): void {
  for (const icon of all(aside, '.icon, img.icon')) icon.replaceWith(`${textOf(icon)} `)
  const text = firstText(aside)
  const content = (text?.textContent ?? '').trimStart()
  const [icon] = content.match(/^\p{Extended_Pictographic}/u) ?? []
  const kind = icon === undefined ? undefined : calloutKindOfIcon(icon)
  if (text !== undefined && kind !== undefined && icon !== undefined) {
    text.textContent = content.slice(icon.length).replace(/^[\ufe0f\s]+/, '')
  }
  if (!Array.from(aside.children).some(({ nodeName }) => nodeName === 'P')) {
    const inline = Array.from(aside.childNodes).filter(
      (node) => !isElement(node) || !/^(?:UL|OL|PRE|TABLE|H\d|BLOCKQUOTE)$/.test(node.nodeName),
    )
    const paragraph = make(aside, 'p')
    aside.prepend(paragraph)
    paragraph.append(...inline)
  }
  makeCallout(aside, kind ?? 'note')
}

function firstText(element: Element): Node | undefined {
  for (const child of Array.from(element.childNodes)) {
    if (child.nodeType === 3 && (child.textContent ?? '').trim() !== '') return child
    const found = isElement(child) ? firstText(child) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

function readBookmark(bookmark: HTMLElement): void {
  const title = bookmark.querySelector('.bookmark-title')
  bookmark.replaceChildren(title === null ? textOf(bookmark) : textOf(title))
}
