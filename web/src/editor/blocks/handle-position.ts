import type { EditorView } from '@tiptap/pm/view'
import { blockAround, blockAt, type BlockRange, isItem, isList } from './block-range.ts'
import { acceptsBlocks } from './gaps.ts'

export type Point = { x: number; y: number }
/** Relative to what holds the editor. */
export type HandlePosition = { top: number; left: number }
export type Drop = { pos: number; top: number; left: number; width: number }

const handleSize = 24
/** Pixels at the edges of a quote or callout that belong to what is around it. */
const edge = 6

/** The block at a height, also from the margin beside it. */
export function blockAtPoint(view: EditorView, { x, y }: Point): BlockRange | undefined {
  const box = view.dom.getBoundingClientRect()
  if (y < box.top || y > box.bottom) return undefined
  const left = Math.min(Math.max(x, box.left + 1), box.right - 1)
  const inset = Math.min(140, box.width / 2)
  const isLeftOfText = left < box.left + inset
  const found =
    view.posAtCoords({ left: isLeftOfText ? box.left + inset : left, top: y }) ??
    view.posAtCoords({ left, top: y })
  if (found === null) return undefined
  const { doc } = view.state
  return (
    blockAround(doc.resolve(found.pos)) ?? blockAt(doc, found.inside) ?? blockAt(doc, found.pos)
  )
}

export function elementOf(view: EditorView, pos: number): HTMLElement | undefined {
  const dom = view.nodeDOM(pos)
  return dom instanceof HTMLElement ? dom : undefined
}

/** Where the handle stands: before the first line of the block, outside of its marker. */
export function handlePosition(view: EditorView, range: BlockRange): HandlePosition | undefined {
  const element = elementOf(view, range.from)
  const around = view.dom.closest('.editor')?.getBoundingClientRect()
  if (element === undefined || around === undefined) return undefined
  const rect = element.getBoundingClientRect()
  const { lineHeight, paddingTop } = getComputedStyle(element)
  const line = Number.parseFloat(lineHeight) || handleSize
  const isPlain = element.matches('p, h1, h2, h3, h4, h5, h6, li, summary')
  const top = rect.top - around.top + (isPlain ? Number.parseFloat(paddingTop) : 0)
  const isMarked = element.matches('li:not(.checkbox-item)')
  const outside = handleSize + 4 + (isMarked ? markerWidth(element) : 0)
  const isRightToLeft = getComputedStyle(view.dom).direction === 'rtl'
  const left = isRightToLeft
    ? rect.right - around.left + outside - handleSize
    : rect.left - around.left - outside
  return { top: top + (isPlain ? (line - handleSize) / 2 : 2), left: inWindow(left, around.left) }
}

function markerWidth(item: HTMLElement): number {
  const list = item.parentElement
  if (list === null) return 0
  return Number.parseFloat(getComputedStyle(list).paddingInlineStart) * 0.9 || 0
}

function inWindow(left: number, offset: number): number {
  const max = document.documentElement.clientWidth - handleSize
  return Math.min(Math.max(left, -offset), max - offset)
}

/** Where blocks that are dragged to a point would go. */
export function dropAtPoint(view: EditorView, range: BlockRange, point: Point): Drop | undefined {
  const { doc } = view.state
  const box = view.dom.getBoundingClientRect()
  const y = Math.min(Math.max(point.y, box.top + 1), box.bottom - 1)
  let block = blockAtPoint(view, { x: point.x, y })
  while (block !== undefined) {
    const rect = elementOf(view, block.from)?.getBoundingClientRect()
    const parent: BlockRange | undefined = parentBlock(view, block)
    if (rect === undefined) return undefined
    const isBefore = y < (rect.top + rect.bottom) / 2
    const pos = isBefore ? block.from : block.to
    if (!isAtEdge(view, parent, y) && canDrop(view, range, pos)) {
      return lineAt(view, pos, rect, isBefore)
    }
    if (pos === range.from || pos === range.to) return undefined
    block = parent
  }
  return point.y > box.bottom && canDrop(view, range, doc.content.size)
    ? lineAt(view, doc.content.size, box, false)
    : undefined
}

/** Other blocks part a list in two. */
export function canDrop({ state: { doc } }: EditorView, range: BlockRange, pos: number): boolean {
  if (acceptsBlocks(doc, range, pos)) return true
  const $pos = doc.resolve(pos)
  if (!isList($pos.parent) || isList(doc.resolve(range.from).parent)) return false
  return acceptsBlocks(doc, range, $pos.before())
}

function parentBlock({ state: { doc } }: EditorView, { from }: BlockRange): BlockRange | undefined {
  const $from = doc.resolve(from)
  const depth = isList($from.parent) || isItem($from.parent) ? $from.depth - 1 : $from.depth
  return depth <= 0 ? undefined : blockAround(doc.resolve($from.before(depth) + 1))
}

function isAtEdge(view: EditorView, parent: BlockRange | undefined, y: number): boolean {
  const element = parent && elementOf(view, parent.from)
  if (element === undefined || element.matches('li, ul, ol')) return false
  const { top, bottom } = element.getBoundingClientRect()
  return y < top + edge || y > bottom - edge
}

function lineAt(view: EditorView, pos: number, rect: DOMRect, isBefore: boolean): Drop {
  const around = view.dom.closest('.editor')?.getBoundingClientRect() ?? rect
  return {
    pos,
    top: (isBefore ? rect.top : rect.bottom) - around.top,
    left: rect.left - around.left,
    width: rect.width,
  }
}
