/** A text to look for: an expression, the whole of it, or a part in any case. */
export type Words = { source: string; flags: string } | { text: string; isExact: boolean }

/** A step from elements to others; the way to an element is a list of them. */
export type Step =
  | { by: 'css'; selector: string }
  | { by: 'role'; role: string; name?: Words }
  | { by: 'label'; words: Words }
  | { by: 'text'; words: Words }
  | { by: 'filter'; hasText?: Words; has?: readonly Step[] }
  | { by: 'nth'; index: number }

export function wordsOf(given: string | RegExp, isExact = false): Words {
  if (given instanceof RegExp) return { source: given.source, flags: given.flags }
  return { text: given.replaceAll(/\s+/g, ' ').trim(), isExact }
}

export type Point = { x: number; y: number }
export type Box = Point & { width: number; height: number }
export type Look = { count: number; isVisible: boolean }

/** What is asked of a page about the elements at the end of the steps. A text says why it cannot be done yet. */
export type InPage = {
  look: (steps: readonly Step[]) => Look
  /** Where to press an element. It is scrolled to, and lies still. */
  pointOf: (
    steps: readonly Step[],
    offset: Point | null,
    isForced: boolean,
  ) => Promise<Point | string>
  boxOf: (steps: readonly Step[]) => Box | null
  focusOn: (steps: readonly Step[]) => string
  /** Puts a text in the place of that of a field, with the events of typing. */
  fillIn: (steps: readonly Step[], text: string) => string
  choose: (steps: readonly Step[], value: string) => string
  /** Of each element this property. */
  readAll: (steps: readonly Step[], property: string) => unknown[]
}
