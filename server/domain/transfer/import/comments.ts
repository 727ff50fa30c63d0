import { type PageText, readPageText, takeQuote } from '../../../../content/quote.ts'
import { clock } from '../../../lib/clock.ts'
import { AppError } from '../../../lib/errors.ts'
import { newId } from '../../../lib/ids.ts'
import { comments, members, type Transaction, users } from '../../../store/index.ts'
import type { Caller, WorkspaceContext } from '../../context.ts'
import { readBlocks } from '../../document/stored-body.ts'

/** A thread in the front matter of an exported page. */
export type FileThread = { quote: string | undefined; isResolved: boolean; thread: FileComment[] }

type FileComment = { by: string; at: number | undefined; text: string }

export type ReadThread = Omit<FileThread, 'thread'> & {
  thread: { createdBy: string; createdAt: number; markdown: string }[]
}

/** Members with the names of the authors where there are, or only the person who imports. */
export type CommentAuthors = 'members' | 'importer'

const maxQuoteLength = 2000
/** What has a meaning in Markdown. */
const special = /[\\`*_{}[\]()#+\-.!<>|@~&]/g

/** The threads that an export wrote; others are left out. */
export function readThreads(given: unknown): FileThread[] {
  return objectsOf(given).flatMap(({ quote, resolved, thread }): FileThread[] => {
    const written = objectsOf(thread).flatMap(({ by, at, text }): FileComment[] => {
      if (typeof by !== 'string' || typeof text !== 'string') return []
      const time = typeof at === 'string' ? Date.parse(at) : Number.NaN
      return [{ by, at: Number.isNaN(time) || time > clock.now() ? undefined : time, text }]
    })
    if (written.length === 0) return []
    const isShort = typeof quote === 'string' && quote.length <= maxQuoteLength
    return [{ quote: isShort ? quote : undefined, isResolved: resolved === true, thread: written }]
  })
}

function objectsOf(given: unknown): Record<string, unknown>[] {
  return Array.isArray(given)
    ? given.filter((one) => typeof one === 'object' && one !== null && !Array.isArray(one))
    : []
}

/**
 * Comments are those of the person who imports, and begin with the name of another author. Only the operator's command
 * gives them to members with that name: anyone else could put words into the mouths of others.
 */
export async function prepareThreads(
  { store, caller, content }: WorkspaceContext,
  { workspaceId, commentAuthors }: { workspaceId: string; commentAuthors: CommentAuthors },
  threads: readonly FileThread[],
): Promise<{ threads: ReadThread[]; refused: number }> {
  if (threads.length === 0) return { threads: [], refused: 0 }
  const own = await users.byId(store, caller.userId)
  const people = commentAuthors === 'members' ? await members.list(store, workspaceId) : []
  const ids = new Map(people.map((person) => [nameOf(person), person.id]))
  if (own !== undefined) ids.set(nameOf(own), caller.userId)
  let refused = 0
  const read: ReadThread[] = []
  for (const given of threads) {
    const thread: ReadThread['thread'] = []
    for (const { by, at, text } of given.thread) {
      const author = ids.get(by)
      const named = author === undefined ? `**${by.replaceAll(special, '\\$&')}**\n\n${text}` : text
      try {
        const { markdown } = await content.comment(named, '/comments')
        thread.push({ createdBy: author ?? caller.userId, createdAt: at ?? clock.now(), markdown })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        refused += 1
      }
    }
    if (thread.length > 0) read.push({ ...given, thread })
  }
  return { threads: read, refused }
}

function nameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim()
}

type Page = { workspaceId: string; id: string; content: { blocks: string } }

/** Adds the threads of a page that was just added. Nobody is notified: an import tells of its pages. */
export async function restoreThreads(
  transaction: Transaction,
  caller: Caller,
  { workspaceId, id: pageId, content }: Page,
  threads: readonly ReadThread[],
): Promise<void> {
  const text = threads.length === 0 ? undefined : readPageText(readBlocks(content.blocks, pageId))
  for (const { quote, isResolved, thread } of threads) {
    const threadId = newId()
    for (const [index, comment] of thread.entries()) {
      const isFirst = index === 0
      await comments.insert(transaction, {
        workspaceId,
        id: isFirst ? threadId : newId(),
        pageId,
        threadId,
        quote: isFirst && quote !== undefined ? storedQuote(text, quote) : null,
        runId: caller.run?.id ?? null,
        ...comment,
      })
    }
    if (!isResolved) continue
    const change = { at: clock.now(), by: caller.userId }
    await comments.resolve(transaction, { workspaceId, id: threadId }, change)
  }
}

/** Where the page has the text; a text that has changed since is kept as it was. */
function storedQuote(page: PageText | undefined, text: string): string {
  const found = page && takeQuote(page, { text })
  return JSON.stringify(found ?? { block: 1, start: 0, text, prefix: '', suffix: '' })
}
