import { describeSince } from '../../../domain/pages/addressing/since-version.ts'
import {
  editPages,
  type EditedPage,
  type PageEdits,
} from '../../../domain/pages/batch/edit-pages.ts'
import { canonicalUrl } from '../../../domain/pages/urls.ts'
import { requireStored } from '../../../domain/pages/versions.ts'
import { AppError, type WriteConflict } from '../../../lib/errors.ts'
import type { AgentContext } from '../agent-tool.ts'
import type { JsonObject } from '../json-object.ts'

type Counts = EditedPage['added']

/** What an edit added and removed, without zeros. */
export function toCounts({ added, removed }: Pick<EditedPage, 'added' | 'removed'>): JsonObject {
  const entries = Object.entries({ added: some(added), removed: some(removed) })
  return Object.fromEntries(entries.filter(([, counts]) => Object.keys(counts).length > 0))
}

function some(counts: Counts): Partial<Counts> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
}

/** Edits pages and answers what changed. A conflict says who changed what since. */
export async function applyEdits(
  context: AgentContext,
  pages: readonly PageEdits[],
): Promise<JsonObject[]> {
  const { workspaceId } = context
  if (context.dryRun) {
    // What people typed is stored first, which an attempt that is rolled back cannot do.
    for (const { pageId } of pages) await requireStored(context.lasting, { workspaceId, pageId })
  }
  const edited = await explained(context, pages, () => editPages(context, workspaceId, pages))
  return edited.map(({ pageId: id, title, version, merged, mergedNear, ...counts }) => ({
    id,
    title,
    url: canonicalUrl(context, id),
    version,
    ...(merged && { merged }),
    ...(mergedNear && { mergedNear }),
    ...toCounts(counts),
  }))
}

/** Adds to a conflict who changed what since the expected version. */
export async function explained<Result>(
  context: AgentContext,
  pages: readonly { pageId: string; expectedVersion?: number | undefined }[],
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'VERSION_CONFLICT') throw error
    if (error.conflict !== undefined) throw inWords(error.conflict)
    const stale = pages.flatMap(({ pageId, expectedVersion }) =>
      expectedVersion === undefined ? [] : [{ pageId, expectedVersion }],
    )
    const since = await Promise.all(
      stale.map(({ pageId, expectedVersion }) =>
        describeSince(
          context.lasting,
          { workspaceId: context.workspaceId, pageId },
          expectedVersion,
        ),
      ),
    )
    const more = since.filter((text) => text !== '')
    throw new AppError(error.code, [error.message, ...more].join(' '))
  }
}

/** A conflict that a model can act on: each place with what it was, what others wrote and what the model wrote. */
function inWords(conflict: WriteConflict): AppError {
  const sentences = conflict.conflicts.map((one) => {
    const { block, headings, name, base, theirs, yours, by, via } = one
    const page = one.page === undefined ? '' : `Page "${one.page.title}", `
    const under = headings.length === 0 ? '' : ` under "${headings.join(' > ')}"`
    const what = name === undefined ? '' : ` (${name})`
    const author = by === null ? 'someone' : `${by.firstName} ${by.lastName}`.trim()
    const through = via === null ? '' : ` (${via})`
    const version = one.page?.version ?? conflict.version
    return `${page}block ${block}${under}${what}: was ${quoted(base)}; ${author}${through} wrote ${quoted(theirs)}; you wrote ${quoted(yours)}. To replace theirs, repeat the edit on what the page says now with expectedVersion ${version}.`
  })
  const message = `Nothing was written: others changed the same words. ${sentences.join(' ')} If you cannot tell which is right, ask the user.`
  return new AppError('VERSION_CONFLICT', message, { conflict })
}

function quoted(text: string): string {
  return text === '' ? 'nothing' : `"${text}"`
}
