import { useSyncExternalStore } from 'react'

/** A place in the open page where a view is drawn, from a code block of the editor. */
export type ViewSlot = {
  readonly dom: HTMLElement
  readonly source: string
  /** Replaces the source, as a change of the editor; null for readers. */
  readonly replace: ((source: string) => void) | null
  /** Shows the source with the cursor in it. */
  readonly open: () => void
}

let slots: readonly ViewSlot[] = []
const listeners = new Set<() => void>()

/** Adds a slot, or replaces the one of the same element. */
export function putViewSlot(slot: ViewSlot): void {
  const index = slots.findIndex(({ dom }) => dom === slot.dom)
  show(index === -1 ? [...slots, slot] : slots.with(index, slot))
}

export function removeViewSlot(dom: HTMLElement): void {
  show(slots.filter((slot) => slot.dom !== dom))
}

export function useViewSlots(): readonly ViewSlot[] {
  return useSyncExternalStore(subscribe, () => slots)
}

function show(next: readonly ViewSlot[]): void {
  slots = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
