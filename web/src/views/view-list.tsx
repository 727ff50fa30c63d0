import { Button } from '@mantine/core'
import { type PropertyParts, TitleLink, ValueView } from './cells.tsx'
import { t } from './messages.ts'
import {
  columnName,
  type More,
  type ViewColumn,
  type ViewPart,
  type ViewRow,
} from './view-queries.ts'
import classes from './views.module.css'

type Props = {
  columns: readonly ViewColumn[]
  rows: readonly ViewRow[]
  names: Pick<ViewPart, 'people' | 'pages'>
  parts: PropertyParts
  more: More
}

/** The pages of a view, a line each. */
export function ViewList({ columns, rows, names, parts, more }: Props) {
  const details = columns.filter(({ key, name }) => key !== null || name !== 'title')
  return (
    <>
      <ul className={classes['list']}>
        {rows.map((row) => (
          <li key={row.id}>
            <TitleLink row={row} />
            {details.map((column) => (
              <span key={column.name} className={classes['detail']} title={columnName(column)}>
                <ValueView {...{ row, column, names, parts }} />
              </span>
            ))}
          </li>
        ))}
      </ul>
      {more.hasMore && <MoreButton {...more} />}
    </>
  )
}

export function MoreButton({ isLoading, load }: More) {
  return (
    <Button
      className={classes['more'] ?? ''}
      size="compact-sm"
      variant="subtle"
      loading={isLoading}
      onClick={load}
    >
      {t.showMore}
    </Button>
  )
}
