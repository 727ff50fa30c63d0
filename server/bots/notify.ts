import type { App } from '../app.ts'
import type { Due } from '../domain/chats/bot-lease.ts'
import { type NoticeChange, readChanges } from '../domain/chats/notifications.ts'
import { type Block, item, oneLine, type Span, withoutMarks } from '../domain/chats/text.ts'
import { requireMember } from '../domain/people/access.ts'
import { sentence } from '../domain/webhooks/formats.ts'
import { AppError } from '../lib/errors.ts'
import { eventTypes } from '../lib/event-types.ts'
import * as comments from '../operations/comments/comments.ts'
import * as pages from '../operations/pages/pages.ts'
import { actFor, type Member } from './member.ts'
import { excerptOf, pageBlocks } from './page-text.ts'

const longestExcerpt = 280
const longestTitle = 200
const mostTitles = 10

/**
 * What a chat is told of a page, as the person who subscribed may read it; undefined when that person may
 * not read any more.
 */
export async function noticeBlocks(
  app: Pick<App, 'contextFor' | 'integrations'>,
  { notices, subscription }: Due,
): Promise<Block[] | undefined> {
  const member = actFor(app, subscription.workspaceId, subscription.createdBy)
  try {
    await requireMember(member.context, subscription.workspaceId, 'read')
  } catch (error) {
    if (error instanceof AppError && error.code === 'FORBIDDEN') return undefined
    throw error
  }
  const [notice, ...others] = notices
  if (notice === undefined) return []
  if (others.length > 0) return tellTogether(notices.map(readChanges))
  const changes = readChanges(notice)
  const isQuiet = subscription.showsExcerpt === 0
  const excerpt = isQuiet ? '' : await excerptFor(member, notice.pageId, changes)
  const quote: Block[] = excerpt === '' ? [] : [{ kind: 'quote', spans: [{ text: excerpt }] }]
  return [...tell(changes), ...quote]
}

function tell(changes: readonly NoticeChange[]): Block[] {
  const [only, ...others] = changes
  if (only === undefined) return []
  if (others.length === 0 && only.count === 1)
    return [{ kind: 'paragraph', spans: emphasize(only) }]
  const last = changes.at(-1) ?? only
  const title = oneLine(last.subject.title, longestTitle) || 'Untitled'
  const head: Span = { text: title, styles: ['bold'], url: last.subject.url ?? undefined }
  return [{ kind: 'paragraph', spans: [head] }, ...changes.map(line)]
}

/** Many pages at once, as after an import, are told by their titles. */
function tellTogether(pages: readonly NoticeChange[][]): Block[] {
  const names = new Set(pages.flat().map(({ actor }) => oneLine(actor.name, longestTitle)))
  const [first = '', ...others] = names
  const who = others.length === 0 ? first : `${first} and ${others.length} others`
  const titles = pages.flatMap((changes) => {
    const last = changes.at(-1)
    if (last === undefined) return []
    const text = oneLine(last.subject.title, longestTitle) || 'Untitled'
    return [item({ text, url: last.subject.url ?? undefined })]
  })
  const more = titles.length - mostTitles
  return [
    { kind: 'paragraph', spans: [{ text: `${who} worked on ${pages.length} pages:` }] },
    ...titles.slice(0, mostTitles),
    ...(more > 0 ? [item(`and ${more} more`)] : []),
  ]
}

function emphasize(change: NoticeChange): Span[] {
  return sentence({ ...change, isKnown: true }).map((span) =>
    span.url === undefined ? span : { ...span, styles: ['bold'] },
  )
}

function line({ actor, type, count, subject }: NoticeChange): Block {
  const times = count === 1 ? '' : ` ${count} times`
  const { subject: kind, chat } = eventTypes[type]
  const url = kind === 'comment' ? (subject.url ?? undefined) : undefined
  return item(`${oneLine(actor.name, longestTitle)} `, { text: chat.verb + times, url })
}

/** Of the newest comment when there is one, else of the page. */
async function excerptFor(
  member: Member,
  pageId: string,
  changes: readonly NoticeChange[],
): Promise<string> {
  try {
    const commented = changes.findLast(({ type }) => type === 'comment.created')
    if (commented?.commentId !== undefined) {
      const comment = await commentText(member, pageId, commented.commentId)
      return oneLine(withoutMarks(comment), longestExcerpt)
    }
    const tells = changes.some(({ type }) => type === 'page.created' || type === 'page.updated')
    if (!tells) return ''
    const { content } = await member.ask(pages.document, { pageId })
    return excerptOf(pageBlocks(content, ''), longestExcerpt)
  } catch (error) {
    // It is in the trash by now: what happened is told without it.
    if (error instanceof AppError && error.code === 'PAGE_NOT_FOUND') return ''
    throw error
  }
}

async function commentText(member: Member, pageId: string, commentId: string): Promise<string> {
  const { threads } = await member.ask(comments.list, { pageId, includeResolved: true, limit: 500 })
  const all = threads.flatMap((thread) => thread.comments)
  return all.find(({ id }) => id === commentId)?.markdown ?? ''
}
