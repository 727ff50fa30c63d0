import type { Node } from 'prosemirror-model'
import { Selection } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'

/** Where someone else is in the page, in its document as it is shown. */
export type ShownCursor = {
  connection: string
  name: string
  color: string
  isAgent: boolean
  anchor: number
  head: number
}

/** Left and right of a name. */
const labelPadding = 12

export function drawCursors(shown: readonly ShownCursor[], doc: Node): DecorationSet {
  return DecorationSet.create(
    doc,
    shown.flatMap((cursor) => decorate(cursor, doc)),
  )
}

function decorate(cursor: ShownCursor, document: Node): Decoration[] {
  const { size } = document.content
  const anchor = Math.min(cursor.anchor, size)
  const end = Math.min(cursor.head, size)
  // A program that adds a block ends behind it, where no caret can be.
  const head = end === anchor ? Selection.near(document.resolve(end), -1).head : end
  const { connection, name, color, isAgent } = cursor
  const caret = Decoration.widget(head, () => drawCaret(cursor), {
    key: `${connection} ${name} ${color}`,
    side: 10,
    ignoreSelection: true,
  })
  if (end === anchor) return [caret]
  const kind = isAgent ? 'live-selection live-agent' : 'live-selection'
  const style = `--live-color: ${safeColor(color)}`
  return [
    Decoration.inline(Math.min(head, anchor), Math.max(head, anchor), { class: kind, style }),
    caret,
  ]
}

/** A thin line with the name above it. Screen readers learn who is here from the list in the page bar. */
function drawCaret({ name, color, isAgent }: ShownCursor): HTMLElement {
  const caret = document.createElement('span')
  caret.className = isAgent ? 'live-caret live-agent' : 'live-caret'
  caret.style.setProperty('--live-color', safeColor(color))
  caret.setAttribute('aria-hidden', 'true')
  // Not as text: comments find what they quote in the text of the page.
  caret.dataset['name'] = name
  return caret
}

function safeColor(color: string): string {
  return /^#[\da-f]{6}$/i.test(color) ? color : '#868e96'
}

/** Turns the names to the other side where they would not be on the screen. */
export function turnLabels(): void {
  const width = document.documentElement.clientWidth
  for (const caret of document.querySelectorAll<HTMLElement>('.live-caret')) {
    const { left } = caret.getBoundingClientRect()
    const label = Number.parseFloat(getComputedStyle(caret, '::after').width) + labelPadding
    const isRightToLeft = getComputedStyle(caret).direction === 'rtl'
    const isOutside = isRightToLeft ? left - label < 0 : left + label > width
    caret.dataset['side'] = isOutside ? 'before' : 'after'
  }
}
