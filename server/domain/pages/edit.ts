import { setTimeout as sleep } from 'node:timers/promises'
import type { Edit, Removed } from '../../../content/edit.ts'
import { AppError, invalidInput } from '../../lib/errors.ts'
import type { WorkspaceContext } from '../context.ts'
import type { Edited } from '../document/tasks.ts'
import { pageNotFound } from '../rights/page-not-found.ts'
import { changeQueuedPage } from './change.ts'
import { type EditInput, toEdit } from './edit-modes.ts'
import { currentDocument } from './journal/current.ts'
import { onPage } from './page-queue.ts'
import { requirePage, requireVersion } from './tree.ts'
import type { PageAddress } from './tree.ts'

export type PageEdit = PageAddress & EditInput

export type EditedPage = {
  /** The new version. */
  version: number
  /** The replaced parts of a section or body. */
  removed?: Removed
}

/** Attempts to repeat an edit because another node changed the page, with pauses of some seconds in total. */
const maxAttempts = 60
const maxPauseMs = 100

/**
 * Queues the edits of a page in this process, so that they do not conflict. Computes the edit before the
 * transaction and stores it only if the page has not changed. Throws PAGE_NOT_FOUND, VALIDATION_FAILED,
 * VERSION_CONFLICT, and HEADING_ and TEXT_NOT_FOUND and _AMBIGUOUS.
 */
export async function editPage(context: WorkspaceContext, input: PageEdit): Promise<EditedPage> {
  const edit = toEdit(input)
  return onPage(context.store, input, () => retry(context, input, edit))
}

async function retry(context: WorkspaceContext, input: PageEdit, edit: Edit): Promise<EditedPage> {
  for (let attempt = 1; ; attempt += 1) {
    const page = await requirePage(context.store, context.viewer, input.pageId, 'write')
    requireVersion(page, input.expectedVersion)
    const { content, removed } = await applyEdit(context, input, edit)
    const changed = await changeQueuedPage(
      context,
      { ...input, lastTitle: page.title },
      { content },
      async (_transaction, now) => (now.version === page.version ? undefined : 'outdated'),
    )
    if (changed !== 'outdated') {
      const includesRemoved = edit.mode === 'section' || edit.mode === 'body'
      return { version: changed.version, ...(includesRemoved ? { removed } : {}) }
    }
    if (attempt === maxAttempts) throw versionConflict(input)
    await sleep(Math.random() * Math.min(maxPauseMs, 2 ** attempt))
  }
}

async function applyEdit(
  { store, content: engine }: WorkspaceContext,
  address: PageEdit,
  edit: Edit,
): Promise<Edited & { ok: true }> {
  const { pageId } = address
  const document = await currentDocument({ content: engine }, store, address)
  if (document === undefined) throw pageNotFound(pageId)
  const result = await engine.edit({ id: pageId, document }, edit)
  if (result.ok) return result
  throw toError(result)
}

function toError({ reason, message }: Extract<Edited, { ok: false }>): AppError {
  switch (reason) {
    case 'INVALID_MARKDOWN':
      return invalidInput([{ path: '/text', rule: 'document', message }])
    case 'COLUMN_REQUIRED':
      return invalidInput([{ path: '/heading', rule: 'required', message }])
    case 'SUBSECTION_REPEATED':
      return invalidInput([{ path: '/includeSubsections', rule: 'required', message }])
    default:
      return new AppError(reason, message)
  }
}

function versionConflict({ pageId }: PageEdit): AppError {
  return new AppError(
    'VERSION_CONFLICT',
    `Others are changing page ${pageId} at the same time. Try again.`,
  )
}
