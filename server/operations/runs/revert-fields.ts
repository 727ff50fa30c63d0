import type { NamedPage } from '../../domain/reverts/named-pages.ts'
import type { RevertTarget } from '../../domain/reverts/target.ts'
import { invalidInput } from '../../lib/errors.ts'
import { readTime } from '../fields.ts'

type TargetInput = {
  workspaceId: string
  runId?: string
  keyId?: string
  since?: string
}

/** Throws VALIDATION_FAILED. */
export function toTarget({ workspaceId: id, runId, keyId, since }: TargetInput): RevertTarget {
  if (runId !== undefined && keyId === undefined && since === undefined) {
    return { workspaceId: id, runId }
  }
  if (runId === undefined && keyId !== undefined && since !== undefined) {
    return { workspaceId: id, keyId, since: readTime('/since', since) }
  }
  const message = 'must be the only target; to target an API key, send keyId and since instead'
  throw invalidInput([{ path: '/runId', rule: 'oneOf', message }])
}

export function toPage({ pageId, ...revert }: NamedPage) {
  return { id: pageId, ...revert }
}

/** Throws VALIDATION_FAILED for a page that is named twice. */
export function toLocations(
  given: readonly { pageId: string; locations: readonly string[] }[],
): ReadonlyMap<string, readonly string[]> {
  const locations = new Map(given.map((page) => [page.pageId, page.locations]))
  if (locations.size === given.length) return locations
  const message = 'must not have two entries for one page'
  throw invalidInput([{ path: '/takeBack', rule: 'uniqueItems', message }])
}
