import { Alert, Button, Group as Row, SegmentedControl, Text, useDirection } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { changeView, sortValue } from '../../../content/views/change-view.ts'
import { type ViewQuery, viewShapes } from '../../../content/views/query.ts'
import { readView } from '../../../content/views/read-view.ts'
import { linkBase } from '../lib/access/share-link.ts'
import { asNew } from '../lib/new-page.ts'
import type { ViewSlot } from '../lib/view-slots/view-slots.ts'
import type { PropertyParts } from './cells.tsx'
import { t } from './messages.ts'
import { ViewBoard } from './view-board.tsx'
import { ViewGroups } from './view-groups.tsx'
import { ViewList } from './view-list.tsx'
import {
  isSubject,
  rowsOf,
  type Summary,
  useNewPage,
  useSummary,
  useView,
  type ViewAddress,
  type ViewColumn,
} from './view-queries.ts'
import { ViewTable } from './view-table.tsx'
import { Waiting } from './waiting.tsx'
import classes from './views.module.css'

const ViewSettings = lazy(async () => ({
  default: (await import('./settings/view-settings.tsx')).ViewSettings,
}))

type Props = {
  workspaceId: string
  pageId: string
  slot: ViewSlot
  parts: PropertyParts
}

/** A view in a page, drawn from its YAML. */
export function ViewBlock({ workspaceId, pageId, slot, parts }: Props) {
  const { source } = slot
  const { dir } = useDirection()
  const read = readView(source)
  if (!read.ok) {
    return (
      <Alert color="red" title={t.broken} className={classes['view'] ?? ''} dir={dir}>
        <ul className={classes['problems']}>
          {read.problems.map(({ line, message }) => (
            <li key={`${line} ${message}`}>{t.line({ line: String(line), message })}</li>
          ))}
        </ul>
        <Button size="compact-sm" variant="light" color="red" onClick={slot.open}>
          {t.editQuery}
        </Button>
      </Alert>
    )
  }
  return (
    <QueryView query={read.query} address={{ workspaceId, pageId, source }} {...{ slot, parts }} />
  )
}

type QueryProps = {
  query: ViewQuery
  address: ViewAddress
  slot: ViewSlot
  parts: PropertyParts
}

function QueryView({ query, address, slot, parts }: QueryProps) {
  const summary = useSummary(address)
  // The page is written in the direction of its text, and its code from left to right.
  const { dir } = useDirection()
  return (
    <section className={classes['view']} aria-label={t.view} dir={dir}>
      <ViewBar
        {...{ query, address, slot }}
        pages={summary.data?.summary?.pages}
        columns={summary.data?.columns ?? []}
      />
      {query.show === 'board' && query.group === null ? (
        <Text size="sm">{t.needsGroup}</Text>
      ) : query.group !== null ? (
        <GroupedView {...{ query, address, slot, parts }} summary={summary} />
      ) : (
        <RowsView {...{ query, address, slot, parts }} summary={summary.data?.summary ?? null} />
      )}
    </section>
  )
}

type GroupedProps = QueryProps & { summary: ReturnType<typeof useSummary> }

function GroupedView({ query, address, slot, parts, summary: { data, error } }: GroupedProps) {
  const summary = data?.summary
  if (data === undefined || summary?.groups == null) return <Waiting error={error} />
  const { groups } = summary
  const { columns } = data
  const isSame = (column: ViewColumn) => query.group !== null && isSubject(query.group, column)
  return (
    <>
      {query.show === 'board' ? (
        <ViewBoard {...{ address, parts, groups }} groupColumn={columns.find(isSame)} />
      ) : summary.pages === 0 ? (
        <Empty />
      ) : (
        <ViewGroups
          {...{ query, address, parts, columns, groups, summary }}
          setSort={sorter(slot)}
        />
      )}
      {summary.hasMoreGroups && <Text size="sm">{t.moreGroups}</Text>}
    </>
  )
}

/** Writes the order of a view; undefined for readers. */
function sorter({ replace, source }: ViewSlot) {
  if (replace === null) return undefined
  return (sort: ViewQuery['sort']) => replace(changeView(source, { sort: sortValue(sort) }))
}

function RowsView({
  query,
  address,
  slot,
  parts,
  summary,
}: QueryProps & { summary: Summary | null }) {
  const view = useView(address)
  const { columns, rows, names, more } = rowsOf(view)
  if (columns === undefined) return <Waiting error={view.error} />
  if (rows.length === 0) return <Empty />
  if (query.show === 'list') return <ViewList {...{ columns, rows, names, parts, more }} />
  const { workspaceId } = address
  return (
    <ViewTable
      {...{ workspaceId, query, columns, rows, names, summary, parts, more }}
      setSort={sorter(slot)}
    />
  )
}

function Empty() {
  return (
    <Text c="dimmed" size="sm">
      {t.empty}
    </Text>
  )
}

function ViewBar({
  query,
  address,
  slot,
  pages,
  columns,
}: Omit<QueryProps, 'parts'> & { pages: number | undefined; columns: readonly ViewColumn[] }) {
  const { replace, source } = slot
  const navigate = useNavigate()
  const { mutate, isPending } = useNewPage(address, query)
  const add = () =>
    mutate({}, { onSuccess: (pageId) => void navigate(`/pages/${pageId}`, { state: asNew }) })
  const [isEditing, setEditing] = useState(false)
  const { workspaceId } = address
  const openSource = () => {
    setEditing(false)
    setTimeout(slot.open)
  }
  const shapes = viewShapes.map((value) => ({ value, label: t[value] }))
  return (
    <Row className={classes['bar'] ?? ''} gap="xs">
      <Text size="sm" c="dimmed" component="span">
        {pages !== undefined && t.pages({ count: pages })}
      </Text>
      {replace !== null && (
        <>
          <SegmentedControl
            size="xs"
            aria-label={t.shape}
            data={shapes}
            value={query.show}
            onChange={(show) => {
              const group =
                show === 'board' && query.group === null ? boardGroup(columns) : undefined
              replace(changeView(source, { show, ...(group !== undefined && { group }) }))
            }}
          />
          <Button size="compact-sm" variant="subtle" onClick={() => setEditing(true)}>
            {t.settings}
          </Button>
          {/* Visitors of a share link cannot create pages. */}
          {linkBase === '' && (
            <Button size="compact-sm" variant="light" loading={isPending} onClick={add}>
              {t.newPage}
            </Button>
          )}
          {isEditing && (
            <Suspense>
              <ViewSettings
                {...{ workspaceId, query, source, replace, openSource }}
                close={() => setEditing(false)}
              />
            </Suspense>
          )}
        </>
      )}
    </Row>
  )
}

/** Types of values that pages share, so that a column of a board has several of them. */
const sharedTypes = ['select', 'person', 'multi-select', 'checkbox', 'page']

/** The column of a view that its board is grouped by, if nothing else is said. */
function boardGroup(columns: readonly ViewColumn[]): string | undefined {
  const ofType = (wanted: string) =>
    columns.find(({ key, type }) => key !== null && type === wanted)?.name
  return sharedTypes.flatMap((type) => ofType(type) ?? [])[0]
}
