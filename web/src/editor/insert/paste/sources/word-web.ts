import { all, nextElement, rename, unwrap } from '../elements.ts'
import { type Entry, listFrom } from '../lists.ts'
import type { Source } from '../source.ts'

const wrapper = '.OutlineElement, .ListContainerWrapper, .TableContainer, [class*="SCXW"]'

/** Word, OneNote and Outlook in the browser: every item is a list of its own. */
export const wordWeb: Source = {
  name: 'Word for the web',
  detects: ({ html }) => /SCX[OW]\d|data-ccp-props|TextRun /.test(html),
  hasHighlights: true,
  clean: (body) => {
    for (const end of all(body, '.EOP, .TabChar, .LineBreakBlob')) end.remove()
    for (const heading of all(body, 'p[role="heading"]')) {
      const level = Number(heading.getAttribute('aria-level')) || 1
      rename(heading, `h${Math.min(6, level)}`)
    }
    for (const box of all(body, 'div, span')) {
      if (box.matches(wrapper) && !box.hasAttribute('style')) unwrap(box)
    }
    for (const box of all(body, 'div.OutlineElement, div.ListContainerWrapper')) unwrap(box)
    for (const list of all(body, 'ul, ol')) {
      if (body.contains(list) && isFlat(list)) join(list)
    }
  },
}

function isFlat(list: Element): boolean {
  return list.querySelector(':scope > li[data-aria-level]') !== null
}

/** The lists that follow each other, as one list by the level of their items. */
function join(first: Element): void {
  const run: Element[] = []
  for (let next: Element | null = first; next !== null && isFlat(next); next = nextElement(next)) {
    run.push(next)
  }
  const entries = run.flatMap((list) => Array.from(list.children, (item) => entryOf(list, item)))
  const lists = listFrom(first, entries)
  first.before(...lists)
  for (const list of run) list.remove()
}

function entryOf(list: Element, item: Element): Entry {
  const content = Array.from(item.childNodes)
  const level = Number(item.getAttribute('data-aria-level')) || 1
  const number = Number(item.getAttribute('data-aria-posinset') ?? list.getAttribute('start')) || 1
  const isBox = /[☐☑☒]/.test(item.getAttribute('data-leveltext') ?? '')
  const checked = isBox ? item.getAttribute('aria-checked') === 'true' : undefined
  if (list.nodeName === 'OL') return { level, content, number }
  return { level, content, ...(checked === undefined ? {} : { checked }) }
}
