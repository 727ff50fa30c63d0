import type { ItemInstance } from '@headless-tree/core'
import type { CSSProperties, MouseEvent } from 'react'
import { Link } from 'react-router'
import { IconChevronRight, IconDots, IconLock, IconPlus } from '../../vendor/icons/icons.ts'
import { PageIcon } from '../ui/emoji/page-icon.tsx'
import type { TreePage } from './children.ts'
import type { Selection } from './many/use-selection.ts'
import { t } from './messages.ts'
import { indent, titleOf } from './use-page-tree.ts'
import classes from './tree.module.css'

export type RowEvents = {
  /** `select` adds the page to the selection. */
  onMenu: (item: ItemInstance<TreePage>, at: { x: number; y: number }, select: () => void) => void
  onAdd: (page: TreePage) => void
  onOpen: (page: TreePage) => void
}

type Props = RowEvents & {
  item: ItemInstance<TreePage>
  isOpen: boolean
  canWrite: boolean
  selection: Selection
  style: CSSProperties
}

/** One page in the tree. The row has the focus; what is in it is for the mouse. */
export function TreeRow({ item, isOpen, canWrite, selection, style, ...events }: Props) {
  const { onAdd, onOpen } = events
  const page = item.getItemData()
  const isSelected = selection.has(page.id)
  const onMenu = (at: { x: number; y: number }) =>
    events.onMenu(item, at, () => selection.toggle(item))
  const { onClick: _toggles, ...props } = item.getProps()
  const level = item.getItemMeta().level
  return (
    <div
      {...props}
      style={{ ...style, paddingInlineStart: 4 + level * indent }}
      className={classes['row']}
      aria-selected={selection.count > 0 ? isSelected : isOpen}
      data-open={isOpen || undefined}
      data-selected={isSelected || undefined}
      data-target={item.isUnorderedDragTarget() || undefined}
      onFocus={(event) => {
        if (event.target === event.currentTarget && !item.isFocused()) item.setFocused()
      }}
      onContextMenu={(event: MouseEvent) => {
        event.preventDefault()
        onMenu(pointOf(event))
      }}
    >
      <Toggle item={item} />
      {item.isRenaming() ? (
        <RenameInput item={item} />
      ) : (
        <Link
          to={`/pages/${page.id}`}
          className={classes['link']}
          tabIndex={-1}
          draggable={false}
          onClick={(event) => {
            if (selection.onClick(event, item)) {
              event.preventDefault()
              item.setFocused()
              item.getTree().updateDomFocus()
              return
            }
            item.setFocused()
            if (!isPlain(event)) return
            event.preventDefault()
            onOpen(page)
          }}
        >
          <PageIcon icon={page.icon} />
          <span className={classes['title']} dir="auto">
            {titleOf(page)}
          </span>
          {page.isRestricted && (
            <IconLock size={13} className={classes['lock']} role="img" aria-label={t.restricted} />
          )}
        </Link>
      )}
      <span className={classes['actions']}>
        <button
          type="button"
          tabIndex={-1}
          className={classes['action']}
          aria-label={t.more({ title: titleOf(page) })}
          onClick={(event) => onMenu(pointOf(event))}
        >
          <IconDots size={16} aria-hidden />
        </button>
        {canWrite && (
          <button
            type="button"
            tabIndex={-1}
            className={classes['action']}
            aria-label={t.newPageIn({ title: titleOf(page) })}
            onClick={() => onAdd(page)}
          >
            <IconPlus size={16} aria-hidden />
          </button>
        )}
      </span>
    </div>
  )
}

export function Toggle({ item }: { item: ItemInstance<TreePage> }) {
  if (!item.isFolder()) return <span className={classes['toggle']} />
  const isExpanded = item.isExpanded()
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes['toggle']}
      data-expanded={isExpanded || undefined}
      aria-label={(isExpanded ? t.collapse : t.expand)({ title: item.getItemName() })}
      onClick={() => {
        item.setFocused()
        if (isExpanded) item.collapse()
        else item.expand()
      }}
    >
      <IconChevronRight size={14} aria-hidden />
    </button>
  )
}

function RenameInput({ item }: { item: ItemInstance<TreePage> }) {
  const { onBlur: _aborts, ...props } = item.getRenameInputProps()
  return (
    <input
      {...props}
      className={classes['rename']}
      aria-label={t.title}
      dir="auto"
      maxLength={255}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => item.getTree().completeRenaming()}
    />
  )
}

/** A click that is not to open a tab or a window of its own. */
function isPlain({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
}

/** The menu key of a keyboard has no position: then beside the row. */
function pointOf(event: MouseEvent): { x: number; y: number } {
  if (event.clientX > 0 || event.clientY > 0) return { x: event.clientX, y: event.clientY }
  const { left, right, bottom } = event.currentTarget.getBoundingClientRect()
  return { x: document.documentElement.dir === 'rtl' ? right - 24 : left + 24, y: bottom }
}
