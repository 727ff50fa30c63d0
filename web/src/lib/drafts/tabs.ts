import { randomId } from '../random-id.ts'

/** Whether tabs of this browser are still there: each holds a lock of its own for as long as it is. */
const prefix = 'quire-tab-'
const self = randomId()
const slots = new Set<string>()
let count = 0
let isLocked = false

/** Names one open page or text of this tab, also among those of other tabs. */
export function openSlot(): string {
  hold()
  count += 1
  const slot = `${self}.${count}`
  slots.add(slot)
  return slot
}

export function closeSlot(slot: string): void {
  slots.delete(slot)
}

/** Whether the page is still open that a draft was written in: in this tab, in another, or no more. */
export type SlotState = 'here' | 'elsewhere' | 'gone'

/**
 * Gives a function that says so of each slot. Locks need a secure context: without one every other tab
 * counts as gone, and then two tabs may send the same draft, which merges into one.
 */
export async function findSlots(): Promise<(slot: string | undefined) => SlotState> {
  const { held = [] } = (await locks()?.query()) ?? {}
  // Whoever waits for a tab holds its lock together with others for a moment, once it is gone.
  const tabs = new Set(held.map(({ name = '', mode }) => (mode === 'exclusive' ? name : '')))
  return (slot) => {
    if (slot === undefined) return 'gone'
    const tab = tabOf(slot)
    if (tab === self) return slots.has(slot) ? 'here' : 'gone'
    return tabs.has(prefix + tab) ? 'elsewhere' : 'gone'
  }
}

/** Waits for the tab of a slot to be closed. */
export function onceClosed(slot: string, then: () => void, signal: AbortSignal): void {
  locks()
    ?.request(prefix + tabOf(slot), { mode: 'shared', signal }, then)
    // Whoever no longer waits is not told.
    .catch(() => undefined)
}

function hold(): void {
  if (isLocked) return
  isLocked = true
  void locks()?.request(prefix + self, () => new Promise(() => undefined))
}

function tabOf(slot: string): string {
  return slot.split('.')[0] ?? ''
}

function locks(): LockManager | undefined {
  // SAFETY: the types know only secure contexts.
  return (navigator as Partial<Pick<Navigator, 'locks'>>).locks
}
