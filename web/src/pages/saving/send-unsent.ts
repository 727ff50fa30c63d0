import { client } from '../../lib/client.ts'
import { notifyDraftsChanged } from '../../lib/drafts/draft-updates.ts'
import { openTextOf } from '../../lib/drafts/open-text.ts'
import { closeSlot, openSlot } from '../../lib/drafts/tabs.ts'
import { readText, removeText } from '../../lib/drafts/text-drafts.ts'
import { markdownOfText } from '../../lib/drafts/text-markdown.ts'
import { markdownOf } from '../../lib/markdown.ts'
import { draftSlot } from './draft-slot.ts'
import { browserDrafts, type StoredDraft } from './drafts.ts'
import { mergePages } from './merge-page.ts'
import { changesSince, hasChanges } from './page-state.ts'
import { type UnsentState, unsentState } from './save-status.ts'
import { Saver } from './saver.ts'
import { failureOf, loadPage, sendChanges } from './send-changes.ts'
import { openPageOf, type Unsent, type UnsentPage } from './unsent.ts'

type Person = { id: string; firstName: string; lastName: string }
type Owner = Pick<Person, 'id'>
type Entry = Pick<UnsentPage, 'pageId' | 'slot' | 'workspaceId'>

/** Tries to send the changes of one page, open or not. Gives what is in the way, if something is. */
export async function sendUnsent(
  person: Person,
  entry: Entry | Unsent,
): Promise<UnsentState | undefined> {
  // Only the person knows when a text is done.
  if ('text' in entry) return entry.state
  const page = openPageOf(entry)
  if (page !== undefined) {
    await page.send()
    return page.unsent()?.state
  }
  const stored = await findDraft(person, entry)
  if (stored === undefined) return undefined
  try {
    const workspaceId = entry.workspaceId ?? (await client.pages.locate(entry)).workspaceId
    return await sendDraft(person, workspaceId, stored)
  } catch (error) {
    return blockedBy(error)
  } finally {
    notifyDraftsChanged()
  }
}

/** What the person wrote as Markdown, for them to keep elsewhere. */
export async function readUnsentText(
  person: Owner,
  entry: Entry | Unsent,
): Promise<string | undefined> {
  if ('text' in entry) {
    const written = await readText(entry.text)
    return written && markdownOfText(written)
  }
  const page = openPageOf(entry)?.read() ?? (await findDraft(person, entry))?.draft.mine
  return page && markdownOf(page)
}

/** Forgets the changes of a page or a text, as the person wants it. */
export async function discardUnsent(person: Owner, entry: Entry | Unsent): Promise<void> {
  if ('text' in entry) {
    openTextOf(entry.text.slot)?.drop()
    await removeText(entry.text)
    notifyDraftsChanged()
    return
  }
  openPageOf(entry)?.discard()
  await browserDrafts(person.id).remove(entry.pageId, entry.slot)
  notifyDraftsChanged()
}

/** Lets go of a draft that the server has got all the same. */
export async function dropIfSent(userId: string, entry: Entry): Promise<void> {
  const { pageId, workspaceId } = entry
  const stored = await findDraft({ id: userId }, entry).catch(() => undefined)
  if (stored === undefined || workspaceId === undefined) return
  const now = await loadPage({ workspaceId, pageId })
  if (now.kind !== 'loaded') return
  const { base, mine } = stored.draft
  const merge = mergePages(base, mine, now.page, { isOwn: now.page.updatedBy.id === userId })
  if (merge.kind === 'conflict' || hasChanges(changesSince(now.page, merge.state))) return
  await browserDrafts(userId).removeRead(stored)
  notifyDraftsChanged()
}

/** As a page that is opened, written and left again. */
async function sendDraft(
  person: Person,
  workspaceId: string,
  stored: StoredDraft,
): Promise<UnsentState | undefined> {
  const { pageId, draft } = stored
  const drafts = browserDrafts(person.id)
  const pageIds = { workspaceId, pageId }
  const slot = openSlot()
  let shown = draft.mine
  const saver = new Saver({
    base: draft.base,
    me: person,
    read: () => shown,
    show: (state) => (shown = state),
    send: (changes) => sendChanges(pageIds, changes, person),
    load: () => loadPage(pageIds),
    slot: draftSlot({ ...pageIds, userId: person.id, slot }),
  })
  saver.restore(draft)
  await saver.flush()
  const state = unsentState(saver.status)
  const isSafe = state === undefined || (await saver.keepDraft())
  await saver.close()
  if (isSafe) await drafts.removeRead(stored)
  closeSlot(slot)
  return unsentState(saver.status)
}

async function findDraft({ id }: Owner, { pageId, slot }: Entry): Promise<StoredDraft | undefined> {
  const drafts = await browserDrafts(id).list(pageId)
  return drafts.find((stored) => stored.slot === slot)
}

function blockedBy(error: unknown): UnsentState {
  const failure = failureOf(error)
  if (failure.kind === 'unreachable') return { kind: 'offline' }
  return { kind: 'failed', reason: failure.reason, message: failure.message }
}
