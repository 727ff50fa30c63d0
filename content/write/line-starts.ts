import type { PhrasingContent } from 'mdast'
import { startsHtmlBlock } from './html-form.ts'
import { verbatim } from './mdast-nodes.ts'

/** An underline without a heading is not a block in Markdown and would be lost. */
export const guard = verbatim('<u></u>')

/** Protects inline HTML at the start of a line, where it would turn the following text into an HTML block. */
export function guarded(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  return nodes.flatMap((node, index) => {
    if (node.type !== 'html' || !startsLine(nodes[index - 1])) return [node]
    const isAlone = index === 0 && !node.value.includes('\n') && endsLine(nodes[1], nodes[2])
    return isAlone || startsHtmlBlock(node.value) ? [guard, node] : [node]
  })
}

function startsLine(previous: PhrasingContent | undefined): boolean {
  if (previous?.type === 'text') return /\n\s*$/.test(previous.value)
  return previous === undefined || previous.type === 'break'
}

function endsLine(next: PhrasingContent | undefined, afterNext: unknown): boolean {
  if (next?.type !== 'text') return next === undefined
  return /^\s*\n/.test(next.value) || (next.value.trim() === '' && afterNext === undefined)
}
