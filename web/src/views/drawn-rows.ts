import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useRef } from 'react'
import type { More, ViewRow } from './view-queries.ts'

type DrawnRows = {
  rows: { row: ViewRow; index: number }[]
  /** Room for the rows that are not drawn, in pixels. */
  before: number
  after: number
  measure: ((element: HTMLElement | null) => void) | undefined
}

const rowHeight = 37
/** Rows beyond those on the screen. */
const overscan = 16
/** A table that is not longer is drawn as a whole. */
const shortTable = 60

/** Which rows of a table are drawn. Loads more before the last one comes into view. */
export function useDrawnRows(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly ViewRow[],
  more: More,
): DrawnRows {
  const isLong = more.hasMore || rows.length > shortTable
  // oxlint-disable-next-line react/incompatible-library -- no React Compiler is at work here
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan,
    enabled: isLong,
  })
  const items = virtual.getVirtualItems()
  useLoadAtEnd(items.at(-1)?.index ?? 0, rows.length, more)
  if (!isLong) {
    const all = rows.map((row, index) => ({ row, index }))
    return { rows: all, before: 0, after: 0, measure: undefined }
  }
  const [first, last] = [items[0], items.at(-1)]
  return {
    rows: items.flatMap(({ index }) => {
      const row = rows[index]
      return row === undefined ? [] : [{ row, index }]
    }),
    before: first?.start ?? 0,
    after: virtual.getTotalSize() - (last?.end ?? 0),
    measure: virtual.measureElement,
  }
}

/** Loads the next rows shortly before the last one is on the screen. */
function useLoadAtEnd(
  lastShown: number,
  count: number,
  { hasMore, isLoading, hasFailed, load }: More,
): void {
  const isWanted = hasMore && !isLoading && !hasFailed
  const isNear = lastShown >= count - overscan
  const latest = useRef(load)
  useEffect(() => {
    latest.current = load
  })
  useEffect(() => {
    if (isNear && isWanted) latest.current()
  }, [isNear, isWanted, count])
}
