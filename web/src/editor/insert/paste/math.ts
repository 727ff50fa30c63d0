import { all, isBlock, make, makeNode } from './elements.ts'

const formulas =
  '.katex-display, .katex, .katex-block, mjx-container, .MathJax_Display, .mwe-math-element, math-renderer, [data-math], script[type^="math/tex"], math, img[data-latex], img.latex'
const displays =
  '.katex-display, .katex-block, [display="true"], [display="block"], .MathJax_Display, .math-block, .math-display, .mwe-math-element-block, [type*="mode=display"], .js-display-math'

/** Formulas of KaTeX, MathJax, MathML, Wikipedia, GitHub and Gemini, each by the LaTeX that it carries. */
export function readMath(body: HTMLElement): void {
  for (const element of all(
    body,
    '.MathJax_Preview, .MathJax:not(mjx-container), .MJX_Assistive_MathML',
  )) {
    if (element.closest('.MathJax_Display') === null) element.remove()
  }
  for (const element of all(body, formulas)) {
    if (!body.contains(element)) continue
    const latex = latexOf(element)
    if (latex === undefined) continue
    const isDisplay = element.matches(displays) || element.querySelector(displays) !== null
    element.replaceWith(makeNode(element, isDisplay ? 'blockMath' : 'inlineMath', { latex }))
  }
}

function latexOf(element: Element): string | undefined {
  const annotation = element.querySelector('annotation[encoding*="tex" i]')
  const source =
    annotation?.textContent ??
    element.getAttribute('data-math') ??
    element.getAttribute('data-latex') ??
    element.querySelector('script[type^="math/tex"]')?.textContent ??
    element.querySelector('math')?.getAttribute('alttext') ??
    element.getAttribute('alttext') ??
    ownText(element) ??
    element.querySelector('img[alt]')?.getAttribute('alt')
  const latex = source === undefined || source === null ? '' : bare(source)
  return latex === '' ? undefined : latex
}

function ownText(element: Element): string | undefined {
  if (element.matches('math-renderer, script')) return element.textContent ?? ''
  return element.matches('img') ? (element.getAttribute('alt') ?? '') : undefined
}

/** Without what only says that it is a formula. */
function bare(source: string): string {
  const text = source.trim()
  const inner =
    /^\$\$([^]*)\$\$$/.exec(text)?.[1] ??
    /^\$`?([^]*?)`?\$$/.exec(text)?.[1] ??
    /^\\\[([^]*)\\\]$/.exec(text)?.[1] ??
    /^\\\(([^]*)\\\)$/.exec(text)?.[1] ??
    text
  return inner.replace(/^\{\\(?:displaystyle|textstyle) ([^]*)\}$/, '$1').trim()
}

const dollars = /\$\$([^$]+)\$\$|(?<![\w$])\$(?! )([^$\n]{1,500}?)(?<! )\$(?![\w$])/g

/** Formulas that a program writes between dollar signs in its HTML. */
export function readDollars(body: HTMLElement): void {
  const waiting: Node[] = [body]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const child of Array.from(node.childNodes)) {
      if (child.nodeType === 1 && !/^(?:PRE|CODE|A)$/.test(child.nodeName)) waiting.push(child)
      else if (child.nodeType === 3 && (child.textContent ?? '').includes('$')) replace(child)
    }
  }
}

function replace(text: Node): void {
  const source = text.textContent ?? ''
  const parts: (Node | string)[] = []
  let done = 0
  for (const match of source.matchAll(dollars)) {
    const [found, display, inline = ''] = match
    const latex = (display ?? inline).trim()
    const isAlone = display !== undefined && source.trim() === found && isBlock(text.parentNode)
    if (/^\d[\d.,]*$/.test(latex)) continue
    parts.push(source.slice(done, match.index))
    parts.push(makeNode(text, isAlone ? 'blockMath' : 'inlineMath', { latex }))
    done = match.index + found.length
  }
  if (parts.length === 0) return
  const holder = make(text, 'span', {}, ...parts, source.slice(done))
  text.parentNode?.replaceChild(holder, text)
  holder.replaceWith(...holder.childNodes)
}
