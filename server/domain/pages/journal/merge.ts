import type { FoundConflict, NearLocation } from '../../../../content/merge/locations.ts'
import { toIso } from '../../../lib/clock.ts'
import { AppError, type ConflictLocation } from '../../../lib/errors.ts'
import { history, users } from '../../../store/index.ts'
import type { steps } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'
import type { PreparedContent } from '../../document/tasks.ts'
import { unpack } from '../history.ts'
import type { PageAddress } from '../tree.ts'
import { isContiguous, readRows } from './body.ts'
import { stepsOf } from './current.ts'

/** A document that an author read, and what happened since. */
export type BaseBody = {
  document: string
  since: steps.StepsRow[]
  /** The version of the page after the last change since. */
  version: number
}

/**
 * The document of an older version with the changes since. Undefined if the journal does not go back that far, or
 * the page never had the version.
 */
export async function readBase(
  { store, content }: WorkspaceContext,
  address: PageAddress,
  version: number,
): Promise<BaseBody | undefined> {
  const { workspaceId, pageId } = address
  const recorded = await history.atOrBefore(store, { workspaceId, pageId }, version)
  if (recorded === undefined) return undefined
  const stored = await history.read(store, { workspaceId, pageId }, recorded)
  // It may have been coalesced into a later one between the two statements.
  if (stored === undefined || stored.version > version) return undefined
  const rows = await readRows(store, address, stored.version)
  const newest = rows.at(-1)?.version ?? stored.version
  if (newest < version || !isContiguous(rows, stored.version, newest)) return undefined
  const document = stored.packed === null ? stored.present : unpack(stored.packed)
  if (document === null) return undefined
  const until = rows.filter((row) => row.version <= version)
  // A merged row may lead past the version.
  if (!isContiguous(until, stored.version, version)) return undefined
  return {
    document: await content.apply({ id: pageId, document, steps: stepsOf(until) }),
    since: rows.slice(until.length),
    version: newest,
  }
}

/** A merged body, and where the author and others changed words beside each other. */
export type MergedInto = { content: PreparedContent; near: NearLocation[] }

/**
 * The current document with a change that an author made of an older one. Throws VALIDATION_FAILED, and
 * VERSION_CONFLICT with each place that both changed in two ways.
 */
export async function mergeInto(
  context: WorkspaceContext,
  { pageId }: PageAddress,
  { document, since, version }: BaseBody,
  after: string,
): Promise<MergedInto> {
  const merged = await context.content.merge({ id: pageId, document, since, after })
  if (merged.ok) return merged
  throw mergeConflict(version, await namedConflicts(context, merged.conflicts, since))
}

/** The 409 of a write that others contradict. */
export function mergeConflict(version: number, conflicts: readonly ConflictLocation[]): AppError {
  const [first] = conflicts
  const example =
    first === undefined
      ? ''
      : ` “${first.base}” is now “${first.theirs}”, and you wrote “${first.yours}”.`
  return new AppError(
    'VERSION_CONFLICT',
    `Others changed the same words.${example} Nothing was written. Compare each place in conflicts, and repeat the write with version ${version}.`,
    { conflict: { version, conflicts } },
  )
}

/** The places with who wrote there last. Visitors of a share link see no names. */
export async function namedConflicts(
  { store, caller }: WorkspaceContext,
  found: readonly (Omit<ConflictLocation, 'by' | 'via' | 'at'> & Pick<FoundConflict, 'change'>)[],
  since: readonly steps.StepsRow[],
): Promise<ConflictLocation[]> {
  const rows = found.map(({ change }) => (change === undefined ? undefined : since[change]))
  const ids = caller.visitor === undefined ? rows.flatMap((row) => row?.authorId ?? []) : []
  const people = new Map((await users.names(store, [...new Set(ids)])).map((one) => [one.id, one]))
  return found.map(({ change: _change, ...conflict }, index) => {
    const row = rows[index]
    return {
      ...conflict,
      by: people.get(row?.authorId ?? '') ?? null,
      via: row?.via ?? null,
      at: row === undefined ? null : toIso(row.at),
    }
  })
}
