import type { PageDocument } from './document.ts'
import { booleanAttribute, children, isEmptyParagraph, numberAttribute, paragraph } from './node.ts'
import type { ContentNode } from './node.ts'

export function isBoard(document: PageDocument): boolean {
  return document.content[0]?.type === 'kanbanColumn'
}

/**
 * Converts a page of headings and lists to a board without loss: items become cards, every other block a card of its
 * own, and the blocks before the first heading a column without a title.
 */
export function boardOf(document: PageDocument): PageDocument {
  if (isBoard(document)) return document
  const columns: ContentNode[][] = []
  for (const block of document.content) {
    if (block.type === 'heading' && numberAttribute(block, 'level', 1) <= 2) {
      columns.push([{ ...block, attrs: { level: 2 } }])
      continue
    }
    const cards = cardsOf(block)
    if (cards.length === 0) continue
    if (columns.length === 0) columns.push([{ type: 'heading', attrs: { level: 2 } }])
    columns.at(-1)?.push(...cards)
  }
  if (columns.length === 0) columns.push([{ type: 'heading', attrs: { level: 2 } }])
  return { type: 'doc', content: columns.map((content) => ({ type: 'kanbanColumn', content })) }
}

function cardsOf(block: ContentNode): ContentNode[] {
  if (isEmptyParagraph(block)) return []
  if (block.type === 'bulletList' || block.type === 'taskList' || block.type === 'orderedList') {
    return children(block).map((item) => card(booleanAttribute(item, 'checked'), children(item)))
  }
  return [card(false, block.type === 'paragraph' ? [block] : [paragraph([]), block])]
}

function card(checked: boolean | undefined, content: readonly ContentNode[]): ContentNode {
  return { type: 'kanbanCard', attrs: { checked: checked ?? false }, content }
}

/** Converts a board to a page of headings and task lists. `boardOf` converts it back to the same board. */
export function pageOf(board: PageDocument): PageDocument {
  if (!isBoard(board)) return board
  const content = board.content.flatMap((column) => {
    const [title, ...cards] = children(column)
    const items = cards.map((entry) => ({ ...entry, type: 'taskItem' }))
    const heading: ContentNode = { ...(title ?? { type: 'heading' }), attrs: { level: 2 } }
    return items.length > 0 ? [heading, { type: 'taskList', content: items }] : [heading]
  })
  return { type: 'doc', content }
}
