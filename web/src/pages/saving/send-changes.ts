import { QuireError } from '../../../../client/errors.ts'
import { client } from '../../lib/client.ts'
import { messageOf } from '../../lib/errors.ts'
import { readPage } from '../../lib/page-query.ts'
import type { Changes } from './page-state.ts'
import type { LoadResult, Reason, SendResult } from './save-status.ts'

type Person = { id: string; firstName: string; lastName: string }
type PageIds = {
  workspaceId: string
  pageId: string
  /** The pages above it, when it was opened. */
  ancestorIds?: readonly string[]
}

/** Saves changes of a page, merged with those of others since, and says in which way that failed. */
export async function sendChanges(
  { ancestorIds = [], ...pageIds }: PageIds,
  changes: Changes & { version: number },
  updatedBy: Person,
): Promise<SendResult> {
  try {
    const saved = await client.pages.save({ ...pageIds, ...changes, merge: true })
    return { kind: 'saved', ...saved, updatedBy }
  } catch (error) {
    if (error instanceof QuireError && error.code === 'VERSION_CONFLICT') {
      return { kind: 'conflict', origins: error.conflict?.conflicts ?? [] }
    }
    return missingOr({ ...pageIds, ancestorIds }, error)
  }
}

/** The page as the server has it now. */
export async function loadPage(pageIds: PageIds): Promise<LoadResult> {
  try {
    return { kind: 'loaded', page: await readPage(pageIds.workspaceId, pageIds.pageId) }
  } catch (error) {
    return missingOr(pageIds, error)
  }
}

/** Why a page could not be loaded or saved. A page that is neither there nor in the trash is lost to the person. */
export async function missingOr(
  pageIds: PageIds,
  error: unknown,
): Promise<Exclude<LoadResult, { kind: 'loaded' }>> {
  const failure = failureOf(error)
  if (failure.kind !== 'refused' || failure.reason !== 'trashed') return failure
  return (await isInTrash(pageIds)) ? failure : { ...failure, reason: 'lost' }
}

/** A page in the trash is listed by itself, or with the page above it that was deleted. */
async function isInTrash({ workspaceId, pageId, ancestorIds = [] }: PageIds): Promise<boolean> {
  const ids = new Set([pageId, ...ancestorIds])
  const listed = await client.trash.list({ workspaceId, limit: 200 }).catch(() => undefined)
  return listed?.pages.some(({ id }) => ids.has(id)) ?? false
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
