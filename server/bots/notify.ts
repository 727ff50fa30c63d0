import type { App } from '../app.ts'
import type { MessageButton } from '../domain/chats/adapters.ts'
import type { DueNotices } from '../domain/chats/bot-lease.ts'
import {
  type NoticeChange,
  type VisibleNotice,
  visibleNotices,
} from '../domain/chats/notifications.ts'
import {
  type Block,
  item,
  oneLine,
  paragraph,
  type RichText,
  styled,
  withoutMarks,
} from '../domain/chats/text.ts'
import { requireMember } from '../domain/people/access.ts'
import { languageOfUser } from '../domain/people/language.ts'
import { AppError } from '../lib/errors.ts'
import { eventTypes } from '../lib/event-types.ts'
import * as comments from '../operations/comments/comments.ts'
import * as pages from '../operations/pages/pages.ts'
import { memberFor, type Member } from './member.ts'
import { botMessages, type BotTexts, keysOf, noticeMessages } from './messages.ts'
import { excerptOf, pageBlocks } from './page-text.ts'
import { proposalButtons } from './proposal-buttons.ts'

const maxExcerptLength = 280
const maxTitleLength = 200
const maxTitles = 10

/** A message about changes, with the buttons below it. */
export type Notice = { blocks: Block[]; buttons: MessageButton[] }

/**
 * The message about the changes of pages that the chat can see; empty when it can see none of them any more, and
 * undefined when the subscriber has left.
 */
export async function noticeFor(
  app: Pick<App, 'contextFor' | 'integrations'>,
  { notices: due, subscription }: DueNotices,
): Promise<Notice | undefined> {
  const { id, workspaceId, createdBy } = subscription
  const member = memberFor(app, workspaceId, createdBy, id)
  let notices: VisibleNotice[]
  try {
    const viewer = await requireMember(member.context, workspaceId, 'read')
    notices = await visibleNotices(member.context.store, viewer, due)
  } catch (error) {
    if (error instanceof AppError && error.code === 'FORBIDDEN') return undefined
    throw error
  }
  const [notice, ...others] = notices
  if (notice === undefined) return { blocks: [], buttons: [] }
  const language = await languageOfUser(member.context.store, subscription.createdBy)
  const texts = { ...noticeMessages.in(language), ...botMessages.in(language) }
  if (others.length > 0) return { blocks: digest(notices, texts), buttons: [] }
  const { changes } = notice
  const hidesExcerpt = subscription.showsExcerpt === 0
  const excerpt = hidesExcerpt ? '' : await excerptFor(member, notice.pageId, changes, texts)
  const quote: Block[] = excerpt === '' ? [] : [{ kind: 'quote', spans: [{ text: excerpt }] }]
  const buttons = await proposalButtons(member, changes, texts)
  return { blocks: [...pageNotice(changes, texts), ...quote], buttons }
}

type NoticeTexts = ReturnType<typeof noticeMessages.in> & BotTexts

function pageNotice(changes: readonly NoticeChange[], texts: NoticeTexts): Block[] {
  const [only, ...others] = changes
  if (only === undefined) return []
  if (others.length === 0 && only.count === 1) return [paragraph(sentence(only, texts))]
  const last = changes.at(-1) ?? only
  const head = styled({ styles: ['bold'], url: last.subject.url ?? undefined })
  return [paragraph(head([titleOf(last, texts)])), ...changes.map((one) => line(one, texts))]
}

/** Many pages at once, as after an import. */
function digest(notices: readonly VisibleNotice[], texts: NoticeTexts): Block[] {
  const all = notices.flatMap(({ changes }) => changes)
  const names = new Set(all.map((change) => actorOf(change, texts)))
  const [name = '', ...others] = names
  const pages = notices.length
  const head =
    others.length === 0
      ? texts.digest({ name, pages })
      : texts.digestOfSeveral({ name, others: others.length, pages })
  const titles = notices.flatMap(({ changes }) => {
    const last = changes.at(-1)
    if (last === undefined) return []
    return [item({ text: titleOf(last, texts), url: last.subject.url ?? undefined })]
  })
  const more = titles.length - maxTitles
  return [
    paragraph(head),
    ...titles.slice(0, maxTitles),
    ...(more > 0 ? [item(texts.more({ count: more }))] : []),
  ]
}

function sentence(change: NoticeChange, texts: NoticeTexts): RichText {
  const url = change.subject.url ?? undefined
  const title = styled(url === undefined ? {} : { styles: ['bold'], url })
  const [key] = keysOf(change)
  return texts[key]({ actor: actorOf(change, texts), name: titleOf(change, texts), title })
}

function line(change: NoticeChange, texts: NoticeTexts): Block {
  const { type, count, subject } = change
  const hasAddress = eventTypes[type].subject !== 'page'
  const link = styled({ url: hasAddress ? (subject.url ?? undefined) : undefined })
  const [, key] = keysOf(change)
  return item(texts[key]({ actor: actorOf(change, texts), count, link }))
}

function titleOf({ subject }: NoticeChange, { untitled }: NoticeTexts): string {
  return oneLine(subject.title, maxTitleLength) || untitled
}

function actorOf({ actor }: NoticeChange, { operator }: NoticeTexts): string {
  return actor.type === 'system' ? operator : oneLine(actor.name, maxTitleLength)
}

/** Of the newest comment, otherwise of the page. */
async function excerptFor(
  member: Member,
  pageId: string,
  changes: readonly NoticeChange[],
  texts: BotTexts,
): Promise<string> {
  try {
    const commented = changes.findLast(({ type }) => type === 'comment.created')
    if (commented?.commentId !== undefined) {
      const comment = await commentText(member, pageId, commented.commentId)
      return oneLine(await withoutMarks(comment), maxExcerptLength)
    }
    const hasNewText = changes.some(
      ({ type }) => type === 'page.created' || type === 'page.updated',
    )
    if (!hasNewText) return ''
    const { content } = await member.call(pages.document, { pageId })
    return excerptOf(pageBlocks(content, '', texts), maxExcerptLength)
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
