import { type ComponentType, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { reachable } from '../lib/access/share-link.ts'
import { formatDate } from '../lib/dates.ts'
import { t } from './messages.ts'
import {
  columnName,
  type Value,
  type ViewColumn,
  type ViewPart,
  type ViewRow,
} from './view-queries.ts'
import classes from './views.module.css'

/** The property fields of the app. */
export type PropertyParts = {
  Field: ComponentType<FieldProps>
  Value: ComponentType<Omit<FieldProps, 'page' | 'error' | 'change'>>
}
export type FieldProps = {
  page: { workspaceId: string; pageId: string }
  property: { key: string; type: ViewColumn['type']; value: Cell; yaml: null }
  definition: { key: string; type: ViewColumn['type']; options?: ViewColumn['options'] } | undefined
  names: Pick<ViewPart, 'people' | 'pages'>
  error: undefined
  change: (value: Value) => Promise<boolean>
}
type Cell = ViewRow['values'][string]

type Props = {
  workspaceId: string
  row: ViewRow
  column: ViewColumn
  names: Pick<ViewPart, 'people' | 'pages'>
  parts: PropertyParts
  change: (value: Value) => Promise<boolean>
}

/** A value, which Enter or a click opens for those who can change it. */
export function CellView({ workspaceId, row, column, names, parts, change }: Props) {
  const [isOpen, setOpen] = useState(false)
  const cell = useRef<HTMLTableCellElement>(null)
  const { key, type, options } = column
  const isWritable = key !== null && row.isWritable
  useEffect(() => {
    if (isOpen) cell.current?.querySelector<HTMLElement>('input, textarea, button')?.focus()
  }, [isOpen])
  const close = () => {
    setOpen(false)
    cell.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.target !== cell.current) return
    setOpen(true)
    event.preventDefault()
  }
  // After the field, which drops or saves its text.
  const onKeyDownCapture = ({ key: pressed, target, nativeEvent }: KeyboardEvent) => {
    const isDone = pressed === 'Enter' && target instanceof HTMLInputElement && isTyped(type)
    if (isOpen && (pressed === 'Escape' || isDone) && !nativeEvent.isComposing) setTimeout(close)
  }
  const property = {
    key: key ?? column.name,
    type,
    value: row.values[column.name] ?? null,
    yaml: null,
  }
  const definition = { key: property.key, type, options }
  const name = t.editCell({ name: columnName(column), page: row.title || t.untitled })
  return (
    <td
      ref={cell}
      className={classes['cell']}
      {...(isWritable && { tabIndex: 0, 'aria-label': name, onKeyDown, onKeyDownCapture })}
      onClick={() => isWritable && setOpen(true)}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) setOpen(false)
      }}
    >
      {isOpen ? (
        <parts.Field
          page={{ workspaceId, pageId: row.id }}
          property={property}
          definition={definition}
          names={names}
          error={undefined}
          change={change}
        />
      ) : (
        <ValueView {...{ row, column, names, parts }} />
      )}
    </td>
  )
}

/** Whether the field is a single line of text. */
function isTyped(type: ViewColumn['type']): boolean {
  return type === 'text' || type === 'number' || type === 'url'
}

/** A value that is only shown. */
export function ValueView({ row, column, names, parts }: Omit<Props, 'workspaceId' | 'change'>) {
  const { key, type, options, name } = column
  const value = row.values[name] ?? null
  if (key === null && name === 'title') return <TitleLink row={row} />
  if (value === null || (Array.isArray(value) && value.length === 0)) return null
  if (key === null && type === 'date') {
    return <time dateTime={String(value)}>{formatDate(String(value))}</time>
  }
  const property = { key: key ?? name, type, value, yaml: null }
  return (
    <parts.Value
      property={property}
      definition={{ key: property.key, type, options }}
      names={names}
    />
  )
}

export function TitleLink({ row }: { row: ViewRow }) {
  return (
    <Link className={classes['title'] ?? ''} to={reachable(row.url)} dir="auto" draggable={false}>
      {row.icon !== null && <span aria-hidden>{row.icon} </span>}
      {row.title || t.untitled}
    </Link>
  )
}
