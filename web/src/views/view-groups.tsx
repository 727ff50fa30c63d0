import { UnstyledButton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { ViewQuery, ViewSort } from '../../../content/views/query.ts'
import { IconChevronDown, IconChevronRight } from '../../vendor/icons/icons.ts'
import { formatNumber } from '../lib/numbers.ts'
import { CellView, type PropertyParts } from './cells.tsx'
import { MoreButton, ViewList } from './view-list.tsx'
import {
  type Group,
  groupName,
  rowsOf,
  type Summary,
  useChangeValue,
  useView,
  type ViewAddress,
  type ViewColumn,
} from './view-queries.ts'
import { TableFrame, Totals } from './view-table.tsx'
import { Waiting } from './waiting.tsx'
import classes from './views.module.css'

type Props = {
  query: ViewQuery
  address: ViewAddress
  columns: readonly ViewColumn[]
  groups: readonly Group[]
  summary: Summary
  parts: PropertyParts
  /** Undefined for readers. */
  setSort: ((sort: ViewSort[]) => void) | undefined
}

/** Groups whose pages are loaded at first. */
const openAtFirst = 10

/** The pages of a view below the names of their groups, as a table or as a list. */
export function ViewGroups({ groups, ...view }: Props) {
  const { query, columns, summary, setSort } = view
  const filled = groups.filter(({ pages }) => pages > 0)
  const firstOnes = new Set(filled.slice(0, openAtFirst))
  const each = groups.map((group) => (
    <GroupView key={group.id ?? ''} {...view} group={group} isOpenAtFirst={firstOnes.has(group)} />
  ))
  if (query.show === 'list') return each
  return <TableFrame {...{ query, columns, summary, setSort }}>{each}</TableFrame>
}

type GroupProps = Omit<Props, 'groups' | 'summary' | 'setSort'> & { group: Group }

function GroupView({ isOpenAtFirst, ...props }: GroupProps & { isOpenAtFirst: boolean }) {
  const { query, columns, group } = props
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const head = <GroupHead {...{ group, isOpen }} toggle={() => setOpen(!isOpen)} />
  if (query.show === 'list') {
    return (
      <section aria-label={groupName(group)}>
        <div className={classes['groupHead']}>{head}</div>
        {isOpen && <GroupList {...props} />}
      </section>
    )
  }
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={columns.length} className={classes['groupHead']}>
          {head}
        </th>
      </tr>
      {isOpen && <GroupRows {...props} />}
    </tbody>
  )
}

type HeadProps = { group: Group; isOpen: boolean; toggle: () => void }

function GroupHead({ group, isOpen, toggle }: HeadProps) {
  const name = <bdi>{groupName(group)}</bdi>
  const count = <span className={classes['total']}>{formatNumber(group.pages)}</span>
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <>
      {group.pages === 0 ? (
        <span className={classes['groupName']}>
          {name} {count}
        </span>
      ) : (
        <UnstyledButton
          className={classes['groupName'] ?? ''}
          aria-expanded={isOpen}
          onClick={toggle}
        >
          <Chevron size={14} aria-hidden className={classes['chevron'] ?? ''} />
          {name} {count}
        </UnstyledButton>
      )}
      {Object.entries(group.totals).map(([column, values]) => (
        <span key={column} className={classes['groupTotals']}>
          {column} <Totals values={values} />
        </span>
      ))}
    </>
  )
}

function GroupList({ address, columns, group, parts }: GroupProps) {
  const view = useView(address, group.id)
  const { columns: loaded, rows, names, more } = rowsOf(view)
  if (loaded === undefined) return <Waiting error={view.error} />
  return <ViewList {...{ columns, rows, names, parts, more }} />
}

function GroupRows({ address, columns, group, parts }: GroupProps) {
  const { workspaceId } = address
  const changeValue = useChangeValue(workspaceId)
  const view = useView(address, group.id)
  const { columns: loaded, rows, names, more } = rowsOf(view)
  const wide = (child: ReactNode) => (
    <tr>
      <td colSpan={columns.length}>{child}</td>
    </tr>
  )
  if (loaded === undefined) return wide(<Waiting error={view.error} />)
  return (
    <>
      {rows.map((row) => (
        <tr key={row.id}>
          {columns.map((column) => (
            <CellView
              key={column.name}
              {...{ workspaceId, row, column, names, parts }}
              change={(value) => changeValue({ pageId: row.id, column, value })}
            />
          ))}
        </tr>
      ))}
      {more.hasMore && wide(<MoreButton {...more} />)}
    </>
  )
}
