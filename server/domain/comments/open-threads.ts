import { partOf, readPosition, writePosition } from '../../lib/lists/cursors.ts'
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

const start = { number: Number.MAX_SAFE_INTEGER, id: '' }

/** The open threads on pages that the caller can read, newest first. Throws PAGE_NOT_FOUND or VALIDATION_FAILED. */
export async function listOpenThreads(
  { store, viewer }: WorkspaceContext,
  { underPageId, authorId, cursor, limit }: OpenThreadsWanted,
): Promise<{ threads: OpenThread[]; nextCursor: string | undefined }> {
  const { number: createdAt, id: before } = readPosition(cursor) ?? start
  if (underPageId !== undefined) await requirePage(store, viewer, underPageId)
  const filter = { authorId: authorId ?? '', underPageId: underPageId ?? '' }
  const part = { createdAt, id: before, limit: limit + 1 }
  const rows = await openThreads.list(store, viewer, filter, part)
  const { shown, nextCursor } = partOf(rows, limit, (row) =>
    writePosition({ number: row.createdAt, id: row.id }),
  )
  return {
    threads: shown.map((row) => ({
      ...row,
      quote: row.quote === null ? null : readQuote(row.quote, row.id).text,
    })),
    nextCursor,
  }
}
