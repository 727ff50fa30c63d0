import type { KeyboardEvent, PointerEvent } from 'react'
import { t } from './messages.ts'
import { maxWidth, minWidth, type SidebarState } from './use-sidebar.ts'
import classes from './sidebar.module.css'

/** How far an arrow key moves the edge. */
const step = 16

/** The edge of the sidebar, dragged with the pointer or moved with the arrow keys. */
export function ResizeHandle({ width, setWidth }: Pick<SidebarState, 'width' | 'setWidth'>) {
  const isRtl = document.documentElement.dir === 'rtl'
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    setWidth(isRtl ? window.innerWidth - event.clientX : event.clientX)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const wider = isRtl ? 'ArrowLeft' : 'ArrowRight'
    const narrower = isRtl ? 'ArrowRight' : 'ArrowLeft'
    const widths: Record<string, number> = {
      [wider]: width + step,
      [narrower]: width - step,
      Home: minWidth,
      End: maxWidth,
    }
    const next = widths[event.key]
    if (next === undefined) return
    event.preventDefault()
    setWidth(next)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator that can be moved
    <div
      role="separator"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a separator that can be moved
      tabIndex={0}
      className={classes['handle']}
      aria-label={t.width}
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={minWidth}
      aria-valuemax={maxWidth}
      onPointerDown={(event) => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    />
  )
}
