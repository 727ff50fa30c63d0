import { useSortable } from '@dnd-kit/react/sortable'
import { renderHtml } from '../../../content/html.ts'
import { children, type ContentNode } from '../../../content/node.ts'
import { IconAlignLeft, IconGripVertical } from '../../vendor/icons/icons.ts'
import { withoutForeignImages } from '../ui/foreign-image.ts'
import * as model from './board-model.ts'
import { t } from './messages.ts'
import { dragSensors } from './sensors.ts'

type Props = {
  card: model.Card
  index: number
  columnId: string
  isEditable: boolean
  open: () => void
  tick: (checked: boolean) => void
}

/** A card as it lies in its column: its first paragraph, and whether there is more. */
export function CardView({ card, index, columnId, isEditable, open, tick }: Props) {
  const { ref, handleRef, isDragSource } = useSortable({
    id: card.id,
    index,
    group: columnId,
    type: 'card',
    accept: 'card',
    disabled: !isEditable,
    sensors: dragSensors(),
  })
  const name = model.cardText(card) || t.emptyCard
  const [first, ...more] = children(card.node)
  const isDone = model.isDone(card)
  return (
    <li ref={ref} className="board-card" data-held={isDragSource} data-done={isDone}>
      <input
        type="checkbox"
        checked={isDone}
        disabled={!isEditable}
        aria-label={t.markDone({ card: name })}
        onChange={(event) => tick(event.currentTarget.checked)}
      />
      <div className="board-card-text">
        <button type="button" className="board-card-open" onClick={open}>
          {name}
        </button>
        {/* The same words once more as they look; links in it would lie in a button. */}
        <div
          aria-hidden
          inert
          className="board-card-face"
          dir="auto"
          // oxlint-disable-next-line react/no-danger
          dangerouslySetInnerHTML={{
            __html: first === undefined ? '' : faceOf(first),
          }}
        />
        {more.length > 0 && (
          <IconAlignLeft
            size={14}
            className="board-card-more"
            role="img"
            aria-label={t.hasMoreText}
          />
        )}
      </div>
      {isEditable && (
        <button
          ref={handleRef}
          type="button"
          className="board-handle"
          aria-label={t.moveCard({ card: name })}
          aria-roledescription={t.draggable}
        >
          <IconGripVertical size={14} />
        </button>
      )}
    </li>
  )
}

function faceOf(block: ContentNode): string {
  return withoutForeignImages(renderHtml({ type: 'doc', content: [block] }))
}
