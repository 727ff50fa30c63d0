import { CollisionPriority } from '@dnd-kit/abstract'
import { useDroppable } from '@dnd-kit/react'
import { useSortable } from '@dnd-kit/react/sortable'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconGripVertical, IconTrash } from '../../vendor/icons/icons.ts'
import { formatNumber } from '../lib/numbers.ts'
import { AddCard } from './add-card.tsx'
import * as model from './board-model.ts'
import { CardView } from './card-view.tsx'
import { t } from './messages.ts'
import { dragSensors } from './sensors.ts'
import type { BoardState } from './use-board.ts'

type Props = {
  column: model.Column
  index: number
  isEditable: boolean
  change: BoardState['change']
  open: (card: model.Card) => void
  remove: () => void
}

/** A column: its title, its cards, and room for more. */
export function ColumnView({ column, index, isEditable, change, open, remove }: Props) {
  const { id, cards } = column
  const title = model.titleOf(column)
  const { ref, handleRef, isDragSource } = useSortable({
    id,
    index,
    type: 'column',
    accept: 'column',
    disabled: !isEditable,
    collisionPriority: CollisionPriority.Low,
    sensors: dragSensors('.board-column-head'),
  })
  const { ref: room, isDropTarget } = useDroppable({
    id: `room-${id}`,
    type: 'room',
    accept: 'card',
    disabled: !isEditable,
    collisionPriority: CollisionPriority.Low,
    data: { columnId: id },
  })
  const name = title || t.untitled
  return (
    <section ref={ref} className="board-column" data-held={isDragSource} aria-label={name}>
      <header className="board-column-head">
        {isEditable && (
          <button
            ref={handleRef}
            type="button"
            className="board-handle"
            aria-label={t.moveColumn({ column: name })}
            aria-roledescription={t.draggable}
          >
            <IconGripVertical size={14} />
          </button>
        )}
        {isEditable ? (
          <input
            className="board-column-title"
            aria-label={t.columnTitle}
            dir="auto"
            placeholder={t.untitled}
            value={title}
            onChange={({ currentTarget: { value } }) =>
              change((now) => model.renameColumn(now, id, value))
            }
          />
        ) : (
          <h2 className="board-column-title" dir="auto">
            {name}
          </h2>
        )}
        <span className="board-count" aria-label={t.cardCount({ count: cards.length })} role="img">
          {formatNumber(cards.length)}
        </span>
        {isEditable && <ColumnMenu name={name} remove={remove} />}
      </header>
      <ul ref={room} className="board-cards" data-target={isDropTarget}>
        {cards.map((card, cardIndex) => (
          <CardView
            key={card.id}
            {...{ card, isEditable }}
            index={cardIndex}
            columnId={id}
            open={() => open(card)}
            tick={(checked) =>
              change((now) =>
                model.updateCard(now, card.id, (node) => ({ ...node, attrs: { checked } })),
              )
            }
          />
        ))}
      </ul>
      {isEditable && (
        <AddCard
          column={name}
          add={(text) => change((now) => model.addCard(now, id, model.newCard(text)))}
        />
      )}
    </section>
  )
}

function ColumnMenu({ name, remove }: { name: string; remove: () => void }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={t.columnActions({ column: name })}
        >
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item className="danger-item" leftSection={<IconTrash size={16} />} onClick={remove}>
          {t.deleteColumn}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
