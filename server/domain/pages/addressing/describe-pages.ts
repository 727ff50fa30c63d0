import { toIso } from '../../../lib/clock.ts'
import { users } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'
import { locatePages } from '../../search/locate.ts'
import { canonicalUrl } from '../urls.ts'

/** A page in a list: where it is, and who changed it last. */
export type PageLine = {
  title: string
  url: string
  /** The titles of its ancestors; empty at the top level. */
  path: string
  updatedAt: string
  updatedBy: string
}

/** The path of the pages below a page. */
export function pathWithin({ path, title }: PageLine): string {
  return path === '' ? title : `${path} / ${title}`
}

/** Those of some pages that the viewer can read. */
export async function describePages(
  context: WorkspaceContext,
  ids: readonly string[],
): Promise<Map<string, PageLine>> {
  if (ids.length === 0) return new Map()
  const { store, viewer } = context
  const located = await locatePages(store, viewer, [...new Set(ids)])
  const names = await namePeople(
    context,
    [...located.values()].map(({ updatedBy }) => updatedBy),
  )
  return new Map(
    [...located].map(([id, { title, ancestors, updatedAt, updatedBy }]) => [
      id,
      {
        title,
        url: canonicalUrl(context, id),
        path: ancestors.map((ancestor) => ancestor.title).join(' / '),
        updatedAt: toIso(updatedAt),
        updatedBy: names.get(updatedBy) ?? '',
      },
    ]),
  )
}

/** The full names of people by their IDs. */
export async function namePeople(
  { store }: Pick<WorkspaceContext, 'store'>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const people = await users.names(store, [...new Set(ids)])
  return new Map(
    people.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()]),
  )
}
