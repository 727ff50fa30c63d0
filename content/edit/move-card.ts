import { isBoard } from '../board.ts'
import type { PageDocument } from '../document.ts'
import { children } from '../node.ts'
import type { ContentNode } from '../node.ts'
import { blockText } from '../text.ts'
import { listNames } from './listed-names.ts'
import { failed, spliced } from './result.ts'
import type { EditResult } from './result.ts'

/** Moves a card of a board to a column. `text` stays empty. */
export type CardMove = {
  mode: 'card'
  text: string
  /** The text of the card, or its first line. */
  card: string
  /** The title of the column. */
  column: string
  position?: 'first' | 'last'
}

type Card = { column: number; index: number; node: ContentNode; name: string }

export function moveCard(board: PageDocument, move: CardMove): EditResult {
  if (!isBoard(board)) return failed('NOT_A_BOARD', 'is not a board: only boards have cards', 0)
  const cards = board.content.flatMap(cardsOf)
  const found = findCards(cards, move.card)
  const [card] = found
  if (card === undefined) {
    const names = listNames(cards.map(({ name }) => name))
    return failed('TEXT_NOT_FOUND', `No card reads "${move.card}". The board has ${names}.`, 0)
  }
  if (found.length > 1) {
    const names = listNames(found.map(({ node }) => blockText(node)))
    const message = `${found.length} cards match "${move.card}": ${names}. Give the complete text of one.`
    return failed('TEXT_AMBIGUOUS', message, found.length)
  }
  const titles = board.content.map(titleOf)
  const wanted = move.column.replace(/^#+\s*/, '').trim()
  const target = titles.indexOf(wanted)
  if (target < 0) {
    const message = `No column is named "${wanted}". The board has ${listNames(titles)}.`
    return failed('HEADING_NOT_FOUND', message, 0)
  }
  const columns = board.content.map((column, number) => {
    const rest =
      number === card.column ? children(column).toSpliced(card.index, 1) : children(column)
    if (number !== target) return number === card.column ? { ...column, content: rest } : column
    const at = move.position === 'first' ? rest.findIndex(isCard) : -1
    const content = rest.toSpliced(at < 0 ? rest.length : at, 0, card.node)
    return { ...column, content }
  })
  return spliced(board, 0, board.content.length, columns)
}

function cardsOf(column: ContentNode, number: number): Card[] {
  return children(column).flatMap((node, index) =>
    isCard(node) ? [{ column: number, index, node, name: nameOf(node) }] : [],
  )
}

/** Cards with exactly this text or first line; without any, those that contain it. */
function findCards(cards: readonly Card[], text: string): Card[] {
  const wanted = text.replace(/^\s*[-*+]\s+(?:\[[ xX]\]\s+)?/, '').trim()
  const named = cards.filter(({ name, node }) => name === wanted || blockText(node) === wanted)
  if (named.length > 0 || wanted === '') return named
  return cards.filter(({ node }) => blockText(node).toLowerCase().includes(wanted.toLowerCase()))
}

function isCard({ type }: ContentNode): boolean {
  return type === 'kanbanCard'
}

function nameOf(card: ContentNode): string {
  return (blockText(card).split('\n')[0] ?? '').trim()
}

function titleOf(column: ContentNode): string {
  const [title] = children(column)
  return title === undefined || isCard(title) ? '' : blockText(title).trim()
}
