import { setTimeout as sleep } from 'node:timers/promises'
import type { Edit, Removed } from '../../../content/edit.ts'
import type { NearLocation } from '../../../content/merge/locations.ts'
import { AppError, invalidInput } from '../../lib/errors.ts'
import type { WorkspaceContext } from '../context.ts'
import type { EditedBody, Writers } from '../document/steps.ts'
import type { PreparedContent } from '../document/tasks.ts'
import { pageNotFound } from '../rights/page-not-found.ts'
import { allWritersOf, changeQueuedPage, type PageChanges } from './change.ts'
import { type EditInput, toEdit } from './edit-modes.ts'
import { readBody } from './journal/body.ts'
import { applyRows } from './journal/current.ts'
import { mergeInto, readBase } from './journal/merge.ts'
import { onPage } from './page-queue.ts'
import { type PageAddress, requirePage, versionConflict } from './tree.ts'
import { findAddresses } from './wiki/read-wiki.ts'

export type PageEdit = PageAddress & EditInput

export type EditedPage = {
  /** The new version. */
  version: number
  /** Whether others had changed the page since the expected version. */
  merged?: true
  /** Where others changed words beside those of the edit, with the text after it. */
  mergedNear?: NearLocation[]
  /** The replaced parts of a section or body. */
  removed?: Removed
}

/** Attempts to repeat an edit because another node changed the page, with pauses of some seconds in total. */
const maxAttempts = 60
const maxPauseMs = 100

/**
 * Queues the edits of a page in this process, so that they do not conflict. Computes the edit before the
 * transaction and stores it only if the page has not changed. An edit of an older version is merged with the changes
 * since. Throws PAGE_NOT_FOUND, VALIDATION_FAILED, VERSION_CONFLICT, and HEADING_ and TEXT_NOT_FOUND and _AMBIGUOUS.
 */
export async function editPage(context: WorkspaceContext, input: PageEdit): Promise<EditedPage> {
  const edit = await readEdit(context, input, undefined)
  return onPage(context.store, input, () => retry(context, input, edit))
}

/** An edit with the addresses of its wikilinks, of pages below `parentId` first. Throws VALIDATION_FAILED. */
export async function readEdit(
  context: WorkspaceContext,
  input: EditInput,
  parentId: string | null | undefined,
): Promise<Edit> {
  const edit = toEdit(input)
  if (input.dialect === undefined) return edit
  const addresses = await findAddresses(
    context,
    edit.text,
    parentId === undefined ? {} : { parentId },
  )
  return { ...edit, addresses }
}

async function retry(context: WorkspaceContext, input: PageEdit, edit: Edit): Promise<EditedPage> {
  for (let attempt = 1; ; attempt += 1) {
    const page = await requirePage(context.store, context.viewer, input.pageId, 'write')
    const { expectedVersion = page.version } = input
    const isOlder = expectedVersion !== page.version
    const { removed, near, ...changes } = isOlder
      ? await mergeEdit(context, input, edit, { expected: expectedVersion, now: page.version })
      : await applyEdit(context, input, edit)
    const changed = await changeQueuedPage(
      context,
      { ...input, lastTitle: page.title },
      changes,
      async (_transaction, now) => (now.version === page.version ? undefined : 'outdated'),
    )
    if (changed !== 'outdated') {
      const includesRemoved = edit.mode === 'section' || edit.mode === 'body'
      return {
        version: changed.version,
        ...(isOlder ? { merged: true } : {}),
        ...(near.length > 0 ? { mergedNear: near } : {}),
        ...(includesRemoved ? { removed } : {}),
      }
    }
    if (attempt === maxAttempts) throw alwaysChanged(input)
    await sleep(Math.random() * Math.min(maxPauseMs, 2 ** attempt))
  }
}

type Applied = Pick<PageChanges, 'written' | 'wanted'> & {
  content: PreparedContent
  removed: Removed
  near: NearLocation[]
}

async function applyEdit(
  context: WorkspaceContext,
  address: PageEdit,
  edit: Edit,
): Promise<Applied> {
  const body = await readBody(context.store, address)
  if (body === undefined) throw pageNotFound(address.pageId)
  const isBehind = body.rows.length > 0
  const document = isBehind ? await applyRows(context, address, body) : body.document
  const writers = isBehind ? undefined : allWritersOf(context, body)
  const edited = await editDocument(context, address, { document, writers }, edit)
  const { content, removed, written } = edited
  const { wanted } = content
  return {
    content,
    wanted,
    removed,
    near: [],
    written: written && { before: document, change: written },
  }
}

/** Applies the edit to the version that its author read, and brings it onto the current one. */
async function mergeEdit(
  context: WorkspaceContext,
  address: PageEdit,
  edit: Edit,
  { expected, now }: { expected: number; now: number },
): Promise<Applied> {
  const base = await readBase(context, address, expected)
  if (base === undefined) throw versionConflict(now, expected)
  const { content, removed } = await editDocument(context, address, base, edit)
  const merged = await mergeInto(context, address, base, content.document)
  return { ...merged, wanted: content.wanted, removed }
}

/** A document after an edit. Throws VALIDATION_FAILED, and HEADING_ and TEXT_NOT_FOUND and _AMBIGUOUS. */
export async function editDocument(
  { content: engine }: Pick<WorkspaceContext, 'content'>,
  { pageId }: PageAddress,
  { document, writers }: { document: string; writers?: Writers | undefined },
  edit: Edit,
): Promise<Extract<EditedBody, { ok: true }>> {
  const result = await engine.edit({ id: pageId, document }, edit, writers)
  if (result.ok) return result
  throw toError(result)
}

function toError({ reason, message }: Extract<EditedBody, { ok: false }>): AppError {
  switch (reason) {
    case 'INVALID_MARKDOWN':
      return invalidInput([{ path: '/text', rule: 'document', message }])
    case 'COLUMN_REQUIRED':
      return invalidInput([{ path: '/heading', rule: 'required', message }])
    case 'NOT_A_BOARD':
      return invalidInput([{ path: '/page', rule: 'board', message }])
    case 'SUBSECTION_REPEATED':
      return invalidInput([{ path: '/includeSubsections', rule: 'required', message }])
    default:
      return new AppError(reason, message)
  }
}

function alwaysChanged({ pageId }: PageEdit): AppError {
  return new AppError(
    'VERSION_CONFLICT',
    `Others are changing page ${pageId} at the same time. Try again.`,
  )
}
