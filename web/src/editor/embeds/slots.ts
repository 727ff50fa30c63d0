/** Where an embedded page is drawn: the element that the node of the editor has for it. */
export type Slot = {
  readonly element: HTMLElement
  readonly pageId: string
  readonly anchor: string | null
  /** Shows the title that the page has now; undefined is the label that its author wrote. */
  readonly setTitle: (title: string | undefined) => void
}

export type Slots = {
  put: (slot: Slot) => void
  remove: (element: HTMLElement) => void
  subscribe: (notify: () => void) => () => void
  list: () => readonly Slot[]
}

const byEditor = new WeakMap<object, Slots>()

/** The embedded pages of an editor. */
export function slotsOf(editor: object): Slots {
  const known = byEditor.get(editor)
  if (known !== undefined) return known
  const slots = createSlots()
  byEditor.set(editor, slots)
  return slots
}

function createSlots(): Slots {
  let slots: readonly Slot[] = []
  const listeners = new Set<() => void>()
  const set = (next: readonly Slot[]) => {
    slots = next
    for (const notify of listeners) notify()
  }
  const without = (element: HTMLElement) => slots.filter((slot) => slot.element !== element)
  return {
    put: (slot) => set([...without(slot.element), slot]),
    remove: (element) => set(without(element)),
    subscribe: (notify) => {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
    list: () => slots,
  }
}
