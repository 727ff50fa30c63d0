import type { Editor } from '@tiptap/core'
import {
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { type BlockRange, blocksIn } from './block-range.ts'
import { BlockSelection } from './block-selection.ts'
import { type Drop, dropAtPoint, type Point } from './handle-position.ts'
import { moveBlocks } from './move-blocks.ts'

/** Pixels after which a press is a drag. */
const threshold = 5
/** Pixels from the edge of the window within which the page scrolls, and how fast. */
const scrollMargin = 70
const scrollStep = 12

type Drag = { start: Point; point: Point; isMoving: boolean }

type Listeners = {
  onShiftClick: () => void
  onStart: (range: BlockRange) => void
  onEnd: (moved: BlockRange | undefined) => void
}

/** Drags the blocks of a handle with mouse, finger or pen. */
export function useBlockDrag(
  editor: Editor,
  range: BlockRange | undefined,
  { onShiftClick, onStart, onEnd }: Listeners,
) {
  const { drag, hasActed, drop, setDrop, isDragging, setDragging, stop } = useDragState()
  const begin = (now: Drag, at: BlockRange) => {
    now.isMoving = true
    setDragging(true)
    onStart(selectBlocks(editor, at))
  }
  const update = () => {
    const blocks = blocksIn(editor.state.selection)
    const now = drag.current
    setDrop(now && blocks && dropAtPoint(editor.view, blocks, now.point))
  }
  useDragScroll(isDragging, drag, () => {
    stop()
    onEnd(undefined)
  })
  return {
    drop,
    isDragging,
    hasActed,
    handlers: {
      onPointerDown: (event: ReactPointerEvent<HTMLElement>) => {
        if (event.button !== 0 || range === undefined) return
        // The text keeps its focus.
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        const point = { x: event.clientX, y: event.clientY }
        hasActed.current = false
        drag.current = { start: point, point, isMoving: false }
      },
      onPointerMove: (event: ReactPointerEvent<HTMLElement>) => {
        const now = drag.current
        if (now === undefined || range === undefined) return
        now.point = { x: event.clientX, y: event.clientY }
        if (!now.isMoving) {
          if (distance(now) < threshold) return
          begin(now, range)
        }
        update()
      },
      onPointerUp: (event: ReactPointerEvent<HTMLElement>) => {
        const now = drag.current
        stop()
        if (now === undefined) return
        hasActed.current = now.isMoving || event.shiftKey
        if (now.isMoving) onEnd(dropBlocks(editor, now.point))
        else if (event.shiftKey) onShiftClick()
      },
      onPointerCancel: () => {
        if (drag.current?.isMoving === true) onEnd(undefined)
        stop()
      },
    },
  }
}

function useDragState() {
  const drag = useRef<Drag>(undefined)
  /** A drag ends with a click, which opens no menu. */
  const hasActed = useRef(false)
  const [drop, setDrop] = useState<Drop>()
  const [isDragging, setDragging] = useState(false)
  const stop = () => {
    drag.current = undefined
    setDragging(false)
    setDrop(undefined)
  }
  return { drag, hasActed, drop, setDrop, isDragging, setDragging, stop }
}

function distance({ start, point }: Drag): number {
  return Math.hypot(point.x - start.x, point.y - start.y)
}

/** Scrolls the page while something is dragged near the edge of the window; Escape cancels. */
function useDragScroll(
  isDragging: boolean,
  drag: RefObject<Drag | undefined>,
  onCancel: () => void,
): void {
  const cancel = useEffectEvent(onCancel)
  useEffect(() => {
    if (!isDragging) return undefined
    let frame = requestAnimationFrame(function scroll() {
      const y = drag.current?.point.y ?? scrollMargin
      const isAbove = y < scrollMargin
      if (isAbove || y > innerHeight - scrollMargin) scrollBy(0, isAbove ? -scrollStep : scrollStep)
      frame = requestAnimationFrame(scroll)
    })
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      cancel()
    }
    addEventListener('keydown', onKeyDown, true)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('keydown', onKeyDown, true)
    }
  }, [isDragging, drag])
}

/** Selects the blocks of a handle, unless they are among those that are selected. */
export function selectBlocks({ state, view }: Editor, range: BlockRange): BlockRange {
  const { selection } = state
  if (selection instanceof BlockSelection) {
    if (selection.from <= range.from && selection.to >= range.to) return selection
  }
  view.dispatch(state.tr.setSelection(BlockSelection.of(state.doc, range)))
  return range
}

/** Where the pointer is now: others may have written since it moved. */
function dropBlocks({ state, view }: Editor, point: Point): BlockRange | undefined {
  const range = blocksIn(state.selection)
  const drop = range && dropAtPoint(view, range, point)
  if (range === undefined || drop === undefined) return undefined
  const { tr } = state
  const moved = moveBlocks(tr, range, drop.pos)
  if (moved === undefined) return undefined
  view.dispatch(tr.setSelection(BlockSelection.of(tr.doc, moved)))
  view.focus()
  return moved
}
