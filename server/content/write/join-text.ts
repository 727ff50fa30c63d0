import type { PhrasingContent } from 'mdast'

/** Text beside text becomes one, as it must be escaped as one. */
export function joinedText(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  const result: PhrasingContent[] = []
  for (const node of nodes) {
    const last = result.at(-1)
    const joins = last?.type === 'text' && node.type === 'text'
    if (joins) result[result.length - 1] = { type: 'text', value: last.value + node.value }
    else result.push(node)
  }
  return result
}
