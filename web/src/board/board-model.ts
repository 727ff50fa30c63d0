import { boardOf } from '../../../content/board.ts'
import type { PageDocument } from '../../../content/document.ts'
import { booleanAttribute, children } from '../../../content/node.ts'
import type { ContentNode } from '../../../content/node.ts'
import { inlineText } from '../../../content/text.ts'

/** A board with a name for each part, which it keeps while a person works on it. */
export type Board = readonly Column[]
export type Column = { id: string; heading: ContentNode; cards: readonly Card[] }
export type Card = { id: string; node: ContentNode }

let idCount = 0
const newId = (kind: 'card' | 'column') => `${kind}-${(idCount += 1)}`

/** Reads a page as a board; parts that are the same as in `before` keep their names. */
export function readBoard(document: PageDocument, before: Board = []): Board {
  const known = new Map<string, Card[]>()
  for (const card of before.flatMap(({ cards }) => cards)) {
    const key = JSON.stringify(card.node)
    known.set(key, [...(known.get(key) ?? []), card])
  }
  const used = new Set<string>()
  const take = (card: Card | undefined) => {
    if (card === undefined || used.has(card.id)) return undefined
    used.add(card.id)
    return card.id
  }
  const { content } = boardOf(document)
  const sameCards = content.map((column) =>
    children(column)
      .slice(1)
      .map((node) => take(known.get(JSON.stringify(node))?.find(({ id }) => !used.has(id)))),
  )
  const columns = namesOf(content, before)
  return content.map((column, x) => {
    const [heading, ...cards] = children(column)
    const old = before.find(({ id }) => id === columns[x])
    return {
      id: columns[x] ?? newId('column'),
      heading: heading ?? { type: 'heading', attrs: { level: 2 } },
      // A card that changed is most likely the one that stood at its place.
      cards: cards.map((node, y) => ({
        id: sameCards[x]?.[y] ?? take(old?.cards[y]) ?? newId('card'),
        node,
      })),
    }
  })
}

function namesOf(content: readonly ContentNode[], before: Board): (string | undefined)[] {
  const used = new Set<string>()
  const title = (heading: ContentNode | undefined) => inlineText(children(heading ?? { type: '' }))
  const take = (column: Column | undefined) => {
    if (column === undefined || used.has(column.id)) return undefined
    used.add(column.id)
    return column.id
  }
  const same = content.map((column) =>
    take(
      before.find(
        ({ id, heading }) => !used.has(id) && title(heading) === title(children(column)[0]),
      ),
    ),
  )
  return same.map((id, index) => id ?? take(before[index]))
}

export function writeBoard(board: Board): PageDocument {
  const content = board.map(({ heading, cards }) => ({
    type: 'kanbanColumn',
    content: [heading, ...cards.map(({ node }) => node)],
  }))
  return { type: 'doc', content }
}

export function titleOf({ heading }: Column): string {
  return inlineText(children(heading))
}

export function isDone({ node }: Card): boolean {
  return booleanAttribute(node, 'checked') === true
}

export function cardText({ node }: Card): string {
  return inlineText(children(children(node)[0] ?? { type: 'paragraph' }))
}

function textNodes(text: string): Pick<ContentNode, 'content'> {
  return text === '' ? {} : { content: [{ type: 'text', text }] }
}

export function newCard(text: string): Card {
  const content = [{ type: 'paragraph', ...textNodes(text) }]
  return { id: newId('card'), node: { type: 'kanbanCard', attrs: { checked: false }, content } }
}

export function addColumn(board: Board, title: string): Board {
  const heading = { type: 'heading', attrs: { level: 2 }, ...textNodes(title) }
  return [...board, { id: newId('column'), heading, cards: [] }]
}

export function renameColumn(board: Board, id: string, title: string): Board {
  return board.map((column) =>
    column.id === id && titleOf(column) !== title
      ? { ...column, heading: { type: 'heading', attrs: { level: 2 }, ...textNodes(title) } }
      : column,
  )
}

/** A board has a column at least. */
export function removeColumn(board: Board, id: string): Board {
  const others = board.filter((column) => column.id !== id)
  return others.length > 0 ? others : addColumn([], '')
}

export function moveColumn(board: Board, id: string, index: number): Board {
  const moved = board.find((column) => column.id === id)
  if (moved === undefined) return board
  return board.filter((column) => column !== moved).toSpliced(index, 0, moved)
}

export function addCard(board: Board, columnId: string, card: Card, index = Infinity): Board {
  return board.map((column) =>
    column.id === columnId ? { ...column, cards: column.cards.toSpliced(index, 0, card) } : column,
  )
}

export function updateCard(
  board: Board,
  id: string,
  change: (node: ContentNode) => ContentNode,
): Board {
  return board.map((column) =>
    column.cards.some((card) => card.id === id)
      ? {
          ...column,
          cards: column.cards.map((card) =>
            card.id === id ? { id, node: change(card.node) } : card,
          ),
        }
      : column,
  )
}

export function removeCard(board: Board, id: string): Board {
  return board.map((column) =>
    column.cards.some((card) => card.id === id)
      ? { ...column, cards: column.cards.filter((card) => card.id !== id) }
      : column,
  )
}

/** Where a card is: at an index of a column. */
export type CardPosition = { columnId: string; index: number }

export function positionOf(board: Board, cardId: string): CardPosition | undefined {
  for (const { id: columnId, cards } of board) {
    const index = cards.findIndex(({ id }) => id === cardId)
    if (index >= 0) return { columnId, index }
  }
  return undefined
}

/** The title of the column that a card is in. */
export function columnTitleOf(board: Board, cardId: string): string {
  const column = board.find(({ cards }) => cards.some(({ id }) => id === cardId))
  return column === undefined ? '' : titleOf(column)
}

export function findCard(board: Board, id: string): Card | undefined {
  return board.flatMap(({ cards }) => cards).find((card) => card.id === id)
}

export function moveCard(board: Board, id: string, { columnId, index }: CardPosition): Board {
  const card = findCard(board, id)
  const from = positionOf(board, id)
  if (card === undefined || board.every((column) => column.id !== columnId)) return board
  if (from?.columnId === columnId && from.index === index) return board
  return addCard(removeCard(board, id), columnId, card, index)
}

/** Where a card goes that is held over another card, or over the room below those of a column. */
export function dropPositionOver(
  board: Board,
  cardId: string,
  overId: string,
  isBelow: boolean,
): CardPosition | undefined {
  const column = board.find(({ id }) => id === overId)
  if (column !== undefined) {
    const others = column.cards.filter(({ id }) => id !== cardId)
    return { columnId: column.id, index: others.length }
  }
  const over = positionOf(board, overId)
  const from = positionOf(board, cardId)
  if (over === undefined || from?.columnId === over.columnId) return over
  return { columnId: over.columnId, index: over.index + (isBelow ? 1 : 0) }
}
