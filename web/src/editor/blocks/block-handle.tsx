import { ActionIcon, Menu, VisuallyHidden } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { IconGripVertical } from '../../../vendor/icons/icons.ts'
import type { Quote } from '../../lib/page-body.ts'
import { installBlockKeys } from './block-keys.ts'
import { blockAt, type BlockRange } from './block-range.ts'
import { selectThrough } from './extend-selection.ts'
import type { Direction } from './gaps.ts'
import { handlePosition } from './handle-position.ts'
import { t } from './messages.ts'
import { useBlockDrag } from './use-block-drag.ts'
import { useBlockMenu } from './use-block-menu.ts'
import { useHandleBlock } from './use-handle-block.ts'
import './blocks.css'

const BlockMenu = lazy(async () => ({ default: (await import('./block-menu.tsx')).BlockMenu }))
const MoveDialog = lazy(async () => ({ default: (await import('./move-dialog.tsx')).MoveDialog }))

type Props = {
  editor: Editor
  workspaceId: string
  pageId: string
  onComment?: ((quote: Quote) => void) | undefined
}

/** The handle of a block: it drags the block, and opens what can be done with it. */
export function BlockHandle({ editor, workspaceId, pageId, onComment }: Props) {
  const { range, setRange } = useHandleBlock(editor)
  const [movingRange, setMovingRange] = useState<BlockRange>()
  const [announcement, setAnnouncement, announceMove] = useAnnouncement(editor)
  const menu = useBlockMenu(editor, setRange)
  const { open: openMenu } = menu
  useEffect(
    () => installBlockKeys(editor, { openMenu, announceMove }),
    [editor, openMenu, announceMove],
  )
  const onEnd = useCallback(
    (moved: BlockRange | undefined) => {
      announceMove(moved, 'nowhere')
      setRange(moved)
    },
    [announceMove, setRange],
  )
  const { drop, isDragging, hasActed, handlers } = useBlockDrag(editor, range, {
    onShiftClick: () => range && extendTo(editor, range),
    onStart: ({ from, to }) =>
      setAnnouncement(t.dragging({ count: editor.state.doc.slice(from, to).content.childCount })),
    onEnd,
  })
  const onChange = (isOpen: boolean) => {
    if (!isOpen) menu.close()
    else if (range !== undefined && !hasActed.current) openMenu(range)
  }
  const position = range && handlePosition(editor.view, range)
  return (
    <>
      <Menu
        opened={menu.isOpen}
        onChange={onChange}
        position="bottom-start"
        width="max-content"
        shadow="md"
        returnFocus={false}
      >
        <Menu.Target>
          <ActionIcon
            className="block-handle"
            data-dragging={isDragging}
            variant="subtle"
            color="gray"
            size={24}
            tabIndex={-1}
            hidden={position === undefined}
            style={position}
            aria-label={t.actions}
            title={menu.isOpen || isDragging ? undefined : t.handleHint}
            {...handlers}
          >
            <IconGripVertical size={16} stroke={1.8} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Suspense>
            <BlockMenu
              {...{ editor, workspaceId, pageId, announceMove }}
              comment={onComment && ((at) => menu.afterwards(() => onComment(quoteOf(editor, at))))}
              moveToPage={(at) => menu.afterwards(() => setMovingRange(at))}
            />
          </Suspense>
        </Menu.Dropdown>
      </Menu>
      {drop !== undefined && (
        <div
          className="block-drop"
          style={{ top: drop.top, left: drop.left, width: drop.width }}
          aria-hidden
        />
      )}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      {movingRange !== undefined && (
        <Suspense>
          <MoveDialog
            {...{ editor, workspaceId, pageId }}
            range={movingRange}
            close={() => setMovingRange(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

function useAnnouncement(editor: Editor) {
  const [announcement, setAnnouncement] = useState('')
  const announceMove = useCallback(
    (moved: BlockRange | undefined, direction: Direction | 'nowhere') => {
      if (moved !== undefined) setAnnouncement(positionText(editor, moved))
      else if (direction === 'nowhere') setAnnouncement(t.dragCancelled)
      else setAnnouncement(direction === 'up' ? t.atStart : t.atEnd)
    },
    [editor],
  )
  return [announcement, setAnnouncement, announceMove] as const
}

function extendTo({ state, view }: Editor, range: BlockRange): void {
  const through = selectThrough(state, range)
  if (through !== undefined) view.dispatch(state.tr.setSelection(through))
  view.focus()
}

function quoteOf({ state: { doc } }: Editor, { from, to }: BlockRange): Quote {
  return { text: doc.textBetween(from, to, '\n'), block: doc.resolve(from + 1).index(0) + 1 }
}

function positionText({ state: { doc } }: Editor, { from }: BlockRange): string {
  if (blockAt(doc, from) === undefined) return ''
  const $from = doc.resolve(from)
  return t.moved({ position: $from.index() + 1, count: $from.parent.childCount })
}
