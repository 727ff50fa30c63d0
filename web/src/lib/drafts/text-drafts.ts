import type { PageDocument } from '../../../../content/document.ts'
import type { Quote } from '../page-body.ts'
import { listDrafts, requestDrafts } from './draft-database.ts'
import { findSlots, type SlotState } from './tabs.ts'

/** What a person wrote outside the body of an open page: a comment, a suggestion, a description. */
export type Written = {
  texts: Readonly<Record<string, string>>
  /** The body of a page, of which the texts are the rest. */
  content?: PageDocument
  /** The version of the page that it was written for. */
  version?: number
  /** The passage that it is about. */
  quote?: Quote
  /** What the server had when it was written. */
  base?: string
}

export type TextDraft = Written & {
  /** How lists name it. */
  title: string
  /** Where the person continues it. */
  address: string
  workspaceId: string
  /** The page that it is about. */
  pageId?: string
  /** When it was stored, in milliseconds. */
  at: number
}

/** `field` names what was written in, `slot` the tab that it was open in. */
export type TextKey = { userId: string; field: string; slot: string }
export type StoredText = { key: TextKey; draft: TextDraft; where: SlotState }

const kind = 'text'

/** What the browser refused to store, and is lost with the tab. */
const unstored = new Map<string, TextDraft>()

/** A person's texts in this browser that the server has not got, oldest first. */
export async function listTexts(userId: string): Promise<StoredText[]> {
  const [stored, whereIs] = await Promise.all([readStored(), findSlots()])
  return [...new Map([...stored, ...unstored])]
    .flatMap(([text, draft]) => {
      const key = keyOf(text)
      if (key === undefined || key.userId !== userId) return []
      return [{ key, draft, where: whereIs(key.slot) }]
    })
    .toSorted((a, b) => a.draft.at - b.draft.at)
}

export async function readText(key: TextKey): Promise<TextDraft | undefined> {
  const text = textOf(key)
  return new Map([...(await readStored()), ...unstored]).get(text)
}

/** Stores a text. Rejects when the browser refuses to, and then remembers it as long as the tab is open. */
export async function setText(key: TextKey, draft: TextDraft): Promise<void> {
  const text = textOf(key)
  try {
    await requestDrafts('readwrite', (drafts) => drafts.put(draft, text))
    unstored.delete(text)
  } catch (error) {
    unstored.set(text, draft)
    throw error
  }
}

export async function removeText(key: TextKey): Promise<void> {
  const text = textOf(key)
  unstored.delete(text)
  // A browser without a database has stored nothing.
  await requestDrafts('readwrite', (drafts) => drafts.delete(text)).catch(() => undefined)
}

/** Whether only this tab has a text. */
export function isUnstored(key: TextKey): boolean {
  return unstored.has(textOf(key))
}

/** Forgets what the browser refused to store: whoever wrote it has signed out. */
export function forgetUnstored(): void {
  unstored.clear()
}

/** Whether a text would be lost with the tab. */
export function hasUnstored(): boolean {
  return unstored.size > 0
}

async function readStored(): Promise<[string, TextDraft][]> {
  try {
    return await listDrafts<TextDraft>(kind)
  } catch {
    // Some private windows have no database.
    return []
  }
}

function textOf({ userId, slot, field }: TextKey): string {
  return [kind, userId, slot, field].join(' ')
}

function keyOf(text: string): TextKey | undefined {
  const [, userId, slot, ...field] = text.split(' ')
  if (userId === undefined || slot === undefined) return undefined
  return { userId, slot, field: field.join(' ') }
}
