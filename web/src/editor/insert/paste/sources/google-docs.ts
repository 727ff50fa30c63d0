import { isMonospace, replaceByCode } from '../code.ts'
import { all, make, nextElement, stylesOf, textOf, unwrap } from '../elements.ts'
import type { Source } from '../source.ts'
import { readNotes } from './footnotes.ts'

/** Google Docs: everything in a wrapper that is not bold, and styles for all that tags could say. */
export const googleDocs: Source = {
  name: 'Google Docs',
  detects: ({ html }) => /docs-internal-guid|docs\.google\.com\/document/.test(html),
  hasHighlights: true,
  clean: (body) => {
    for (const wrapper of all(body, 'b[id^="docs-internal-guid"]')) unwrap(wrapper)
    for (const box of all(body, 'img[aria-roledescription="checkbox"]')) box.remove()
    readNotes(body, {
      reference: 'a[href^="#ftnt"]:not([href^="#ftnt_ref"])',
      note: 'div:has(> p > a[href^="#ftnt_ref"])',
    })
    for (const title of all(body, 'p')) {
      const size = Number.parseFloat(
        stylesOf(title.firstElementChild ?? title).get('font-size') ?? '',
      )
      const isTitle = size >= 24 && title.firstElementChild?.nodeName === 'SPAN'
      if (isTitle && title === body.querySelector('p, h1, h2, li')) {
        title.replaceWith(make(title, 'h1', {}, ...title.childNodes))
      }
    }
    readCode(body)
  },
}

/** Google Docs has no code: what is set in its letters is meant as such. */
function readCode(body: HTMLElement): void {
  for (const span of all(body, 'span')) {
    const font = stylesOf(span).get('font-family') ?? ''
    if (isMonospace(font) && textOf(span) !== '' && span.querySelector('br') === null) {
      span.replaceWith(make(span, 'code', {}, ...span.childNodes))
    }
  }
  for (const first of all(body, 'p')) {
    if (!body.contains(first) || !isCode(first) || first.closest('li, td, th') !== null) continue
    const run: Element[] = []
    for (
      let next: Element | null = first;
      next !== null && isCode(next);
      next = nextElement(next)
    ) {
      run.push(next)
    }
    if (run.length < 2) continue
    const text = run.map((line) => (line.textContent ?? '').replaceAll('\u00a0', ' ')).join('\n')
    for (const line of run.slice(1)) line.remove()
    replaceByCode(first, text, undefined)
  }
}

function isCode(paragraph: Element): boolean {
  const codes = all(paragraph, 'code').map((code) => code.textContent ?? '')
  const text = paragraph.textContent ?? ''
  return paragraph.nodeName === 'P' && text.trim() !== '' && codes.join('') === text
}
