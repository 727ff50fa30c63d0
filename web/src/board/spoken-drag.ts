import { Accessibility, defaultPreset } from '@dnd-kit/dom'
import type { Draggable } from '@dnd-kit/dom'
import type { Board } from './board-model.ts'
import { cardText, findCard, placeOf, titleOf } from './board-model.ts'

type Moving = { operation: { source: Draggable | null } }

const keys = 'Arrow keys move it, Space lets it go, Escape puts it back.'

type Spoken = {
  plugins: typeof defaultPreset.plugins
  /** The board as the person sees it from now on. */
  show: (board: Board) => void
}

/** Lets a screen reader say what is moved and where to. */
export function speakOfDragging(): Spoken {
  let shown: Board = []
  const spoken = Accessibility.configure({ announcements: announce(() => shown) })
  return {
    plugins: [...defaultPreset.plugins.filter((plugin) => plugin !== Accessibility), spoken],
    show: (board) => {
      shown = board
    },
  }
}

export function announce(read: () => Board) {
  /** Said last: over one place there are many events. */
  let spot: string | undefined
  return {
    dragstart: ({ operation: { source } }: Moving) => {
      if (source === null) return undefined
      spot = spotOf(read(), source)
      return `${nameOf(read(), source)} held. ${keys}`
    },
    dragover: ({ operation: { source } }: Moving) => {
      if (source === null) return undefined
      const before = spot
      spot = spotOf(read(), source)
      return spot === before ? undefined : spot
    },
    dragend: ({ operation: { source }, canceled }: Moving & { canceled: boolean }) => {
      if (source === null) return undefined
      const name = nameOf(read(), source)
      if (canceled) return `${name} is where it was.`
      return `${name} let go. ${spotOf(read(), source) ?? ''}`.trimEnd()
    },
  }
}

function nameOf(board: Board, { id, type }: Draggable): string {
  if (type === 'card') {
    const card = findCard(board, String(id))
    return `Card ${card === undefined ? '' : cardText(card)}`.trimEnd()
  }
  const column = board.find((one) => one.id === id)
  return `Column ${column === undefined ? '' : titleOf(column)}`.trimEnd()
}

function spotOf(board: Board, { id, type }: Draggable): string | undefined {
  const place = type === 'card' ? placeOf(board, String(id)) : undefined
  const column = board.find((one) => one.id === place?.columnId)
  if (place === undefined || column === undefined) return undefined
  return `Place ${place.index + 1} of ${column.cards.length} in ${titleOf(column) || 'Untitled'}.`
}
