import { languageFrom, replaceByCode, codeText } from '../code.ts'
import { all, make, textOf, unwrap } from '../elements.ts'
import type { Source } from '../source.ts'

const citations =
  '[data-testid="webpage-citation-pill"], source-footnote, sources-carousel-inline, .citation, [data-testid*="citation"], response-element sup'

/** Answers of ChatGPT, Claude, Gemini and Copilot: code below a bar with its language, and small citations. */
export const assistants: Source = {
  name: 'Chat answers',
  detects: ({ html }) =>
    /data-start=|contain-inline-size|<code-block|response-element|font-claude|code-block__code|standard-markdown|data-testid="webpage-citation|sources-carousel|data-message-author/.test(
      html,
    ),
  clean: (body) => {
    for (const citation of all(body, citations)) readCitation(citation)
    for (const block of all(body, 'code-block, .code-block')) readBlock(block)
    for (const pre of all(body, 'pre')) readPre(pre)
    for (const bar of all(body, '.group\\/copy, [class*="group/copy"]')) readClaude(bar)
    for (const wrapper of all(body, 'response-element, link-block, table-block, message-content')) {
      unwrap(wrapper)
    }
  },
}

/** The page that an answer cites is a link; a number alone leads nowhere outside of the chat. */
function readCitation(citation: HTMLElement): void {
  const link = citation.matches('a') ? citation : citation.querySelector('a[href^="http"]')
  if (link === null) return citation.remove()
  const href = link.getAttribute('href') ?? ''
  const text = textOf(link)
    .replace(/\+\d+$/, '')
    .trim()
  const name = text || (URL.canParse(href) ? new URL(href).hostname : href)
  citation.replaceWith(' ', make(citation, 'a', { href }, name))
}

function readBlock(block: HTMLElement): void {
  const code = block.querySelector('pre')
  if (code === null) return
  const bar = block.querySelector('.code-block-decoration')
  const name = bar?.querySelector('span')?.textContent ?? ''
  replaceByCode(block, codeText(code), name === '' ? undefined : languageFrom(name))
}

/** ChatGPT has the bar in the `pre`. */
function readPre(pre: HTMLElement): void {
  const code = pre.querySelector('code')
  if (code === null || textOf(code) === textOf(pre)) return
  const language = /language-([\w+#-]+)/.exec(code.getAttribute('class') ?? '')?.[1]
  const bar = all(pre, 'div').find(
    (box) => !box.contains(code) && /^[\w+#. -]{1,20}$/.test(ownText(box)),
  )
  const name = language ?? (bar === undefined ? '' : ownText(bar))
  replaceByCode(pre, codeText(code), name === '' ? undefined : languageFrom(name))
}

function ownText(box: Element): string {
  return Array.from(box.childNodes)
    .filter((node) => node.nodeType === 3 || node.nodeName === 'SPAN')
    .map(textOf)
    .join('')
}

/** Claude has it before the `pre`. */
function readClaude(group: HTMLElement): void {
  const pre = group.querySelector('pre')
  if (pre === null) return
  const code = pre.querySelector('code') ?? pre
  const bar = Array.from(group.children).find(
    (box) => !box.contains(pre) && /^[\w+#.-]{1,20}$/.test(textOf(box)),
  )
  const language =
    /language-([\w+#-]+)/.exec(code.getAttribute('class') ?? '')?.[1] ?? (bar && textOf(bar))
  replaceByCode(group, codeText(code), language ? languageFrom(language) : undefined)
}
