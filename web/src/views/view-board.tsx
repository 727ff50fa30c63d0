import {
  Accessibility,
  defaultPreset,
  PointerActivationConstraints,
  PointerSensor,
} from '@dnd-kit/dom'
import {
  type DragDropEventHandlers,
  DragDropProvider,
  useDraggable,
  useDroppable,
} from '@dnd-kit/react'
import { ActionIcon, Button, Menu, VisuallyHidden } from '@mantine/core'
import { IconArrowsMove } from '../../vendor/icons/icons.ts'
import { formatNumber } from '../lib/numbers.ts'
import { type PropertyParts, TitleLink, ValueView } from './cells.tsx'
import { t } from './messages.ts'
import { type Move, useMoveCard } from './move-card.ts'
import {
  columnName,
  type Group,
  groupName,
  useView,
  type ViewAddress,
  type ViewColumn,
  type ViewPart,
  type ViewRow,
} from './view-queries.ts'
import { Totals } from './view-table.tsx'
import classes from './views.module.css'

type Props = {
  address: ViewAddress
  groups: readonly Group[]
  /** The column that the pages are grouped by; undefined where it cannot be changed. */
  groupColumn: ViewColumn | undefined
  parts: PropertyParts
}

/** Cards stay items of a list with a link and a menu, not buttons. */
const plugins = defaultPreset.plugins.filter((plugin) => plugin !== Accessibility)

type ColumnProps = Props & { group: Group; move: (change: Move) => void }

/** The pages of a view as cards, a column for each group. */
export function ViewBoard(props: Props) {
  const { groups } = props
  const { move, announced } = useMoveCard(props.address, props.groupColumn)
  const drop: DragDropEventHandlers['onDragEnd'] = ({ operation, canceled }) => {
    const card = operation.source?.data['card']
    const to = groups.find((group) => columnId(group) === operation.target?.id)
    if (!canceled && isCard(card) && to !== undefined) move({ ...card, to })
  }
  return (
    <div className="board" role="region" aria-label={t.board}>
      <DragDropProvider onDragEnd={drop} plugins={plugins}>
        <div className="board-columns">
          {groups.map((group) => (
            <BoardColumn key={columnId(group)} {...{ group, move }} {...props} />
          ))}
        </div>
      </DragDropProvider>
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
    </div>
  )
}

type DraggedCard = Pick<Move, 'row' | 'from'>

function isCard(data: unknown): data is DraggedCard {
  return typeof data === 'object' && data !== null && 'row' in data && 'from' in data
}

function columnId({ id }: Group): string {
  return `group-${id ?? ''}`
}

function BoardColumn({ group, address, groups, groupColumn, parts, move }: ColumnProps) {
  const view = useView(address, group.id)
  const { ref, isDropTarget } = useDroppable({ id: columnId(group), type: 'group', accept: 'card' })
  const name = groupName(group)
  return (
    <section ref={ref} className="board-column" aria-label={name}>
      <header className={classes['columnHead']}>
        <div className="board-column-title" dir="auto">
          {name}
        </div>
        <span className="board-count">{formatNumber(group.pages)}</span>
      </header>
      {Object.entries(group.totals).map(([column, values]) => (
        <Totals key={column} values={values} />
      ))}
      <ul className="board-cards" data-target={isDropTarget}>
        {(view.data?.pages ?? []).flatMap(({ rows, people, pages, columns }) =>
          rows.map((row) => (
            <CardView
              key={row.id}
              {...{ row, columns, group, groups, groupColumn, parts, move }}
              names={{ people, pages }}
            />
          )),
        )}
      </ul>
      {view.hasNextPage && (
        <Button size="compact-sm" variant="subtle" onClick={() => void view.fetchNextPage()}>
          {t.showMore}
        </Button>
      )}
    </section>
  )
}

const cardSensors = [
  PointerSensor.configure({
    preventActivation: ({ target }) =>
      target instanceof Element && target.closest('button, [role="menuitem"]') !== null,
    activationConstraints: ({ pointerType }) =>
      pointerType === 'touch'
        ? [new PointerActivationConstraints.Delay({ value: 250, tolerance: 8 })]
        : [new PointerActivationConstraints.Distance({ value: 5 })],
  }),
]

type CardProps = Omit<ColumnProps, 'address'> & {
  row: ViewRow
  columns: readonly ViewColumn[]
  names: Pick<ViewPart, 'people' | 'pages'>
}

/** A card. The pointer takes it anywhere; the keyboard moves it by its menu. */
function CardView({ row, columns, names, group, groups, groupColumn, parts, move }: CardProps) {
  const isMovable = row.isWritable && groupColumn?.key != null
  const card: DraggedCard = { row, from: group }
  const { ref, isDragSource } = useDraggable({
    // A page with several values is in several columns.
    id: `${columnId(group)} ${row.id}`,
    type: 'card',
    disabled: !isMovable,
    data: { card },
    sensors: cardSensors,
  })
  const details = columns.filter(
    ({ name, key }) => (key !== null || name !== 'title') && name !== groupColumn?.name,
  )
  return (
    <li ref={ref} className="board-card" data-held={isDragSource}>
      <div className={classes['cardBody']}>
        <div className={classes['card']}>
          <TitleLink row={row} />
          {isMovable && <MoveMenu {...{ card, groups, move }} />}
        </div>
        <dl className={classes['details']}>
          {details.map((column) => (
            <div key={column.name}>
              <dt>{columnName(column)}</dt>
              <dd>
                <ValueView {...{ row, column, parts, names }} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </li>
  )
}

type MenuProps = { card: DraggedCard; groups: readonly Group[]; move: (change: Move) => void }

function MoveMenu({ card, groups, move }: MenuProps) {
  return (
    <Menu position="bottom-end" withinPortal returnFocus>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          size="sm"
          color="gray"
          aria-label={t.moveCard({ page: card.row.title || t.untitled })}
        >
          <IconArrowsMove size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {groups
          .filter(({ id }) => id !== card.from.id)
          .map((group) => (
            <Menu.Item key={columnId(group)} onClick={() => move({ ...card, to: group })}>
              <bdi>{groupName(group)}</bdi>
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}
