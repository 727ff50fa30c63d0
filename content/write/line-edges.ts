import type { PhrasingContent } from 'mdast'

/** At the start of a line, as many spaces are an indentation, such as that of pasted code. */
const minIndentation = 3

/**
 * Inline content without spaces at the edges of its lines, and without empty lines at its own. Readers of Markdown
 * ignore them there, and kept ones have to be written as `&#x20;` and `&#xA;`. Indentation stays.
 */
export function withoutEdgeSpaces(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  const texts = new Map<PhrasingContent, string>()
  const all = leaves(nodes)
  trim(all, texts, 'start')
  trim(all.toReversed(), texts, 'end')
  return texts.size === 0 ? [...nodes] : withTexts(nodes, texts)
}

/** What is beside a text: the edge of the block or a line break, a new line of the same text, or something else. */
type Edge = 'block' | 'line' | 'none'

/** Trims one side of the texts, in the direction in which the nodes are. */
function trim(
  nodes: readonly PhrasingContent[],
  texts: Map<PhrasingContent, string>,
  side: 'start' | 'end',
): void {
  let edge: Edge = 'block'
  for (const node of nodes) {
    if (node.type !== 'text') {
      // A space before a line break is kept by every reader, one after it is not.
      edge = node.type === 'break' && side === 'start' ? 'block' : 'none'
      continue
    }
    const text = texts.get(node) ?? node.value
    const trimmed: string =
      side === 'start' ? trimStarts(text, edge, minIndentation) : trimEnds(text, edge)
    if (trimmed !== text) texts.set(node, trimmed)
    const last = side === 'start' ? trimmed.at(-1) : trimmed[0]
    if (last !== undefined) edge = last === '\n' ? 'line' : 'none'
  }
}

function trimStarts(text: string, edge: Edge, indentation = Infinity): string {
  const start = edge === 'none' ? 0 : startOf(text, edge === 'block' ? ' \n' : ' ', indentation)
  const rest = text.slice(start)
  if (!rest.includes('\n ')) return rest
  const [first = '', ...lines] = rest.split('\n')
  return [first, ...lines.map((line) => line.slice(startOf(line, ' ', indentation)))].join('\n')
}

/** Where a text starts without these characters, but with the indentation of its first line. */
function startOf(text: string, characters: string, indentation: number): number {
  const length = lengthOf(text, characters)
  if (length === text.length) return length
  const lineStart = length === 0 ? 0 : text.lastIndexOf('\n', length - 1) + 1
  return length - lineStart >= indentation && text[length] !== '\n' ? lineStart : length
}

function trimEnds(text: string, edge: Edge): string {
  const reversed = (value: string) => value.split('').toReversed().join('')
  return isPlain(text, edge) ? text : reversed(trimStarts(reversed(text), edge))
}

function isPlain(text: string, edge: Edge): boolean {
  return !text.includes(' \n') && (edge === 'none' || !/[ \n]$/.test(text))
}

/** Only spaces and new lines: other white space, such as no-break spaces, is visible. */
function lengthOf(text: string, characters: string): number {
  let length = 0
  while (characters.includes(text[length] ?? 'x')) length += 1
  return length
}

/** The nodes without children. The text of a link keeps its spaces, which are between its brackets. */
function leaves(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  return nodes.flatMap((node) =>
    'children' in node && node.type !== 'link' ? leaves(node.children) : [node],
  )
}

function withTexts(
  nodes: readonly PhrasingContent[],
  texts: ReadonlyMap<PhrasingContent, string>,
): PhrasingContent[] {
  return nodes.flatMap((node): PhrasingContent[] => {
    if (node.type === 'text') {
      const value = texts.get(node) ?? node.value
      return value === '' ? [] : [{ ...node, value }]
    }
    if (!('children' in node) || node.type === 'link') return [node]
    const children = withTexts(node.children, texts)
    return children.length > 0 ? [Object.assign({}, node, { children })] : []
  })
}
