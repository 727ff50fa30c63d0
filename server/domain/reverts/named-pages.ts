import { users } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import type { RemainingPart } from '../document/reverts/revert-body.ts'
import type { PageRevert } from './page-revert.ts'

/** A page with the people whose text stays. */
export type NamedPage = Omit<PageRevert, 'remaining'> & {
  remaining: (RemainingPart & { by: users.PersonName | null })[]
}

/** Pages of a revert with the names of those whose text stays. */
export async function namePages(
  { store }: WorkspaceContext,
  pages: readonly PageRevert[],
): Promise<NamedPage[]> {
  const ids = pages.flatMap(({ remaining }) => remaining.flatMap(({ userId }) => userId ?? []))
  const found = ids.length === 0 ? [] : await users.names(store, [...new Set(ids)])
  const people = new Map(found.map((person) => [person.id, person]))
  return pages.map(({ remaining, ...page }) => ({
    ...page,
    remaining: remaining.map((part) => ({ ...part, by: people.get(part.userId ?? '') ?? null })),
  }))
}
