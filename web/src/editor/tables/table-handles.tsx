import { ActionIcon, Menu } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { lazy, type PointerEvent, Suspense, useEffect, useReducer, useRef, useState } from 'react'
import { IconGripHorizontal, IconGripVertical } from '../../../vendor/icons/icons.ts'
import { useEditorValue } from '../use-editor-value.ts'
import { isReadFromRight } from './column-edges.ts'
import { ColumnResizer } from './column-resizer.tsx'
import { t } from './messages.ts'
import { cellAtCursor, countOf, type Line } from './move-lines.ts'
import { installTableKeys, moveTo } from './table-keys.ts'
import './tables.css'

const LineMenu = lazy(async () => ({ default: (await import('./line-menu.tsx')).LineMenu }))

/** Pixels after which a press is a drag. */
const threshold = 5

/** Handles for the row and the column of the cursor: they open a menu, and drag. */
export function TableHandles({ editor }: { editor: Editor }) {
  useEffect(() => installTableKeys(editor), [editor])
  useRedrawOnScroll(editor)
  const at = useEditorValue(editor, ({ state, isFocused }) => {
    const cell = cellAtCursor(state)
    if (cell === undefined) return null
    return { start: cell.start, row: cell.row, column: cell.column, isFocused, doc: state.doc }
  })
  if (at === null) return <ColumnResizer editor={editor} />
  return (
    <>
      <ColumnResizer editor={editor} />
      <LineHandle editor={editor} line="row" />
      <LineHandle editor={editor} line="column" />
    </>
  )
}

/** A wide table scrolls by itself, and its handles go with it. */
function useRedrawOnScroll(editor: Editor): void {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const { dom } = editor.view
    dom.addEventListener('scroll', redraw, { capture: true, passive: true })
    addEventListener('resize', redraw)
    return () => {
      dom.removeEventListener('scroll', redraw, { capture: true })
      removeEventListener('resize', redraw)
    }
  }, [editor])
}

function LineHandle({ editor, line }: { editor: Editor; line: Line }) {
  const [target, setTarget] = useState<number>()
  const press = useRef<{ x: number; y: number; isDrag: boolean }>(undefined)
  const wasDrag = useRef(false)
  const boxes = boxesOf(editor, line)
  const cell = cellAtCursor(editor.state)
  if (boxes === undefined || cell === undefined) return null
  const index = line === 'row' ? cell.row : cell.column
  const box = boxes[index]
  if (box === undefined) return null
  const onPointerMove = (event: PointerEvent) => {
    const { current } = press
    if (current === undefined) return
    current.isDrag ||= Math.hypot(event.clientX - current.x, event.clientY - current.y) > threshold
    if (current.isDrag) setTarget(indexAt(editor, line, event))
  }
  const onPointerUp = () => {
    wasDrag.current = press.current?.isDrag === true
    press.current = undefined
    setTarget(undefined)
    if (wasDrag.current && target !== undefined) moveTo(editor.view, line, index, target)
  }
  if (isScrolledAway(line, box)) return null
  const drop = target === undefined || target === index ? undefined : boxes[target]
  return (
    <>
      <Menu position={line === 'row' ? 'right-start' : 'bottom-start'} returnFocus={false}>
        <Menu.Target>
          <ActionIcon
            className="line-handle"
            data-line={line}
            variant="default"
            tabIndex={-1}
            style={handleStyle(line, box)}
            aria-label={line === 'row' ? t.row : t.column}
            onPointerDown={(event) => {
              if (event.button !== 0) return
              event.preventDefault()
              event.currentTarget.setPointerCapture(event.pointerId)
              press.current = { x: event.clientX, y: event.clientY, isDrag: false }
            }}
            onPointerMove={onPointerMove}
            onPointerUp={onPointerUp}
            onClickCapture={(event) => {
              if (wasDrag.current) event.stopPropagation()
              wasDrag.current = false
            }}
          >
            {line === 'row' ? <IconGripVertical size={12} /> : <IconGripHorizontal size={12} />}
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Suspense>
            <LineMenu editor={editor} line={line} />
          </Suspense>
        </Menu.Dropdown>
      </Menu>
      {drop !== undefined && target !== undefined && (
        <div className="block-drop" style={dropStyle(line, drop, target > index)} aria-hidden />
      )}
    </>
  )
}

type Box = {
  top: number
  left: number
  width: number
  height: number
  isRightToLeft: boolean
  /** What of a wide table is visible. */
  visible: { left: number; right: number }
}

function isScrolledAway(line: Line, { left, width, isRightToLeft, visible }: Box): boolean {
  const start = isRightToLeft ? left + width : left
  const at = line === 'row' ? start : left + width / 2
  return at < visible.left - 1 || at > visible.right + 1
}

/** Where the rows or columns of the table stand, relative to what holds the editor. */
function boxesOf({ state, view }: Editor, line: Line): Box[] | undefined {
  const cell = cellAtCursor(state)
  const dom = cell && view.nodeDOM(cell.start - 1)
  const around = view.dom.closest('.editor')?.getBoundingClientRect()
  if (!(dom instanceof HTMLElement) || around === undefined || cell === undefined) return undefined
  const table = dom.querySelector('table')?.getBoundingClientRect()
  const rows = [...dom.querySelectorAll('tr')]
  const parts = line === 'row' ? rows : [...(rows[cell.row]?.children ?? [])]
  if (table === undefined) return undefined
  const isRightToLeft = isReadFromRight(dom.querySelector('table') ?? dom)
  const wrapper = dom.getBoundingClientRect()
  const visible = { left: wrapper.left - around.left, right: wrapper.right - around.left }
  return parts.slice(0, countOf(cell, line)).map((part) => {
    const rect = part.getBoundingClientRect()
    return line === 'row'
      ? {
          top: rect.top - around.top,
          left: table.left - around.left,
          width: table.width,
          height: rect.height,
          isRightToLeft,
          visible,
        }
      : {
          top: table.top - around.top,
          left: rect.left - around.left,
          width: rect.width,
          height: table.height,
          isRightToLeft,
          visible,
        }
  })
}

function indexAt(editor: Editor, line: Line, { clientX, clientY }: PointerEvent): number {
  const around = editor.view.dom.closest('.editor')?.getBoundingClientRect()
  const boxes = boxesOf(editor, line) ?? []
  const [x, y] = [clientX - (around?.left ?? 0), clientY - (around?.top ?? 0)]
  const distances = boxes.map(({ top, left, width, height }) =>
    line === 'row' ? Math.abs(y - top - height / 2) : Math.abs(x - left - width / 2),
  )
  return distances.indexOf(Math.min(...distances))
}

/** On the border: of a row where its reader begins. */
function handleStyle(line: Line, { top, left, width, height, isRightToLeft }: Box) {
  return line === 'row'
    ? { top: top + height / 2 - 11, left: left - 8 + (isRightToLeft ? width : 0) }
    : { top: top - 8, left: left + width / 2 - 11 }
}

function dropStyle(
  line: Line,
  { top, left, width, height, isRightToLeft }: Box,
  isBehind: boolean,
) {
  if (line === 'row') return { top: top + (isBehind ? height : 0), left, width }
  const isOnRight = isBehind !== isRightToLeft
  return { top: top + 2, left: left + (isOnRight ? width : 0) - 1, width: 3, height }
}
