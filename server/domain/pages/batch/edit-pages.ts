import type { CardMove, ChangeSummary } from '../../../../content/edit.ts'
import type { NearLocation } from '../../../../content/merge/locations.ts'
import { AppError, type ConflictLocation, invalidInput } from '../../../lib/errors.ts'
import type { WorkspaceContext } from '../../context.ts'
import type { PreparedContent } from '../../document/tasks.ts'
import { pageNotFound } from '../../rights/page-not-found.ts'
import { indexPages } from '../../search/reindex.ts'
import { ChangedMeanwhile, prepareChange, type PreparedChange, writePrepared } from '../change.ts'
import type { EditInput } from '../edit-modes.ts'
import { editDocument, readEdit } from '../edit.ts'
import { readBody } from '../journal/body.ts'
import { checkpoint } from '../journal/checkpoint.ts'
import { applyRows } from '../journal/current.ts'
import { type BaseBody, mergeInto, mergeConflict, readBase } from '../journal/merge.ts'
import { type PageAddress, requirePage, versionConflict } from '../tree.ts'
import { withProperties } from '../wiki/given-properties.ts'
import { changeInQueues } from './in-queues.ts'

export type BatchEdit = EditInput | CardMove

/** The edits of one page, one after the other. */
export type PageEdits = {
  pageId: string
  expectedVersion?: number | undefined
  edits: BatchEdit[]
  /** Properties as YAML, by key: others stay. */
  yaml?: string | undefined
  /** Their positions in the request, which errors name; left out for a request with a single edit. */
  positions?: readonly number[]
}

export type EditedPage = ChangeSummary & {
  pageId: string
  title: string
  version: number
  /** Others had changed the page since the expected version. */
  merged?: true
  /** Where others changed words beside those of the edits, with the text after them. */
  mergedNear?: NearLocation[]
}

/**
 * Edits pages in one transaction: all edits are stored, or none. Edits of an older version are merged with the changes
 * since. Throws PAGE_NOT_FOUND, FORBIDDEN, VALIDATION_FAILED, VERSION_CONFLICT, and HEADING_ and TEXT_NOT_FOUND and
 * _AMBIGUOUS.
 */
export function editPages(
  context: WorkspaceContext,
  workspaceId: string,
  pages: readonly PageEdits[],
): Promise<EditedPage[]> {
  const pageIds = pages.map(({ pageId }) => pageId)
  return changeInQueues(context, { workspaceId, pageIds }, () =>
    attemptEdits(context, workspaceId, pages),
  )
}

async function attemptEdits(
  context: WorkspaceContext,
  workspaceId: string,
  pages: readonly PageEdits[],
): Promise<EditedPage[]> {
  const edited = await prepareAll(context, workspaceId, pages)
  const { answers, waiting } = await context.store.transactAlone(
    { workspaceId },
    async (transaction) => {
      const written = []
      const pageIds = []
      for (const { prepared, version } of edited) {
        const { answer, waits } = await writePrepared<'outdated'>(
          transaction,
          context,
          prepared,
          async (_transaction, now) => (now.version === version ? undefined : 'outdated'),
        )
        if (typeof answer === 'string') throw new ChangedMeanwhile()
        written.push(answer.version)
        if (waits) pageIds.push(prepared.address.pageId)
      }
      return { answers: written, waiting: pageIds }
    },
  )
  await indexPages(context, workspaceId, waiting)
  return edited.map(({ answer }, index) => ({ ...answer, version: answers[index] ?? 0 }))
}

type Edited = {
  prepared: PreparedChange
  /** The version that the edits were prepared for. */
  version: number
  answer: Omit<EditedPage, 'version'>
}

/** Throws VERSION_CONFLICT with the conflicts of all pages. */
async function prepareAll(
  context: WorkspaceContext,
  workspaceId: string,
  pages: readonly PageEdits[],
): Promise<Edited[]> {
  const edited: Edited[] = []
  const conflicts: ConflictLocation[] = []
  for (const page of pages) {
    try {
      edited.push(await prepareEdits(context, workspaceId, page))
    } catch (error) {
      if (!(error instanceof AppError) || error.conflict === undefined) throw error
      const { version } = error.conflict
      const { title } = await requirePage(context.store, context.viewer, page.pageId)
      const named = { id: page.pageId, title, version }
      conflicts.push(...error.conflict.conflicts.map((conflict) => ({ page: named, ...conflict })))
    }
  }
  const [first] = conflicts
  if (first !== undefined) throw mergeConflict(first.page?.version ?? 0, conflicts)
  return edited
}

async function prepareEdits(
  context: WorkspaceContext,
  workspaceId: string,
  { pageId, expectedVersion, edits, positions, yaml }: PageEdits,
): Promise<Edited> {
  const address = { workspaceId, pageId }
  const page = await atPosition(positions?.[0], undefined, () =>
    requirePage(context.store, context.viewer, pageId, 'write'),
  )
  const { version, title } = page
  const older =
    expectedVersion === undefined || expectedVersion === version
      ? undefined
      : await atPosition(positions?.[0], title, () =>
          requireBase(context, address, { expected: expectedVersion, now: version }),
        )
  const before = older?.document ?? (await readCurrent(context, address))
  let document = before
  let content: PreparedContent | undefined
  const wanted: string[] = []
  for (const [index, given] of edits.entries()) {
    const result = await atPosition(positions?.[index], title, async () => {
      const edit =
        given.mode === 'card'
          ? given
          : await readEdit(context, withVersion(given, expectedVersion), page.parentId)
      return editDocument(context, address, { document }, edit)
    })
    content = result.content
    wanted.push(...(content.wanted ?? []))
    document = content.document
  }
  const summary = await context.content.summarize({ id: pageId, before, after: document })
  const { content: merged, near = [] } =
    older === undefined ? { content } : await mergeInto(context, address, older, document)
  const prepared = await prepareChange(
    context,
    { ...address, lastTitle: title },
    {
      ...(merged !== undefined && { content: merged, wanted }),
      ...(yaml !== undefined && {
        properties: await withProperties(context, page.properties, { yaml, path: '/properties' }),
      }),
    },
  )
  if (prepared === 'behind') {
    await checkpoint(context, address)
    throw new ChangedMeanwhile()
  }
  const answer = {
    pageId,
    title,
    ...summary,
    ...(older && { merged: true as const }),
    ...(near.length > 0 && { mergedNear: near }),
  }
  return { prepared, version, answer }
}

/** Names the edit of a request, and its page, in what goes wrong. */
export async function atPosition<Result>(
  position: number | undefined,
  title: string | undefined,
  work: () => Promise<Result> | Result,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (position === undefined || !(error instanceof AppError)) throw error
    const { code, message, violations } = error
    const page = title === undefined ? '' : `, page "${title}"`
    const where = `edits[${position}]${page}`
    if (violations === undefined) throw new AppError(code, `${where}: ${message}`, { cause: error })
    throw invalidInput(violations.map((one) => ({ ...one, message: `${one.message} (${where})` })))
  }
}

function withVersion(edit: EditInput, expectedVersion: number | undefined): EditInput {
  return expectedVersion === undefined ? edit : { ...edit, expectedVersion }
}

async function requireBase(
  context: WorkspaceContext,
  address: PageAddress,
  { expected, now }: { expected: number; now: number },
): Promise<BaseBody> {
  const base = await readBase(context, address, expected)
  if (base === undefined) throw versionConflict(now, expected)
  return base
}

async function readCurrent(context: WorkspaceContext, address: PageAddress): Promise<string> {
  const body = await readBody(context.store, address)
  if (body === undefined) throw pageNotFound(address.pageId)
  const { rows, document } = body
  return rows.length > 0 ? applyRows(context, address, body) : document
}
