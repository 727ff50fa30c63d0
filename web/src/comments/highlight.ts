import { findQuotes, type Quoted } from './find-quotes.ts'

const name = 'quire-comments'
const activeName = 'quire-comment-active'

/** The texts that comments are about, as ranges of what is on the screen. */
export function rangesOf(root: Element, quotes: readonly Quoted[]): Map<string, Range> {
  const blocks = [...root.children].map(readBlock)
  const ranges = new Map<string, Range>()
  for (const { id, from, to } of findQuotes(
    blocks.map(({ text }) => text),
    quotes,
  )) {
    const start = blocks[from.block - 1]?.nodeAt(from.at, 'start')
    const end = blocks[to.block - 1]?.nodeAt(to.at, 'end')
    if (start === undefined || end === undefined) continue
    const range = document.createRange()
    range.setStart(start.node, start.at)
    range.setEnd(end.node, end.at)
    ranges.set(id, range)
  }
  return ranges
}

/**
 * Marks them by the browser's own highlights: the page's elements, which are the editor's, stay as they
 * are. A browser without highlights shows none, and the comments still say what they are about.
 */
export function showRanges(ranges: ReadonlyMap<string, Range>, activeId: string | null): void {
  if (!('highlights' in CSS)) return
  const active = activeId === null ? undefined : ranges.get(activeId)
  CSS.highlights.set(name, new Highlight(...ranges.values()))
  CSS.highlights.set(activeName, active === undefined ? new Highlight() : new Highlight(active))
}

export function clearRanges(): void {
  if (!('highlights' in CSS)) return
  CSS.highlights.delete(name)
  CSS.highlights.delete(activeName)
}

type Spot = { node: Text; at: number }

function readBlock(element: Element) {
  const nodes: { node: Text; from: number }[] = []
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  let text = ''
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    // SAFETY: the walker shows nothing but text.
    nodes.push({ node: node as Text, from: text.length })
    text += node.nodeValue ?? ''
  }
  const nodeAt = (at: number, edge: 'start' | 'end'): Spot | undefined => {
    // A start belongs to the text after it, an end to the text before.
    const found = nodes.findLast(({ from }) => (edge === 'start' ? from <= at : from < at))
    return found && { node: found.node, at: Math.min(at - found.from, found.node.length) }
  }
  return { text, nodeAt }
}
