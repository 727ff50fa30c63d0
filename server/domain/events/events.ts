import { clock } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { events, type Transaction } from '../../store/index.ts'
import type { Caller } from '../context.ts'

/** What happened: identifiers and changed metadata, never the body of a page. */
export type Event =
  | { type: 'page.created'; pageId: string; title: string; parentId: string | null }
  | {
      type: 'page.updated'
      pageId: string
      changed: string[]
      version: number
      /** Of the metadata that has changed. */
      previous?: { title?: string; icon?: string | null }
    }
  | {
      type: 'page.moved'
      pageId: string
      parentId: string | null
      previous: { parentId: string | null }
    }
  | { type: 'page.deleted'; pageId: string; title: string; pages: number }
  | {
      type: 'page.restored'
      pageId: string
      title: string
      parentId: string | null
      pages: number
    }
  | { type: 'file.uploaded'; fileId: string; name: string; mimeType: string; size: number }
  | { type: 'file.attached'; fileId: string; pageId: string }
  | { type: 'file.renamed'; fileId: string; name: string; previous: { name: string } }
  | { type: 'file.deleted'; fileId: string; name: string; mimeType: string; size: number }
  | {
      type: 'member.joined' | 'member.updated'
      userId: string
      role: string
      previous?: { role: string }
    }
  | {
      type: 'comment.created'
      pageId: string
      commentId: string
      threadId: string
      /** People it names. */
      mentions: string[]
    }
  | {
      type: 'comment.updated' | 'comment.resolved' | 'comment.reopened' | 'comment.deleted'
      pageId: string
      commentId: string
      threadId: string
    }
  | { type: 'member.removed'; userId: string }

export type Actor = Pick<Caller, 'userId' | 'via'>

/** Tells of a change in the transaction that makes it; `pages` are those it adds to the workspace's. */
export async function emit(
  transaction: Transaction,
  workspaceId: string,
  actor: Actor,
  told: Event,
  pages: events.PageDelta = {},
): Promise<void> {
  const { type, ...data } = told
  const event = {
    workspaceId,
    id: newId(),
    type,
    actorId: actor.userId,
    via: actor.via,
    data: JSON.stringify(data),
    createdAt: clock.now(),
  }
  await events.append(transaction, event, { pages, ...filesOf(told) })
}

function filesOf(told: Event): Pick<events.Delta, 'files'> {
  if (told.type === 'file.uploaded') return { files: { mimeType: told.mimeType, files: 1 } }
  if (told.type === 'file.deleted') return { files: { mimeType: told.mimeType, files: -1 } }
  return {}
}
