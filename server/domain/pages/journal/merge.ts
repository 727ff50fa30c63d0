import { history } from '../../../store/index.ts'
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

/** The current document with a change that an author made of an older one. Throws VALIDATION_FAILED. */
export function mergeInto(
  { content }: WorkspaceContext,
  { pageId }: PageAddress,
  { document, since }: BaseBody,
  after: string,
): Promise<PreparedContent> {
  return content.merge({ id: pageId, document, since, after })
}
