import type { PhrasingContent } from 'mdast'
import { canCloseMath, canOpenMath } from '../math.ts'
import { verbatim } from './mdast-nodes.ts'

/**
 * Escapes the dollar signs of a line that a parser would take for a formula. Prices such as "$5 and $10" cannot be
 * one and do not change.
 */
export function withDollars(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  if (!nodes.some(hasDollar)) return [...nodes]
  return escaped(nodes, holdsMath(nodes, { opened: false }))
}

function hasDollar(node: PhrasingContent): boolean {
  if (node.type === 'text') return node.value.includes('$')
  return 'children' in node ? node.children.some(hasDollar) : false
}

function escaped(nodes: readonly PhrasingContent[], escapesAll: boolean): PhrasingContent[] {
  return nodes.flatMap((node): PhrasingContent[] => {
    if (node.type === 'text') return escapedText(node.value, escapesAll)
    return 'children' in node ? [{ ...node, children: escaped(node.children, escapesAll) }] : [node]
  })
}

function escapedText(text: string, escapesAll: boolean): PhrasingContent[] {
  const result: PhrasingContent[] = []
  let done = 0
  for (let at = text.indexOf('$'); at >= 0; at = text.indexOf('$', at + 1)) {
    const startsBlock = text.charAt(at + 1) === '$' && startsLine(text, at)
    if (!startsBlock && !(escapesAll && mayOpen(text, at))) continue
    if (at > done) result.push({ type: 'text', value: text.slice(done, at) })
    result.push(verbatim('\\$'))
    done = at + 1
  }
  if (done < text.length) result.push({ type: 'text', value: text.slice(done) })
  return result
}

function startsLine(text: string, at: number): boolean {
  let start = at
  while (start > 0 && /[ \t]/.test(text.charAt(start - 1))) start -= 1
  return start === 0 || text.charAt(start - 1) === '\n'
}

/** Whether a dollar sign that may open a formula precedes all that may close one. */
function holdsMath(nodes: readonly PhrasingContent[], seen: { opened: boolean }): boolean {
  return nodes.some((node) => {
    if (node.type === 'text') return textHoldsMath(node.value, seen)
    if ('children' in node && holdsMath(node.children, seen)) return true
    const own = JSON.stringify('children' in node ? { ...node, children: [] } : node)
    const dollars = own.split('$').length - 1
    if (dollars > 1 || (seen.opened && (dollars > 0 || node.type === 'inlineMath'))) return true
    seen.opened ||= dollars > 0
    return false
  })
}

function textHoldsMath(text: string, seen: { opened: boolean }): boolean {
  for (let at = text.indexOf('$'); at >= 0; at = text.indexOf('$', at + 1)) {
    if (seen.opened && mayClose(text, at)) return true
    seen.opened ||= mayOpen(text, at)
  }
  return false
}

// The text next to this one is unknown here, and its outermost characters may become character references: assume
// the worst for both.

function mayOpen(text: string, at: number): boolean {
  // Before a code span, a dollar sign opens the quoted form, whatever precedes it.
  if (at === text.length - 1) return true
  const before = at <= 2 ? ' ' : text.charAt(at - 1)
  const after = text.charAt(at + 1)
  // If the next dollar sign gets a backslash, this one can open again.
  return canOpenMath(before, after === '$' ? 'x' : after || 'x')
}

function mayClose(text: string, at: number): boolean {
  const before = text.charAt(at - 1)
  const isPlainSpace = before === ' ' && at > 1 && text.charAt(at - 2) !== '\n'
  const after = at >= text.length - 3 ? '' : text.charAt(at + 1)
  return before !== '\\' && canCloseMath(isPlainSpace ? ' ' : 'x', after)
}
