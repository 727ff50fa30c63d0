import {
  all,
  blockTags,
  hasBlocks,
  isBlock,
  isEmpty,
  make,
  rename,
  unwrap,
  wrapInside,
} from './elements.ts'

/** Paragraphs as a person sees them: no empty ones, and a line of its own for each two line ends. */
export function readBlocks(body: HTMLElement): void {
  for (const term of all(body, 'dt')) wrapInside(rename(term, 'p'), 'strong')
  for (const heading of all(body, '[role="heading"][aria-level]')) {
    const level = Math.min(6, Math.max(1, Number(heading.getAttribute('aria-level')) || 1))
    if (!/^H[1-6]$/.test(heading.nodeName)) rename(heading, `h${level}`)
  }
  for (const heading of all(body, 'h1, h2, h3, h4, h5, h6')) readHeading(heading)
  for (const breakLine of all(body, 'br')) {
    trimAround(breakLine)
    if (breakLine.closest('td, th, pre, h1, h2, h3, h4, h5, h6, summary') === null) split(breakLine)
  }
  for (const end of all(body, 'br')) {
    const isLast = nothingBetween(end, 'nextSibling')
    if (isLast && end.closest('pre') === null) end.remove()
  }
  for (const block of all(
    body,
    'p, div, h1, h2, h3, h4, h5, h6, blockquote, section, article',
  ).toReversed()) {
    if (isEmpty(block) && block.closest('[data-node], pre') === null) block.remove()
  }
  for (const holder of [body, ...all(body, holders)]) wrapRuns(holder)
  for (const text of all(body, 'p, li, td, th')) trim(text)
}

const holders = 'li, td, th, blockquote, div, section, article, main, dd'

/** Text beside blocks is a paragraph of its own. */
function wrapRuns(holder: Element): void {
  const children = Array.from(holder.childNodes)
  if (!children.some(isBlock)) return
  let run: HTMLElement | undefined
  for (const child of children) {
    if (isBlock(child)) run = undefined
    else if (run !== undefined) run.append(child)
    else if (!isEmpty(child)) {
      run = make(holder, 'p')
      child.replaceWith(run)
      run.append(child)
    } else child.remove()
  }
}

function readHeading(heading: HTMLElement): void {
  if (heading.closest('[data-node="footnoteDefinition"], th, td') !== null) rename(heading, 'p')
  if (!hasBlocks(heading)) return
  for (const block of all(heading, blockTags.join(','))) unwrap(block)
}

function nothingBetween(node: Node, side: 'nextSibling' | 'previousSibling'): boolean {
  for (let next = node[side]; next !== null; next = next[side]) {
    if (isBlock(next)) return true
    if (!isEmpty(next) || next.nodeName === 'BR') return false
  }
  const parent = node.parentNode
  return parent === null || isBlock(parent) || parent.nodeName === 'BODY'
    ? true
    : nothingBetween(parent, side)
}

/** Two line ends in a row part a paragraph. */
function split(line: Element): void {
  const gaps: ChildNode[] = []
  let next = line.nextSibling
  while (next !== null && (next.nodeName === 'BR' || (isEmpty(next) && !isBlock(next)))) {
    gaps.push(next)
    next = next.nextSibling
  }
  if (!gaps.some(({ nodeName }) => nodeName === 'BR')) return
  for (const gap of gaps) gap.remove()
  const parent = line.parentElement
  if (parent === null) return
  const rest = make(line, 'p')
  while (line.nextSibling !== null && !isBlock(line.nextSibling)) rest.append(line.nextSibling)
  if (parent.nodeName === 'P') parent.after(rest)
  else if (isBlock(parent) || parent.nodeName === 'BODY') line.after(rest)
  else line.after(...rest.childNodes)
  line.remove()
}

function trimAround(line: Element): void {
  const { previousSibling: before, nextSibling: after } = line
  if (line.closest('pre') !== null) return
  if (before?.nodeType === 3) before.textContent = (before.textContent ?? '').replace(/\s+$/, '')
  if (after?.nodeType === 3) after.textContent = (after.textContent ?? '').replace(/^\s+/, '')
}

function trim(paragraph: Element): void {
  const first = paragraph.firstChild
  const last = paragraph.lastChild
  if (first?.nodeType === 3)
    first.textContent = (first.textContent ?? '').replace(/^[\s\u00a0]+/, '')
  if (last?.nodeType === 3) last.textContent = (last.textContent ?? '').replace(/[\s\u00a0]+$/, '')
}
