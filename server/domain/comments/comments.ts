import { closestLines } from '../../../content/edit/closest-lines.ts'
import {
  findQuote,
  type PageText,
  type Quote,
  readPageText,
  takeQuote,
} from '../../../content/quote.ts'
import { clock } from '../../lib/clock.ts'
import { AppError, invalidInput } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { fits } from '../../lib/json/fits.ts'
import { storedJson } from '../../lib/json/stored-json.ts'
import { Type } from '../../lib/json/type.ts'
import { storable } from '../../lib/text.ts'
import { startTimeSlice } from '../../lib/time-slices.ts'
import { comments, levelNumbers, pages, type Reader, type Transaction } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { readBlocks } from '../document/stored-body.ts'
import { emit } from '../events/events.ts'
import { mentionsIn } from '../inbox/mentions.ts'
import { notifyOfComment } from '../inbox/notify.ts'
import { currentBlocks } from '../pages/journal/current.ts'
import { type PageAddress, requirePage } from '../pages/tree.ts'
import { requireLevel } from '../rights/levels.ts'

/** The quoted text of a comment, and where it is on the page. */
export type Selection = { text: string; block?: number; start?: number }

export type NewComment = PageAddress & {
  /** Any comment of the thread to reply to. */
  parentId?: string | null
  markdown: string
  /** A string must be on the page; the text of a selection may have changed. */
  quote?: string | Selection | null
}

const maxQuoteLength = 2000
/** Characters of a page in which an error looks for what the author may have meant. */
const maxSearchedLength = 100_000

export type CommentAddress = { workspaceId: string; commentId: string }

/**
 * Returns the ID of the new comment. Throws PAGE_NOT_FOUND, COMMENT_NOT_FOUND, TEXT_NOT_FOUND or
 * VALIDATION_FAILED.
 */
export async function createComment(context: WorkspaceContext, input: NewComment): Promise<string> {
  const { store, caller, viewer } = context
  const { workspaceId, pageId, parentId = null, quote = null } = input
  if (parentId !== null && quote !== null) throw quoteOnReply()
  const { markdown, mentions } = await context.content.comment(input.markdown, '/markdown')
  const id = newId()
  const text = quote === null ? readPageText([]) : await pageText(context, input)
  await store.transactIn({ workspaceId }, async (transaction) => {
    await requirePage(transaction, viewer, pageId, 'comment')
    const threadId = parentId === null ? id : await threadOf(transaction, context, input, parentId)
    const quoted = quote === null ? null : quoteFrom(text, quote)
    await comments.insert(transaction, {
      workspaceId,
      id,
      pageId,
      threadId,
      markdown,
      quote: quoted === null ? null : JSON.stringify(quoted),
      createdAt: clock.now(),
      createdBy: caller.userId,
      runId: caller.run?.id ?? null,
    })
    const details = { pageId, commentId: id, threadId, mentions }
    await emit(transaction, workspaceId, caller, { type: 'comment.created', ...details })
    const isReply = parentId !== null
    const said = { workspaceId, pageId, commentId: id, threadId, mentions, isReply }
    await notifyOfComment(transaction, caller, said)
  })
  return id
}

async function threadOf(
  transaction: Transaction,
  context: WorkspaceContext,
  { workspaceId, pageId }: PageAddress,
  parentId: string,
): Promise<string> {
  const parent = await requireComment(transaction, context, { workspaceId, commentId: parentId })
  if (parent.pageId !== pageId) throw commentNotFound(parentId)
  return parent.threadId
}

function quoteFrom(page: PageText, quote: string | Selection): Quote {
  const selection = typeof quote === 'string' ? { text: quote } : truncate(quote)
  const found = takeQuote(page, selection)
  if (found !== undefined) return found
  if (typeof quote !== 'string') return { block: 1, start: 0, ...selection, prefix: '', suffix: '' }
  const candidates = closestLines(page.text.slice(0, maxSearchedLength).split('\n'), quote)
  const message = `The page does not contain this text. Quote it exactly, without Markdown.${candidates}`
  throw new AppError('TEXT_NOT_FOUND', message)
}

/** A selection may be a complete page; its beginning is enough to find it. */
function truncate(selection: Selection): Selection {
  const text = Array.from(storable(selection.text)).slice(0, maxQuoteLength).join('')
  return { ...selection, text }
}

/** Only the author can edit a comment. Throws COMMENT_NOT_FOUND, FORBIDDEN or VALIDATION_FAILED. */
export async function updateComment(
  context: WorkspaceContext,
  { markdown: written, ...address }: CommentAddress & { markdown: string },
): Promise<void> {
  const { store, caller } = context
  const { workspaceId, commentId } = address
  const { markdown, mentions } = await context.content.comment(written, '/markdown')
  await store.transactIn({ workspaceId }, async (transaction) => {
    const comment = await requireComment(transaction, context, address)
    if (comment.createdBy !== caller.userId) {
      throw new AppError('FORBIDDEN', 'Only the author can edit a comment. Reply to it instead.')
    }
    const at = clock.now()
    await comments.update(transaction, { workspaceId, id: commentId }, { markdown, at })
    await emitCommentEvent(transaction, context, comment, 'comment.updated')
    const before = new Set(mentionsIn(comment.markdown))
    const added = mentions.filter((userId) => !before.has(userId))
    const { pageId, threadId } = comment
    const said = { workspaceId, pageId, commentId, threadId, mentions: added, isReply: false }
    await notifyOfComment(transaction, caller, said)
  })
}

/** Resolves or reopens the thread of a comment. Throws COMMENT_NOT_FOUND. */
export async function resolveThread(
  context: WorkspaceContext,
  { resolved, ...address }: CommentAddress & { resolved: boolean },
): Promise<void> {
  const { store, caller } = context
  const { workspaceId } = address
  await store.transactIn({ workspaceId }, async (transaction) => {
    const comment = await requireComment(transaction, context, address, 'any')
    const first = { workspaceId, id: comment.threadId }
    const thread = await comments.get(transaction, workspaceId, comment.threadId)
    if (thread === undefined || (thread.resolvedAt !== null) === resolved) return
    const change = resolved ? { at: clock.now(), by: caller.userId } : null
    await comments.resolve(transaction, first, change)
    await emitCommentEvent(
      transaction,
      context,
      thread,
      resolved ? 'comment.resolved' : 'comment.reopened',
    )
  })
}

/** Authors delete their own comments, those who manage the page any. Throws COMMENT_NOT_FOUND or FORBIDDEN. */
export async function deleteComment(
  context: WorkspaceContext,
  address: CommentAddress,
): Promise<void> {
  const { store, caller } = context
  const { workspaceId } = address
  await store.transactIn({ workspaceId }, async (transaction) => {
    const comment = await requireComment(transaction, context, address)
    if (comment.createdBy !== caller.userId) await requireManager(transaction, context, comment)
    await removeOrClear(transaction, comment)
    await emitCommentEvent(transaction, context, comment, 'comment.deleted')
  })
}

/** The first comment of a thread stays empty while it has replies, and is removed with the last one. */
async function removeOrClear(
  transaction: Transaction,
  comment: comments.CommentRow,
): Promise<void> {
  const { workspaceId, id, threadId } = comment
  const replies = await comments.replies(transaction, comment)
  if (id === threadId && replies > 0) {
    await comments.empty(transaction, { workspaceId, id }, clock.now())
    return
  }
  await comments.remove(transaction, { workspaceId, id })
  if (id === threadId || replies > 1) return
  const first = await comments.get(transaction, workspaceId, threadId)
  if (first !== undefined && first.deletedAt !== null) await comments.remove(transaction, first)
}

export type Thread = {
  first: comments.CommentItem
  quote: {
    text: string
    prefix: string
    suffix: string
    found: ReturnType<typeof findQuote>
  } | null
  comments: comments.CommentItem[]
}

export type Threads = { threads: Thread[]; total: number }

/** The threads of a page, oldest first, with the current positions of their quotes. Throws PAGE_NOT_FOUND. */
export async function listThreads(
  context: WorkspaceContext,
  address: PageAddress,
  filter: comments.ThreadsWanted,
): Promise<Threads> {
  const { store, viewer } = context
  await requirePage(store, viewer, address.pageId)
  const rows = await comments.ofPage(store, address, filter)
  const total = await comments.count(store, address, filter.which)
  const isQuoting = rows.some(({ quote }) => quote !== null)
  const text = isQuoting ? await pageText(context, address) : readPageText([])
  const byThread = Map.groupBy(rows, ({ threadId }) => threadId)
  const threads: Thread[] = []
  const timeSlice = startTimeSlice()
  for (const all of byThread.values()) {
    const [first] = all
    if (first === undefined) continue
    const quote = first.quote === null ? null : readQuote(first.quote, first.id)
    threads.push({
      first,
      quote: quote && { ...quote, found: findQuote(text, quote) },
      comments: all,
    })
    if (timeSlice.isOver()) await timeSlice.pause()
  }
  return { threads, total }
}

export const readQuote = storedJson(
  'comments.quote',
  fits(
    Type.Object({
      text: Type.String(),
      prefix: Type.String(),
      suffix: Type.String(),
      block: Type.Number(),
      start: Type.Number(),
    }),
  ),
)

async function pageText(context: WorkspaceContext, address: PageAddress): Promise<PageText> {
  const blocks = await currentBlocks(context, context.store, address)
  return readPageText(readBlocks(blocks ?? '[]', address.pageId))
}

/** A comment of an existing page. Throws COMMENT_NOT_FOUND, also for a deleted comment unless `which` is 'any'. */
async function requireComment(
  reader: Reader,
  { viewer }: WorkspaceContext,
  { workspaceId, commentId }: CommentAddress,
  which: 'existing' | 'any' = 'existing',
): Promise<comments.CommentRow> {
  const comment = await comments.get(reader, workspaceId, commentId)
  const isThere = comment !== undefined && (which === 'any' || comment.deletedAt === null)
  const page = isThere ? await pages.get(reader, viewer, comment.pageId) : undefined
  if (!isThere || page === undefined) throw commentNotFound(commentId)
  requireLevel(page.level, 'comment', 'Ask someone who manages this page.')
  return comment
}

async function requireManager(
  reader: Reader,
  { viewer }: WorkspaceContext,
  { pageId }: comments.CommentRow,
): Promise<void> {
  const page = await pages.get(reader, viewer, pageId)
  if (page !== undefined && page.level >= levelNumbers.manage) return
  throw new AppError('FORBIDDEN', 'Only the author, an owner or an admin can delete a comment.')
}

function emitCommentEvent(
  transaction: Transaction,
  { caller }: WorkspaceContext,
  { workspaceId, pageId, id, threadId }: comments.CommentRow,
  type: 'comment.updated' | 'comment.resolved' | 'comment.reopened' | 'comment.deleted',
): Promise<void> {
  return emit(transaction, workspaceId, caller, { type, pageId, commentId: id, threadId })
}

function commentNotFound(commentId: string): AppError {
  return new AppError(
    'COMMENT_NOT_FOUND',
    `Comment ${commentId} not found. List the comments of the page.`,
  )
}

function quoteOnReply(): AppError {
  const message = 'can only be set on the first comment of a thread, not on a reply'
  return invalidInput([{ path: '/quote', rule: 'not', message }])
}
