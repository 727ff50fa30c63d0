import { all, make, stylesOf, textOf, unwrap } from '../elements.ts'
import type { Source } from '../source.ts'

/** Apple Notes, Pages, TextEdit and Mail write through Cocoa. */
export const apple: Source = {
  name: 'Apple',
  detects: ({ html }) =>
    /Cocoa HTML Writer|Apple-converted-space|Apple-interchange|class="p1"/.test(html),
  hasHighlights: true,
  clean: (body) => {
    for (const gap of all(body, '.Apple-interchange-newline')) gap.remove()
    for (const space of all(body, '.Apple-converted-space')) {
      space.replaceWith((space.textContent ?? '').replaceAll('\u00a0', ' '))
    }
    for (const tab of all(body, '.Apple-tab-span')) tab.replaceWith(' ')
    for (const paragraph of all(body, 'p')) readTitle(paragraph)
    for (const item of all(body, 'li')) {
      if (/checked/i.test(item.getAttribute('class') ?? '')) {
        const isOpen = /unchecked/i.test(item.getAttribute('class') ?? '')
        item.setAttribute('data-checked', String(!isOpen))
      }
    }
  },
}

/** Notes and Pages have titles only as large, bold letters. */
function readTitle(paragraph: Element): void {
  const bold = paragraph.querySelector('b, strong')
  const holder = bold?.closest('span, font') ?? bold?.querySelector('span, font') ?? bold
  if (!bold || !holder || textOf(bold) !== textOf(paragraph) || textOf(paragraph) === '') return
  const size = Number.parseFloat(
    stylesOf(holder).get('font-size') ??
      /(\d+)(?:\.\d+)?px/.exec(stylesOf(holder).get('font') ?? '')?.[1] ??
      '',
  )
  const level = size >= 24 ? 1 : size >= 18 ? 2 : size >= 15 ? 3 : undefined
  if (level === undefined) return
  unwrap(bold)
  paragraph.replaceWith(make(paragraph, `h${level}`, {}, ...paragraph.childNodes))
}
