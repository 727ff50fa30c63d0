import { invalidInput } from '../../lib/errors.ts'
import { isId } from '../../lib/ids.ts'
import { openThreads } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { requirePage } from '../pages/tree.ts'
import { readQuote } from './comments.ts'

export type OpenThread = Omit<openThreads.OpenThread, 'quote'> & {
  /** The quoted text. */
  quote: string | null
}

export type OpenThreadsWanted = {
  /** Only threads on this page and those below it. */
  underPageId?: string | undefined
  /** Only threads that this person began. */
  authorId?: string | undefined
  cursor?: string | undefined
  limit: number
}

const first = { createdAt: Number.MAX_SAFE_INTEGER, id: '' }

/** The open threads on pages that the caller can read, newest first. Throws PAGE_NOT_FOUND or VALIDATION_FAILED. */
export async function listOpenThreads(
  { store, viewer }: WorkspaceContext,
  { underPageId, authorId, cursor, limit }: OpenThreadsWanted,
): Promise<{ threads: OpenThread[]; nextCursor: string | undefined }> {
  const position = readCursor(cursor)
  if (underPageId !== undefined) await requirePage(store, viewer, underPageId)
  const filter = { authorId: authorId ?? '', underPageId: underPageId ?? '' }
  const rows = await openThreads.list(store, viewer, filter, { ...position, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const hasMore = rows.length > limit && last !== undefined
  return {
    threads: shown.map((row) => ({
      ...row,
      quote: row.quote === null ? null : readQuote(row.quote, row.id).text,
    })),
    nextCursor: hasMore ? `${last.createdAt}.${last.id}` : undefined,
  }
}

function readCursor(cursor: string | undefined): openThreads.ThreadPosition {
  if (cursor === undefined) return first
  const [number = '', id = ''] = cursor.split('.')
  if (isId(id) && /^\d{1,15}$/.test(number)) return { createdAt: Number(number), id }
  const message = 'must be the nextCursor of the response before'
  throw invalidInput([{ path: '/cursor', rule: 'cursor', message }])
}
