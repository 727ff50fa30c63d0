import type { App } from '../app.ts'
import type { DueNotices } from '../domain/chats/bot-lease.ts'
import { type NoticeChange, readChanges } from '../domain/chats/notifications.ts'
import { type Block, item, oneLine, type Span, withoutMarks } from '../domain/chats/text.ts'
import { requireMember } from '../domain/people/access.ts'
import { describeEvent } from '../domain/webhooks/formats.ts'
import { AppError } from '../lib/errors.ts'
import { eventTypes } from '../lib/event-types.ts'
import * as comments from '../operations/comments/comments.ts'
import * as pages from '../operations/pages/pages.ts'
import { memberFor, type Member } from './member.ts'
import { excerptOf, pageBlocks } from './page-text.ts'

const maxExcerptLength = 280
const maxTitleLength = 200
const maxTitles = 10

/** The message about the changes of pages, with the rights of the subscriber; undefined when they have none left. */
export async function noticeBlocks(
  app: Pick<App, 'contextFor' | 'integrations'>,
  { notices, subscription }: DueNotices,
): Promise<Block[] | undefined> {
  const member = memberFor(app, subscription.workspaceId, subscription.createdBy)
  try {
    await requireMember(member.context, subscription.workspaceId, 'read')
  } catch (error) {
    if (error instanceof AppError && error.code === 'FORBIDDEN') return undefined
    throw error
  }
  const [notice, ...others] = notices
  if (notice === undefined) return []
  if (others.length > 0) return digest(notices.map(readChanges))
  const changes = readChanges(notice)
  const hidesExcerpt = subscription.showsExcerpt === 0
  const excerpt = hidesExcerpt ? '' : await excerptFor(member, notice.pageId, changes)
  const quote: Block[] = excerpt === '' ? [] : [{ kind: 'quote', spans: [{ text: excerpt }] }]
  return [...pageNotice(changes), ...quote]
}

function pageNotice(changes: readonly NoticeChange[]): Block[] {
  const [only, ...others] = changes
  if (only === undefined) return []
  if (others.length === 0 && only.count === 1)
    return [{ kind: 'paragraph', spans: emphasize(only) }]
  const last = changes.at(-1) ?? only
  const title = oneLine(last.subject.title, maxTitleLength) || 'Untitled'
  const head: Span = { text: title, styles: ['bold'], url: last.subject.url ?? undefined }
  return [{ kind: 'paragraph', spans: [head] }, ...changes.map(line)]
}

/** Many pages at once, as after an import. */
function digest(pages: readonly NoticeChange[][]): Block[] {
  const names = new Set(pages.flat().map(({ actor }) => oneLine(actor.name, maxTitleLength)))
  const [first = '', ...others] = names
  const who = others.length === 0 ? first : `${first} and ${others.length} others`
  const titles = pages.flatMap((changes) => {
    const last = changes.at(-1)
    if (last === undefined) return []
    const text = oneLine(last.subject.title, maxTitleLength) || 'Untitled'
    return [item({ text, url: last.subject.url ?? undefined })]
  })
  const more = titles.length - maxTitles
  return [
    { kind: 'paragraph', spans: [{ text: `${who} worked on ${pages.length} pages:` }] },
    ...titles.slice(0, maxTitles),
    ...(more > 0 ? [item(`and ${more} more`)] : []),
  ]
}

function emphasize(change: NoticeChange): Span[] {
  return describeEvent({ ...change, isKnown: true }).map((span) =>
    span.url === undefined ? span : { ...span, styles: ['bold'] },
  )
}

function line({ actor, type, count, subject }: NoticeChange): Block {
  const times = count === 1 ? '' : ` ${count} times`
  const { subject: kind, chat } = eventTypes[type]
  const url = kind === 'comment' ? (subject.url ?? undefined) : undefined
  return item(`${oneLine(actor.name, maxTitleLength)} `, { text: chat.verb + times, url })
}

/** Of the newest comment, otherwise of the page. */
async function excerptFor(
  member: Member,
  pageId: string,
  changes: readonly NoticeChange[],
): Promise<string> {
  try {
    const commented = changes.findLast(({ type }) => type === 'comment.created')
    if (commented?.commentId !== undefined) {
      const comment = await commentText(member, pageId, commented.commentId)
      return oneLine(withoutMarks(comment), maxExcerptLength)
    }
    const hasNewText = changes.some(
      ({ type }) => type === 'page.created' || type === 'page.updated',
    )
    if (!hasNewText) return ''
    const { content } = await member.call(pages.document, { pageId })
    return excerptOf(pageBlocks(content, ''), maxExcerptLength)
  } catch (error) {
    // The page is in the trash by now: the notice goes without an excerpt.
    if (error instanceof AppError && error.code === 'PAGE_NOT_FOUND') return ''
    throw error
  }
}

async function commentText(member: Member, pageId: string, commentId: string): Promise<string> {
  const { threads } = await member.call(comments.list, {
    pageId,
    includeResolved: true,
    limit: 500,
  })
  const all = threads.flatMap((thread) => thread.comments)
  return all.find(({ id }) => id === commentId)?.markdown ?? ''
}
