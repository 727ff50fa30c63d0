import { QuireError } from '../../../../client/errors.ts'
import { client } from '../../lib/client.ts'
import { messageOf } from '../../lib/errors.ts'
import { readPage } from '../../lib/page-query.ts'
import type { Changes } from './page-state.ts'
import type { LoadResult, Reason, SendResult } from './save-status.ts'

type Person = { id: string; firstName: string; lastName: string }
type PageIds = { workspaceId: string; pageId: string }

/** Saves changes of a page, and says in which way that failed. */
export async function sendChanges(
  pageIds: PageIds,
  changes: Changes & { version: number },
  updatedBy: Person,
): Promise<SendResult> {
  try {
    const saved = await client.pages.save({ ...pageIds, ...changes })
    return { kind: 'saved', ...saved, updatedBy }
  } catch (error) {
    return isConflict(error) ? { kind: 'conflict' } : failureOf(error)
  }
}

/** The page as the server has it now. */
export async function loadPage({ workspaceId, pageId }: PageIds): Promise<LoadResult> {
  try {
    return { kind: 'loaded', page: await readPage(workspaceId, pageId) }
  } catch (error) {
    return failureOf(error)
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof QuireError && error.code === 'VERSION_CONFLICT'
}

export function failureOf(error: unknown): Exclude<LoadResult, { kind: 'loaded' }> {
  if (error instanceof QuireError && error.status === 0) return { kind: 'unreachable' }
  return { kind: 'refused', reason: reasonOf(error), message: messageOf(error) }
}

const reasons: Readonly<Record<string, Reason>> = {
  PAGE_NOT_FOUND: 'trashed',
  WORKSPACE_NOT_FOUND: 'no-access',
}

function reasonOf(error: unknown): Reason {
  if (!(error instanceof QuireError)) return 'refused'
  const { code, status } = error
  if (status === 401) return 'signed-out'
  if (status === 403) return 'no-access'
  if (status === 413) return 'too-large'
  if (status === 507) return 'storage-full'
  if (status === 408 || status === 429 || status >= 500) return 'server-error'
  return reasons[code] ?? 'refused'
}
