import { DragDropProvider } from '@dnd-kit/react'
import type { DragDropEventHandlers } from '@dnd-kit/react'
import { isSortable } from '@dnd-kit/react/sortable'
import { type ComponentType, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { PageBodyProps } from '../lib/page-body.ts'
import { showUndo } from '../ui/undo.tsx'
import { AddColumn } from './add-column.tsx'
import * as model from './board-model.ts'
import { CardDialog } from './card-dialog.tsx'
import { ColumnView } from './column-view.tsx'
import { dragAnnouncements } from './drag-announcements.ts'
import { t } from './messages.ts'
import { useBoard } from './use-board.ts'
import './board.css'
import type { BoardState } from './use-board.ts'

type Props = PageBodyProps & {
  /** Writes the text of a card as that of a page. */
  Text: ComponentType<PageBodyProps>
}

/** A page of columns and cards. */
export function BoardBody({ Text, ...props }: Props) {
  const { workspaceId, pageId, content, isEditable, changed, ref, onReady } = props
  const frame = useRef<HTMLDivElement>(null)
  const focus = useCallback(() => frame.current?.querySelector('input')?.focus(), [])
  useLayoutEffect(() => onReady?.(), [onReady])
  const state = useBoard({ content, changed, ref, focus })
  const { board, change } = state
  const [announcements] = useState(dragAnnouncements)
  useLayoutEffect(() => announcements.show(board), [announcements, board])
  const [openId, setOpenId] = useState<string>()
  const open = openId === undefined ? undefined : model.findCard(board, openId)
  const removeColumn = (column: model.Column) => {
    const index = board.indexOf(column)
    change((now) => model.removeColumn(now, column.id))
    const message = t.columnDeleted({
      column: model.titleOf(column) || t.untitled,
      count: column.cards.length,
    })
    showUndo(message, () => change((now) => now.toSpliced(index, 0, column)))
  }
  const removeCard = (card: model.Card) => {
    const position = model.positionOf(board, card.id)
    const text = model.cardText(card)
    change((now) => model.removeCard(now, card.id))
    setOpenId(undefined)
    showUndo(text === '' ? t.emptyCardDeleted : t.cardDeleted({ card: text }), () => {
      if (position === undefined) return
      const { columnId, index } = position
      change((now) => model.addCard(now, columnId, card, index))
    })
  }
  return (
    <div ref={frame} className="board">
      <DragDropProvider {...useDragging(state)} plugins={announcements.plugins}>
        <div className="board-columns">
          {board.map((column, index) => (
            <ColumnView
              key={column.id}
              {...{ column, index, isEditable, change }}
              open={(card) => setOpenId(card.id)}
              remove={() => removeColumn(column)}
            />
          ))}
          {isEditable && (
            <AddColumn add={(title) => change((now) => model.addColumn(now, title))} />
          )}
        </div>
      </DragDropProvider>
      {open !== undefined && (
        <CardDialog
          key={open.id}
          {...{ workspaceId, pageId, isEditable, Text }}
          card={open}
          column={model.columnTitleOf(board, open.id) || t.untitled}
          update={(node) => change((now) => model.updateCard(now, open.id, () => node))}
          remove={() => removeCard(open)}
          close={() => setOpenId(undefined)}
        />
      )}
    </div>
  )
}

type Handlers = Pick<DragDropEventHandlers, 'onDragOver' | 'onDragEnd'>

/** A held card is shown where it would go; only letting go changes the page. */
function useDragging({ board, change, preview }: BoardState): Handlers {
  return {
    onDragOver: (event) => {
      const { source, target, position: pointer } = event.operation
      if (source?.type !== 'card' || target === null || target === undefined) return
      // Else the elements would be moved between columns behind React's back.
      event.preventDefault()
      const isBelow = pointer.current.y > (target.shape?.center.y ?? 0)
      const overId = String(target.data['columnId'] ?? target.id)
      const position = model.dropPositionOver(board, String(source.id), overId, isBelow)
      if (position !== undefined) preview(model.moveCard(board, String(source.id), position))
    },
    onDragEnd: ({ operation: { source }, canceled }) => {
      preview(undefined)
      if (canceled || source === null || source === undefined) return
      const id = String(source.id)
      const position = model.positionOf(board, id)
      if (source.type === 'card') {
        if (position !== undefined) change((now) => model.moveCard(now, id, position))
      } else if (isSortable(source)) {
        const { index } = source
        change((now) => model.moveColumn(now, id, index))
      }
    },
  }
}
