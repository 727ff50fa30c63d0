import { UnstyledButton } from '@mantine/core'
import { type ReactNode, type Ref, useRef } from 'react'
import { subjectOf, type ViewQuery, type ViewSort } from '../../../content/views/query.ts'
import { IconArrowDown, IconArrowUp } from '../../vendor/icons/icons.ts'
import { formatNumber } from '../lib/numbers.ts'
import { CellView, type PropertyParts } from './cells.tsx'
import { useDrawnRows } from './drawn-rows.ts'
import { t } from './messages.ts'
import { MoreButton } from './view-list.tsx'
import {
  columnName,
  isSubject,
  type More,
  type Summary,
  useChangeValue,
  type ViewColumn,
  type ViewPart,
  type ViewRow,
} from './view-queries.ts'
import classes from './views.module.css'

type FrameProps = {
  query: ViewQuery
  columns: readonly ViewColumn[]
  summary: Summary | null
  /** Undefined for readers. */
  setSort: ((sort: ViewSort[]) => void) | undefined
}

type Props = FrameProps & {
  workspaceId: string
  rows: readonly ViewRow[]
  names: Pick<ViewPart, 'people' | 'pages'>
  parts: PropertyParts
  more: More
}

/** The pages of a view, a row each. Of thousands, only those on the screen are drawn. */
export function ViewTable({ workspaceId, rows, names, parts, more, ...frame }: Props) {
  const { columns, summary } = frame
  const changeValue = useChangeValue(workspaceId)
  const scroller = useRef<HTMLDivElement>(null)
  const drawn = useDrawnRows(scroller, rows, more)
  return (
    <>
      <TableFrame {...frame} scroller={scroller} rowCount={(summary?.pages ?? rows.length) + 1}>
        <tbody>
          <Space height={drawn.before} />
          {drawn.rows.map(({ row, index }) => (
            <tr key={row.id} ref={drawn.measure} data-index={index} aria-rowindex={index + 2}>
              {columns.map((column) => (
                <CellView
                  key={column.name}
                  {...{ workspaceId, row, column, names, parts }}
                  change={(value) => changeValue({ pageId: row.id, column, value })}
                />
              ))}
            </tr>
          ))}
          <Space height={drawn.after} />
        </tbody>
      </TableFrame>
      {more.hasFailed && <MoreButton {...more} />}
    </>
  )
}

/** A table with the headings and totals of a view around its rows. */
export function TableFrame({
  query,
  columns,
  summary,
  setSort,
  scroller,
  rowCount,
  children,
}: FrameProps & { scroller?: Ref<HTMLDivElement>; rowCount?: number; children: ReactNode }) {
  return (
    <div ref={scroller} className={classes['scroll']} role="region" aria-label={t.table}>
      <table className={classes['table']} aria-rowcount={rowCount}>
        <thead>
          <tr {...(rowCount !== undefined && { 'aria-rowindex': 1 })}>
            {columns.map((column) => (
              <Heading key={column.name} {...{ column, query, setSort }} />
            ))}
          </tr>
        </thead>
        {children}
        {summary !== null && query.totals.length > 0 && (
          <tfoot>
            <tr>
              {columns.map(({ name }) => (
                <td key={name}>
                  <Totals values={summary.totals[name] ?? {}} />
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

/** The room of rows that are not drawn. */
function Space({ height }: { height: number }) {
  return height > 0 && <tr aria-hidden style={{ height }} />
}

const directions = { asc: 'ascending', desc: 'descending' } as const

function Heading({
  column,
  query,
  setSort,
}: Pick<FrameProps, 'query' | 'setSort'> & { column: ViewColumn }) {
  const name = columnName(column)
  const sorted = query.sort.find(({ subject }) => isSubject(subject, column))
  const canSort = setSort !== undefined && column.name !== 'author' && column.name !== 'tags'
  const subject = subjectOf(column.name)
  const sort = () => {
    if (sorted === undefined) setSort?.([{ subject, direction: 'asc' }])
    else if (sorted.direction === 'asc') setSort?.([{ subject, direction: 'desc' }])
    else setSort?.([])
  }
  return (
    <th scope="col" aria-sort={sorted === undefined ? 'none' : directions[sorted.direction]}>
      {canSort ? (
        <UnstyledButton
          className={classes['heading'] ?? ''}
          onClick={sort}
          title={t.sortBy({ name })}
        >
          <bdi>{name}</bdi>
          {sorted?.direction === 'asc' && <IconArrowUp size={14} aria-hidden />}
          {sorted?.direction === 'desc' && <IconArrowDown size={14} aria-hidden />}
        </UnstyledButton>
      ) : (
        <bdi>{name}</bdi>
      )}
    </th>
  )
}

export function Totals({ values }: { values: Record<string, string | number | null> }) {
  const names: Record<string, string> = {
    count: t.count,
    filled: t.filled,
    sum: t.sum,
    average: t.average,
    min: t.min,
    max: t.max,
  }
  return Object.entries(values).map(([kind, value]) => (
    <span key={kind} className={classes['total']}>
      {names[kind] ?? kind}{' '}
      <strong>{typeof value === 'number' ? formatNumber(value) : (value ?? '–')}</strong>
    </span>
  ))
}
