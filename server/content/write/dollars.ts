import type { PhrasingContent, Text } from 'mdast'
import { canCloseMath, canOpenMath } from '../math.ts'
import type { ContentNode } from '../node.ts'
import { verbatim } from './mdast-nodes.ts'

/**
 * Whether the dollars in the text of a block could be read as a formula. Prices such as "$5 and $10"
 * cannot, and are left as they are. What stands beside a node is unknown here, so it counts as the
 * worst.
 */
export function holdsMath(nodes: readonly ContentNode[]): boolean {
  let opened = false
  for (const node of nodes) {
    const isText = node.type === 'text' && node.marks?.some((mark) => mark.type === 'code') !== true
    const text = isText ? (node.text ?? '') : ''
    const others = JSON.stringify(isText ? (node.marks ?? []) : node)
    for (let at = text.indexOf('$'); at >= 0; at = text.indexOf('$', at + 1)) {
      if (opened && mayClose(text, at)) return true
      opened ||= mayOpen(text, at)
    }
    if (!others.includes('$')) continue
    if (opened) return true
    opened = true
  }
  return false
}

function mayOpen(text: string, at: number): boolean {
  const before = at === 0 ? ' ' : text.charAt(at - 1)
  return canOpenMath(before, text.charAt(at + 1) || 'x')
}

function mayClose(text: string, at: number): boolean {
  const before = text.charAt(at - 1)
  const isPlainSpace = before === ' ' && at > 1 && text.charAt(at - 2) !== '\n'
  return canCloseMath(isPlainSpace ? ' ' : 'x', text.charAt(at + 1)) && before !== '\\'
}

/** A text as mdast, with those dollars escaped that would open a formula. */
export function textWithDollars(text: string, escapes: boolean): PhrasingContent[] {
  const result: PhrasingContent[] = []
  let done = 0
  for (let at = text.indexOf('$'); at >= 0; at = text.indexOf('$', at + 1)) {
    const startsBlock = /(?:^|\n)[ \t]*$/.test(text.slice(0, at)) && text.charAt(at + 1) === '$'
    if (!startsBlock && !(escapes && mayOpen(text, at))) continue
    if (at > done) result.push(plain(text.slice(done, at)))
    result.push(verbatim('\\$'))
    done = at + 1
  }
  if (done < text.length) result.push(plain(text.slice(done)))
  return result
}

function plain(value: string): Text {
  return { type: 'text', value }
}
