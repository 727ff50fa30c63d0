import { notifyDraftsChanged } from '../../lib/drafts/draft-updates.ts'
import { findSlots } from '../../lib/drafts/tabs.ts'
import { listTexts, type StoredText, type TextKey } from '../../lib/drafts/text-drafts.ts'
import { browserDrafts } from './drafts.ts'
import type { StoredDraft } from './drafts.ts'
import type { PageState } from './page-state.ts'
import type { UnsentState } from './save-status.ts'

type Written = {
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

/** Changes of one page that the server has not got, made in one tab. */
export type UnsentPage = Written & { pageId: string }

/** A text that a person wrote and has not sent, such as a comment. */
export type UnsentText = Written & { text: TextKey; address: string; excerpt: string }

export type Unsent = UnsentPage | UnsentText

/** An open page, as far as its unsent changes are concerned. */
export type OpenPage = {
  /** Undefined when the server has everything. */
  unsent: () => Pick<UnsentPage, 'workspaceId' | 'title' | 'at' | 'state'> | undefined
  read: () => PageState
  send: () => Promise<void>
  discard: () => void
}

type Entry = OpenPage & { pageId: string; slot: string }

/** Characters of a text in a list. */
const maxExcerpt = 120

const open = new Map<string, Entry>()
const listeners = new Set<() => void>()
let drafts: readonly UnsentPage[] = []
let texts: readonly UnsentText[] = []
let shown: readonly Unsent[] = []

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
  return () => listeners.delete(listener)
}

/** Reads what this browser keeps for the person. Gives all of it, also what was typed just now. */
export async function readUnsent(userId: string): Promise<readonly Unsent[]> {
  const [[stored, whereIs], storedTexts] = await Promise.all([
    Promise.all([browserDrafts(userId).list(), findSlots()]).catch(
      () => [[], () => 'gone' as const] as const,
    ),
    listTexts(userId),
  ])
  texts = storedTexts.map(describeText)
  drafts = stored
    // A page of this tab that is just being left still tries to send.
    .filter(({ slot }) => whereIs(slot) !== 'here')
    .map((draft) => ({
      ...describe(draft),
      where: whereIs(draft.slot) === 'elsewhere' ? ('elsewhere' as const) : ('left' as const),
    }))
  refresh()
  return [...openUnsent(), ...drafts, ...texts]
}

function describe({ pageId, slot, draft }: StoredDraft): Omit<UnsentPage, 'where'> {
  const { mine, workspaceId, at = 0, state = { kind: 'unsaved' } } = draft
  return { pageId, slot, workspaceId, at, state, title: mine.title }
}

function describeText({ key, draft, where }: StoredText): UnsentText {
  const { title, address, workspaceId, at, texts: written } = draft
  const excerpt = Object.values(written).find((one) => one.trim() !== '') ?? ''
  const about = { title, address, workspaceId, at, excerpt: excerpt.trim().slice(0, maxExcerpt) }
  const state = { kind: 'unsaved' as const }
  return { ...about, slot: key.slot, text: key, state, where: where === 'gone' ? 'left' : where }
}

function openUnsent(): UnsentPage[] {
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
  const next = [...all, ...texts].filter(
    ({ state, where }) => where === 'left' || state.kind !== 'unsaved',
  )
  if (JSON.stringify(next) === JSON.stringify(shown)) return
  shown = next
  for (const listener of listeners) listener()
}
