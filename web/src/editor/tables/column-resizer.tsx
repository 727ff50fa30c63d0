import type { Editor } from '@tiptap/core'
import { updateColumnsOnResize } from '@tiptap/pm/tables'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { type ColumnEdge, columnWidth, edgeNear, edgeOf, isReadFromRight } from './column-edges.ts'
import { setColumnWidth } from './move-lines.ts'

/** Pixels at an edge that belong to it: more for a finger. */
const reach = 5
const touchReach = 14
export const minColumnWidth = 60
/** As the extension of tables draws a column without a width. */
const defaultWidth = 80

type Drag = { edge: ColumnEdge; startX: number; start: number; width: number }

/** A line at the edge of a column near the pointer. Mouse, finger or pen drag it to change the width. */
export function ColumnResizer({ editor }: { editor: Editor }) {
  const [edge, setEdge] = useState<ColumnEdge>()
  const [x, setX] = useState(0)
  const drag = useRef<Drag>(undefined)
  useEffect(() => {
    const { dom } = editor.view
    const look = (event: globalThis.PointerEvent) => {
      if (drag.current !== undefined || event.buttons > 1) return
      const isMouse = event.pointerType === 'mouse'
      if (event.type === 'pointermove' && (!isMouse || event.buttons !== 0)) return
      const found = editor.isEditable
        ? edgeNear(editor.view, event, isMouse ? reach : touchReach)
        : undefined
      setEdge(found)
      setX(found?.x ?? 0)
    }
    const forget = () => {
      if (drag.current === undefined) setEdge(undefined)
    }
    dom.addEventListener('pointermove', look)
    // A finger shows the line by a tap, and drags it then.
    dom.addEventListener('pointerup', look)
    addEventListener('scroll', forget, { capture: true, passive: true })
    editor.on('update', forget)
    return () => {
      dom.removeEventListener('pointermove', look)
      dom.removeEventListener('pointerup', look)
      removeEventListener('scroll', forget, { capture: true })
      editor.off('update', forget)
    }
  }, [editor])
  const around = editor.view.dom.closest('.editor')?.getBoundingClientRect()
  if (edge === undefined || around === undefined) return null
  const { top, height } = edge.dom.getBoundingClientRect()
  const stop = () => {
    drag.current = undefined
    setEdge(undefined)
  }
  return (
    <div
      className="column-resizer"
      aria-hidden
      style={{ top: top - around.top, left: x - around.left, height }}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        drag.current = startDrag(editor, edge, event.clientX)
      }}
      onPointerMove={(event) => {
        if (drag.current !== undefined) setX(follow(drag.current, event))
      }}
      onPointerUp={() => {
        if (drag.current !== undefined) store(editor, drag.current)
        stop()
      }}
      onPointerCancel={() => {
        const { current } = drag
        if (current !== undefined) show(current.edge, current.start)
        stop()
      }}
      onPointerLeave={() => {
        if (drag.current === undefined) setEdge(undefined)
      }}
    />
  )
}

function startDrag(editor: Editor, edge: ColumnEdge, startX: number): Drag | undefined {
  const start = Math.round(columnWidth(edge) ?? defaultWidth)
  return editor.isEditable ? { edge, startX, start, width: start } : undefined
}

/** The column grows towards the end of its lines. */
function follow(drag: Drag, { clientX }: PointerEvent): number {
  const { edge, startX, start } = drag
  const sign = isReadFromRight(edge.dom) ? -1 : 1
  drag.width = Math.round(Math.max(minColumnWidth, start + sign * (clientX - startX)))
  show(edge, drag.width)
  return edge.x + sign * (drag.width - start)
}

function show({ node, dom, column }: ColumnEdge, width: number): void {
  const columns = dom.querySelector('colgroup')
  if (columns !== null) updateColumnsOnResize(node, columns, dom, defaultWidth, column, width)
}

/** The table may have changed meanwhile: its cell is looked for anew. */
function store({ state, view }: Editor, { edge, start, width }: Drag): void {
  const { cell, isAtEnd } = edge
  const now = cell.isConnected ? edgeOf(view, cell, isAtEnd) : undefined
  if (width === start || now === undefined) {
    if (edge.dom.isConnected) show(edge, start)
    return
  }
  const { tr } = state
  setColumnWidth(tr, now, now.column, width)
  view.dispatch(tr)
}
