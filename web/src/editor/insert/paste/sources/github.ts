import { calloutKindOf } from '../../../../../../content/read/callout-names.ts'
import { makeCallout } from '../callouts.ts'
import { all, make, textOf, unwrap } from '../elements.ts'
import type { Source } from '../source.ts'
import { readNotes } from './footnotes.ts'

/** GitHub's pages, issues and files; GitLab and Forgejo write nearly the same. */
export const github: Source = {
  name: 'GitHub',
  detects: ({ html }) =>
    /markdown-alert|markdown-body|markdown-heading|highlight-source-|user-mention|issue-link|task-list-item|contains-task-list|data-footnote|clipboard-copy|react-code|blob-code|data-hovercard|gfm|math-renderer/.test(
      html,
    ),
  clean: (body) => {
    for (const anchor of all(body, 'a.anchor, clipboard-copy, .zeroclipboard-container')) {
      if (textOf(anchor) === '') anchor.remove()
    }
    for (const alert of all(body, '.markdown-alert')) {
      const name = /markdown-alert-(\w+)/.exec(alert.getAttribute('class') ?? '')?.[1] ?? ''
      alert.querySelector('.markdown-alert-title')?.remove()
      makeCallout(alert, calloutKindOf(name) ?? 'note')
    }
    for (const emoji of all(body, 'g-emoji, gl-emoji')) emoji.replaceWith(textOf(emoji))
    readNotes(body, {
      reference: 'a[data-footnote-ref], sup.footnote-ref a',
      note: 'section[data-footnotes] li, .footnotes li',
    })
    for (const section of all(body, 'section[data-footnotes], section.footnotes')) {
      for (const heading of all(section, 'h2, hr')) heading.remove()
    }
    for (const wrapper of all(body, '.markdown-heading, task-lists, markdown-accessiblity-table')) {
      unwrap(wrapper)
    }
    readFile(body)
  },
}

/** Lines of a file, each an element of its own. */
function readFile(body: HTMLElement): void {
  const lines = all(body, '.react-file-line, .react-code-line-contents, [data-code-text]')
  const [first] = lines
  if (first === undefined || first.closest('pre, table') !== null) return
  const text = lines.map((line) => line.getAttribute('data-code-text') ?? line.textContent ?? '')
  const code = make(first, 'code')
  code.textContent = text.map((line) => line.replace(/\n$/, '')).join('\n')
  first.before(make(first, 'pre', {}, code))
  for (const line of lines) line.remove()
}
