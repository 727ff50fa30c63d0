import { Accessibility, defaultPreset } from '@dnd-kit/dom'
import type { Draggable } from '@dnd-kit/dom'
import type { Board } from './board-model.ts'
import { cardText, findCard, positionOf, titleOf } from './board-model.ts'
import { t } from './messages.ts'

type Dragging = { operation: { source: Draggable | null } }

type Announcements = {
  plugins: typeof defaultPreset.plugins
  /** Sets the board as the person sees it from now on. */
  show: (board: Board) => void
}

/** Has screen readers announce what is dragged, and where to. */
export function dragAnnouncements(): Announcements {
  let shown: Board = []
  const announcing = Accessibility.configure({
    announcements: announce(() => shown),
    screenReaderInstructions: { draggable: t.dragInstructions },
  })
  return {
    plugins: [...defaultPreset.plugins.filter((plugin) => plugin !== Accessibility), announcing],
    show: (board) => {
      shown = board
    },
  }
}

export function announce(read: () => Board) {
  /** Announced last: many events come over one position. */
  let last: string | undefined
  return {
    dragstart: ({ operation: { source } }: Dragging) => {
      if (source === null) return undefined
      last = positionText(read(), source)
      return source.type === 'card'
        ? t.cardPickedUp({ card: cardName(read(), source) })
        : t.columnPickedUp({ column: columnName(read(), source) })
    },
    dragover: ({ operation: { source } }: Dragging) => {
      if (source === null) return undefined
      const before = last
      last = positionText(read(), source)
      return last === before ? undefined : last
    },
    dragend: ({ operation: { source }, canceled }: Dragging & { canceled: boolean }) => {
      if (source === null) return undefined
      return source.type === 'card'
        ? cardEnd(read(), source, canceled)
        : columnEnd(columnName(read(), source), canceled)
    },
  }
}

function cardEnd(board: Board, source: Draggable, isCancelled: boolean): string {
  const card = cardName(board, source)
  const position = describePosition(board, source)
  if (isCancelled || position === undefined) return t.cardDragCancelled({ card })
  return t.cardDropped({ card, ...position })
}

function columnEnd(column: string, isCancelled: boolean): string {
  return isCancelled ? t.columnDragCancelled({ column }) : t.columnDropped({ column })
}

function cardName(board: Board, { id }: Draggable): string {
  const card = findCard(board, String(id))
  return (card && cardText(card)) || t.emptyCard
}

function columnName(board: Board, { id }: Draggable): string {
  const column = board.find((one) => one.id === id)
  return (column && titleOf(column)) || t.untitled
}

function positionText(board: Board, source: Draggable): string | undefined {
  const position = describePosition(board, source)
  return position && t.cardPosition(position)
}

/** Undefined for what is no card. */
function describePosition(board: Board, { id, type }: Draggable) {
  const found = type === 'card' ? positionOf(board, String(id)) : undefined
  const column = board.find((one) => one.id === found?.columnId)
  if (found === undefined || column === undefined) return undefined
  const { length: count } = column.cards
  return { position: found.index + 1, count, column: titleOf(column) || t.untitled }
}
