import {
  all,
  isElement,
  isEmpty,
  make,
  nextElement,
  stylesOf,
  textOf,
  unwrap,
} from '../elements.ts'
import { type Entry, listFrom, numberOf } from '../lists.ts'
import type { Source } from '../source.ts'
import { readNotes } from './footnotes.ts'

/** Word, and Outlook, which writes with it. */
export const word: Source = {
  name: 'Word',
  detects: ({ html }) =>
    /urn:schemas-microsoft-com:office|class="?'?Mso|mso-|name="?Generator"? content="?Microsoft/i.test(
      html,
    ),
  hasHighlights: true,
  clean: (body) => {
    readChanges(body)
    for (const list of all(body, '[style*="mso-element:comment-list"], .msocomtxt')) list.remove()
    readNotes(body, {
      reference: 'a[style*="mso-footnote-id"], a[style*="mso-endnote-id"]',
      note: '[style*="mso-element:footnote"]:not([style*="footnote-list"]), [style*="mso-element:endnote"]:not([style*="endnote-list"])',
    })
    for (const list of all(body, '[style*="footnote-list"], [style*="endnote-list"]')) {
      for (const line of all(list, 'hr, br')) line.remove()
    }
    for (const space of all(body, '[style*="mso-spacerun"], [style*="mso-tab-count"]')) {
      space.replaceWith(' ')
    }
    readHeadings(body)
    readItems(body)
    readContents(body)
    for (const element of all(body, '*')) {
      // Namespaces of Office: `o:p`, smart tags and fields of forms.
      if (element.nodeName.includes(':')) unwrap(element)
    }
  },
}

/** What was inserted stays, what was deleted is gone, and comments are no part of the text. */
function readChanges(body: HTMLElement): void {
  for (const gone of all(body, 'del, .msoDel, .MsoCommentReference, .msocomanchor')) gone.remove()
  for (const added of all(body, 'ins, .msoIns')) unwrap(added)
  for (const note of all(body, 'a[style*="mso-comment-reference"]')) unwrap(note)
}

function readHeadings(body: HTMLElement): void {
  for (const paragraph of all(body, 'p')) {
    const name = paragraph.getAttribute('class') ?? ''
    const level = /^MsoHeading(\d)$|^MsoTitle(?:CxSp\w+)?$/.exec(name)
    const outline = /mso-outline-level:\s*([1-6])/.exec(paragraph.getAttribute('style') ?? '')
    const depth = level === null ? outline?.[1] : (level[1] ?? '1')
    if (depth === undefined || isItem(paragraph)) continue
    paragraph.replaceWith(make(paragraph, `h${depth}`, {}, ...paragraph.childNodes))
  }
  for (const heading of all(body, 'h1, h2, h3, h4, h5, h6')) removeMarker(heading)
}

function isItem(element: Element): boolean {
  return /mso-list:\s*l\d+ level\d/i.test(element.getAttribute('style') ?? '')
}

/** Items are paragraphs that say their level and begin with their bullet or number. */
function readItems(body: HTMLElement): void {
  for (const first of all(body, 'p, div')) {
    if (!isItem(first) || !body.contains(first)) continue
    const run: Element[] = []
    for (
      let next: Element | null = first;
      next !== null && isItem(next);
      next = nextElement(next)
    ) {
      run.push(next)
    }
    const entries = run.map(entryOf)
    const lists = listFrom(first, entries)
    first.before(...lists)
    for (const item of run) item.remove()
  }
}

function entryOf(item: Element): Entry {
  const style = item.getAttribute('style') ?? ''
  const level = Number(/level(\d)/i.exec(style)?.[1] ?? 1)
  const numbered = numberOf(removeMarker(item))
  return {
    level,
    content: Array.from(item.childNodes),
    ...(numbered === undefined ? {} : numbered),
  }
}

/** The bullet or number, which Word asks all others to ignore. */
function removeMarker(item: Element): string {
  const marker = all(item, '[style*="mso-list"]').find((element) =>
    /ignore/i.test(stylesOf(element).get('mso-list') ?? ''),
  )
  if (marker === undefined) return ''
  const text = textOf(marker)
  let outer: Element = marker
  while (outer.parentElement !== item && outer.parentElement !== null) {
    if (textOf(outer.parentElement) !== text) break
    outer = outer.parentElement
  }
  outer.remove()
  return text
}

/** A table of contents is made anew by the outline. */
function readContents(body: HTMLElement): void {
  for (const entry of all(body, 'p[class^="MsoToc"], p[class^="MsoTOC"]')) entry.remove()
  for (const caption of all(body, 'p.MsoCaption')) {
    if (isElement(caption) && isEmpty(caption)) caption.remove()
  }
}
