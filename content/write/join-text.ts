import type { PhrasingContent } from 'mdast'

/**
 * Joins adjacent texts, which must be escaped together, and adjacent code, because two spans would share their
 * backticks.
 */
export function joinedText(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  const result: PhrasingContent[] = []
  for (const node of nodes) {
    const last = result.at(-1)
    if (last?.type === 'text' && node.type === 'text') {
      result[result.length - 1] = { type: 'text', value: last.value + node.value }
    } else if (last?.type === 'inlineCode' && node.type === 'inlineCode') {
      result[result.length - 1] = { type: 'inlineCode', value: last.value + node.value }
    } else {
      result.push(node)
    }
  }
  return result
}
