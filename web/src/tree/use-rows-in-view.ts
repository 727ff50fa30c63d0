import { type RefObject, useEffect, useState } from 'react'

/** Rows that are drawn beyond those in view. */
const overscan = 12
/** The height of what scrolls, until it is measured. */
const firstHeight = 800

export type Rows = {
  /** The height of each row. */
  height: number
  scroller: RefObject<HTMLElement | null>
  /** How far down in what scrolls the rows begin. */
  top: number
}

type Options = Rows & {
  count: number
  /** Drawn wherever it is: a row that has the focus would lose it. */
  focused: number
}

/** Returns the indexes of the rows to draw, as what scrolls moves and changes its size. */
export function useRowsInView({ count, height, scroller, top, focused }: Options): number[] {
  const [{ scrolled, seen }, setView] = useState({ scrolled: 0, seen: firstHeight })
  useEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    // By whole rows, so that most of the scrolling draws nothing anew.
    const measure = () => {
      const next = {
        scrolled: Math.floor(element.scrollTop / height) * height,
        seen: element.clientHeight || firstHeight,
      }
      setView((last) => (last.scrolled === next.scrolled && last.seen === next.seen ? last : next))
    }
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [scroller, height])
  const start = Math.max(0, Math.floor((scrolled - top) / height) - overscan)
  const end = Math.min(count, Math.ceil((scrolled + seen - top) / height) + 1 + overscan)
  const rows = Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index)
  if (focused < 0 || focused >= count || (focused >= start && focused < end)) return rows
  return focused < start ? [focused, ...rows] : [...rows, focused]
}

/** Scrolls as little as it takes to show a row. */
export function scrollToRow(index: number, { height, scroller, top }: Rows): void {
  const element = scroller.current
  if (element === null) return
  const start = top + index * height
  const lowest = start + height - element.clientHeight
  element.scrollTop = Math.min(start, Math.max(lowest, element.scrollTop))
}
