import { numberAttribute } from './node.ts'
import type { ContentNode, Mark } from './node.ts'
import { markOrder } from './vocabulary.ts'

type Keyed = { readonly key: string; readonly mark: Mark; readonly depth: number }
type Item<Part> = { readonly marks: ReadonlyMap<string, Keyed>; readonly parts: readonly Part[] }

/** Creates the parts of a line: from one node, or from the parts inside one mark. */
export type Nesting<Part> = {
  readonly leaf: (node: ContentNode, index: number) => readonly Part[]
  readonly wrap: (mark: Mark, inside: readonly Part[]) => readonly Part[]
}

/**
 * Nests the flat marks of a line. The mark with the longest run is outside, then the one with the smaller depth,
 * then the fixed order decides.
 */
export function nestMarks<Part>(nodes: readonly ContentNode[], nesting: Nesting<Part>): Part[] {
  const items = nodes.map((node, index) => ({
    marks: keyedMarks(node),
    parts: nesting.leaf(node, index),
  }))
  return nest(items, 0, items.length, new Set(), nesting)
}

/** Markdown and HTML have no links inside links: these nodes are links themselves. */
const links = new Set(['emptyLink', 'pageMention', 'file'])

const unmarked: ReadonlyMap<string, Keyed> = new Map()

function keyedMarks(node: ContentNode): ReadonlyMap<string, Keyed> {
  if (node.marks === undefined && node.type !== 'image') return unmarked
  const marks = new Map<string, Keyed>()
  for (const mark of marksOf(node)) {
    if (mark.type === 'code' || (mark.type === 'link' && links.has(node.type))) continue
    const key = JSON.stringify([mark.type, mark.attrs])
    marks.set(key, { key, mark, depth: numberAttribute(mark, 'depth', 0) })
  }
  return marks
}

/** An image that lost its link mark, as in a shared document, keeps the link in its attributes. */
function marksOf(node: ContentNode): readonly Mark[] {
  const marks = node.marks ?? []
  const href = node.type === 'image' ? node.attrs?.['linkHref'] : undefined
  if (typeof href !== 'string' || marks.some((mark) => mark.type === 'link')) return marks
  return [...marks, { type: 'link', attrs: { href, title: node.attrs?.['linkTitle'] ?? null } }]
}

function nest<Part>(
  items: readonly Item<Part>[],
  from: number,
  to: number,
  open: ReadonlySet<string>,
  nesting: Nesting<Part>,
): Part[] {
  const result: Part[] = []
  let index = from
  while (index < to) {
    const best = widestMark(items, index, to, open)
    if (best === undefined) {
      result.push(...(items[index]?.parts ?? []))
      index += 1
      continue
    }
    const inside = nest(items, index, best.end, new Set([...open, best.keyed.key]), nesting)
    result.push(...nesting.wrap(best.keyed.mark, inside))
    index = best.end
  }
  return result
}

type Run = { keyed: Keyed; end: number }

function widestMark(
  items: readonly Item<unknown>[],
  index: number,
  to: number,
  open: ReadonlySet<string>,
): Run | undefined {
  let best: Run | undefined
  for (const keyed of items[index]?.marks.values() ?? []) {
    if (open.has(keyed.key)) continue
    let end = index + 1
    while (end < to && items[end]?.marks.has(keyed.key) === true) end += 1
    const isOutside =
      best === undefined || end > best.end || (end === best.end && stands(keyed, best.keyed))
    if (isOutside) best = { keyed, end }
  }
  return best
}

/** Whether `a` is outside `b` on the same text. */
function stands(a: Keyed, b: Keyed): boolean {
  if (a.depth !== b.depth) return a.depth < b.depth
  return markOrder.indexOf(a.mark.type) < markOrder.indexOf(b.mark.type)
}
