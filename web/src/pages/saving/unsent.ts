import { browserDrafts } from './drafts.ts'
import type { StoredDraft } from './drafts.ts'
import type { PageState } from './page-state.ts'
import type { UnsentState } from './save-status.ts'
import { findSlots } from './tabs.ts'

/** Changes of one page that the server has not got, made in one tab. */
export type Unsent = {
  pageId: string
  /** Who made them; drafts of the first release name nobody. */
  slot: string | undefined
  workspaceId: string | undefined
  title: string
  /** When they were stored last, in milliseconds. */
  at: number
  state: UnsentState
  /** Open in this tab or in another one, or left behind by a page that is closed. */
  where: 'here' | 'elsewhere' | 'left'
}

/** An open page, as far as its unsent changes are concerned. */
export type OpenPage = {
  /** Undefined when the server has everything. */
  unsent: () => Pick<Unsent, 'workspaceId' | 'title' | 'at' | 'state'> | undefined
  read: () => PageState
  send: () => Promise<void>
  discard: () => void
}

type Entry = OpenPage & { pageId: string; slot: string }

const open = new Map<string, Entry>()
const listeners = new Set<() => void>()
const readers = new Set<() => void>()
let drafts: readonly Unsent[] = []
let shown: readonly Unsent[] = []
let channel: BroadcastChannel | undefined

/** Tells of an open page as long as it is open; gives the way to stop. */
export function registerPage(pageId: string, slot: string, page: OpenPage): () => void {
  open.set(slot, { ...page, pageId, slot })
  return () => {
    open.delete(slot)
    refresh()
    notifyDraftsChanged()
  }
}

/** An open page says that its changes are in another state now. */
export function pageChanged(): void {
  refresh()
}

export function openPageOf({ slot }: Pick<Unsent, 'slot'>): OpenPage | undefined {
  return slot === undefined ? undefined : open.get(slot)
}

/** Sends what is being typed, and waits for it no longer than a person does. */
export async function sendOpenPages(): Promise<void> {
  const sending = Promise.all([...open.values()].map(({ send }) => send()))
  await Promise.race([sending, new Promise((resolve) => setTimeout(resolve, 3000))])
}

/** For useSyncExternalStore: what a person should know of. What is about to be saved is none of it. */
export function listUnsent(): readonly Unsent[] {
  return shown
}

export function watchUnsent(listener: () => void): () => void {
  listeners.add(listener)
  channel ??= listenToTabs()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    channel?.close()
    channel = undefined
  }
}

/** Reads what this browser keeps for the person. Gives all of it, also what was typed just now. */
export async function readUnsent(userId: string): Promise<readonly Unsent[]> {
  const [stored, whereIs] = await Promise.all([browserDrafts(userId).list(), findSlots()]).catch(
    () => [[], () => 'gone' as const] as const,
  )
  drafts = stored
    // A page of this tab that is just being left still tries to send.
    .filter(({ slot }) => whereIs(slot) !== 'here')
    .map((draft) => ({
      ...describe(draft),
      where: whereIs(draft.slot) === 'elsewhere' ? ('elsewhere' as const) : ('left' as const),
    }))
  refresh()
  return [...openUnsent(), ...drafts]
}

/** What the browser keeps is different now: this tab and all others read it anew. */
export function notifyDraftsChanged(): void {
  channel?.postMessage('changed')
  rereadDrafts()
}

/** Has this tab read anew what the browser keeps. */
export function rereadDrafts(): void {
  for (const read of readers) read()
}

/** Calls back whenever what the browser keeps may be different. */
export function onDraftsChange(read: () => void): () => void {
  readers.add(read)
  return () => readers.delete(read)
}

function describe({ pageId, slot, draft }: StoredDraft): Omit<Unsent, 'where'> {
  const { mine, workspaceId, at = 0, state = { kind: 'unsaved' } } = draft
  return { pageId, slot, workspaceId, at, state, title: mine.title }
}

function openUnsent(): Unsent[] {
  return [...open.values()].flatMap(({ pageId, slot, unsent }) => {
    const now = unsent()
    return now === undefined ? [] : [{ ...now, pageId, slot, where: 'here' as const }]
  })
}

function refresh(): void {
  const all = [
    ...openUnsent(),
    ...drafts.filter(({ slot }) => slot === undefined || !open.has(slot)),
  ]
  const next = all.filter(({ state, where }) => where === 'left' || state.kind !== 'unsaved')
  if (JSON.stringify(next) === JSON.stringify(shown)) return
  shown = next
  for (const listener of listeners) listener()
}

function listenToTabs(): BroadcastChannel {
  const created = new BroadcastChannel('quire-drafts')
  created.addEventListener('message', rereadDrafts)
  return created
}
