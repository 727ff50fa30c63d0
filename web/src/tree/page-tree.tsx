import type { ItemInstance, TreeInstance } from '@headless-tree/core'
import { AssistiveTreeDescription } from '@headless-tree/react'
import { Skeleton, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, type RefObject, Suspense, useCallback, useEffect, useRef } from 'react'
import { client } from '../lib/client.ts'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { bringIntoView } from './bring-into-view.ts'
import { childrenKey, loadMore, type ParentId, type TreePage } from './children.ts'
import { describeDrag } from './drag-announcements.ts'
import { isMore, sharedId, toParentId } from './drop.ts'
import { useDomFocus } from './keyboard/dom-focus.ts'
import { useTreeKeys } from './keyboard/use-tree-keys.ts'
import { type SelectedActions, useSelectedActions } from './many/use-selected-actions.ts'
import { type Selection, useSelection } from './many/use-selection.ts'
import { t } from './messages.ts'
import { canChange } from './page-rights.ts'
import { SharedRow } from './shared-row.tsx'
import { type RowEvents, TreeRow } from './tree-row.tsx'
import type { PageActions } from './use-page-actions.ts'
import { usePageTree } from './use-page-tree.ts'
import { type Reveal, useReveal } from './use-reveal.ts'
import { scrollToRow, useRowsInView } from './use-rows-in-view.ts'
import classes from './tree.module.css'

const SelectionBar = lazy(async () => ({
  default: (await import('./many/selection-bar.tsx')).SelectionBar,
}))

export type Added = { pageId: string; parentId: ParentId }

type Props = RowEvents & {
  workspaceId: string
  /** The open page, scrolled into view when its row is there. */
  reveal: Reveal
  canWrite: boolean
  isGuest: boolean
  actions: PageActions
  onTrash: (page: TreePage) => void
  /** Told which pages were put into the trash together. */
  onTrashed: (pages: readonly { id: string }[]) => void
  /** What scrolls, with the tree somewhere in it. */
  scroller: RefObject<HTMLElement | null>
  /** How far down in it the tree begins. */
  top: number
  /** A new page, scrolled into view when its row is there. */
  added: Added | null
  onAdded: () => void
}

/** The page tree of a workspace. Only visible rows are drawn. */
export function PageTree(props: Props) {
  const { workspaceId, reveal, canWrite, actions, scroller, top, added, onAdded } = props
  const height = useMediaQuery('(pointer: coarse)') ? 40 : 30
  const isSelecting = useRef(false)
  const { tree, data, expand } = usePageTree({
    workspaceId,
    actions,
    canWrite,
    isGuest: props.isGuest,
    onOpen: props.onOpen,
    // The tree hears of a key before `onKeyDown` does.
    onTrash: (page) => {
      if (!isSelecting.current) props.onTrash(page)
    },
    scrollTo: (index) => scrollToRow(index, { height, scroller, top }),
  })
  const items = tree.getItems()
  const focused =
    tree.getState().focusedItem == null ? -1 : tree.getFocusedItem().getItemMeta().index
  const rows = useRowsInView({ count: items.length, height, scroller, top, focused })
  useAdded(tree, items, added, onAdded)
  const show = useCallback(
    (index: number) => bringIntoView(scroller.current, tree.getElement(), { index, height }),
    [scroller, tree, height],
  )
  useReveal({ ...reveal, workspaceId, tree, expand, show, scroller })
  const selection = useSelection(tree)
  useEffect(() => {
    isSelecting.current = selection.count > 0
  }, [selection.count])
  const selected = useSelectedActions({ ...props, selection })
  const { onSelectionKey } = selected
  const onKeyDown = useTreeKeys({ workspaceId, tree, scroller, height, onSelectionKey })
  useDomFocus(tree)

  if (data.isLoading) return <Placeholder />
  if (data.error !== null) return <ErrorNotice error={data.error} title={t.notLoaded} />
  return (
    <>
      <AssistiveTreeDescription tree={tree} getLabel={describeDrag} aria-live="assertive" />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its role is among the props */}
      <div
        {...tree.getContainerProps(t.pages)}
        onKeyDown={onKeyDown}
        aria-multiselectable
        className={classes['tree']}
        style={{ position: 'relative', height: items.length * height }}
      >
        {rows.map((index) => {
          const item = items[index]
          if (item === undefined) return null
          const key = item.getId()
          const style = { height, transform: `translateY(${index * height}px)` }
          if (item.getId() === sharedId) return <SharedRow key={key} item={item} style={style} />
          return isMore(item.getId()) ? (
            <More key={key} workspaceId={workspaceId} itemId={item.getId()} style={style} />
          ) : (
            <TreeRow
              key={key}
              item={item}
              isOpen={item.getId() === reveal.pageId}
              canWrite={canChange(item.getItemData(), canWrite)}
              selection={selection}
              style={style}
              onMenu={props.onMenu}
              onAdd={props.onAdd}
              onOpen={props.onOpen}
            />
          )
        })}
        <div className={classes['line']} style={tree.getDragLineStyle(-1, 4)} />
      </div>
      <Selected {...{ tree, selection, selected, canWrite }} />
    </>
  )
}

type SelectedProps = {
  tree: TreeInstance<TreePage>
  selection: Selection
  selected: SelectedActions
  canWrite: boolean
}

function Selected({ tree, selection, selected, canWrite }: SelectedProps) {
  if (selection.count === 0) return null
  return (
    <Suspense>
      <SelectionBar
        count={selection.count}
        canWrite={canWrite}
        onMove={selected.move}
        onFavourite={selected.favourite}
        onTrash={selected.trash}
        onClear={() => {
          selection.clear()
          tree.updateDomFocus()
        }}
      />
    </Suspense>
  )
}

/** Opens what a new page is in, and scrolls to it when its row is there. */
function useAdded(
  tree: TreeInstance<TreePage>,
  items: ItemInstance<TreePage>[],
  added: Added | null,
  onAdded: () => void,
): void {
  useEffect(() => {
    if (added === null) return
    const item = items.find((one) => one.getId() === added.pageId)
    const parent = items.find((one) => one.getId() === added.parentId)
    if (parent?.isFolder() === true && !parent.isExpanded()) parent.expand()
    if (item === undefined) return
    tree.getConfig().scrollToItem?.(item)
    onAdded()
  }, [tree, items, added, onAdded])
}

type MoreProps = { workspaceId: string; itemId: string; style: React.CSSProperties }

/** The end of what is loaded of a long list: coming near it loads more. */
function More({ workspaceId, itemId, style }: MoreProps) {
  const queries = useQueryClient()
  const parentId = toParentId(itemId)
  useEffect(() => {
    const parent = { workspaceId, parentId }
    loadMore(client, queries, parent).catch(() =>
      queries.invalidateQueries({ queryKey: childrenKey(workspaceId, parentId) }),
    )
  }, [queries, workspaceId, parentId])
  return (
    <div className={classes['row']} style={style} role="none">
      <Skeleton h={12} w="60%" ms={28} />
    </div>
  )
}

function Placeholder() {
  return (
    <Stack gap={14} p="xs" role="status" aria-label={t.loading}>
      {[70, 55, 80, 45, 65].map((width) => (
        <Skeleton key={width} h={12} w={`${width}%`} />
      ))}
    </Stack>
  )
}
