type Row = { index: number; height: number }

/** Scrolls to a row that is not drawn, to the middle, unless it is in view. */
export function bringIntoView(
  scroller: HTMLElement | null,
  list: HTMLElement | null | undefined,
  { index, height }: Row,
): void {
  if (scroller === null || list == null) return
  const seen = scroller.getBoundingClientRect()
  const start = list.getBoundingClientRect().top - seen.top + index * height
  if (start >= 0 && start + height <= seen.height) return
  scroller.scrollTop += start - (seen.height - height) / 2
}
