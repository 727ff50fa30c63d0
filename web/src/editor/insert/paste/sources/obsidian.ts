import { calloutKindOf } from '../../../../../../content/read/callout-names.ts'
import { makeCallout, makeDetails, removeTitle } from '../callouts.ts'
import { all, make, unwrap } from '../elements.ts'
import type { Source } from '../source.ts'

/** Obsidian's reading view and what its plugins copy. */
export const obsidian: Source = {
  name: 'Obsidian',
  detects: ({ html }) =>
    /data-callout=|internal-link|data-task=|cm-hmd|obsidian:\/\/|copy-code-button/.test(html),
  clean: (body) => {
    for (const property of all(body, '.frontmatter, .metadata-container, .mod-header'))
      property.remove()
    for (const icon of all(
      body,
      '.callout-icon, .callout-fold, .collapse-icon, .collapse-indicator',
    )) {
      icon.remove()
    }
    for (const box of all(body, '.callout[data-callout]').toReversed()) readCallout(box)
    for (const link of all(body, 'a.internal-link, a.tag, a.internal-embed')) unwrap(link)
    for (const item of all(body, 'li[data-task]')) {
      const task = item.getAttribute('data-task') ?? ''
      item.setAttribute('data-checked', String(task.trim() !== ''))
    }
  },
}

function readCallout(box: Element): void {
  const kind = calloutKindOf(box.getAttribute('data-callout') ?? '') ?? 'note'
  const isFolded = box.classList.contains('is-collapsible')
  if (isFolded) {
    const title = box.querySelector('.callout-title')
    const content = make(
      box,
      'div',
      {},
      ...(box.querySelector('.callout-content')?.childNodes ?? []),
    )
    return makeDetails(box, make(box, 'summary', {}, ...(title?.childNodes ?? [])), content)
  }
  removeTitle(box, kind, '.callout-title')
  for (const inner of all(box, '.callout-content')) unwrap(inner)
  makeCallout(box, kind)
}
