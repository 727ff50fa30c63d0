import { searchHits } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'

/** Pages that one statement looks up. */
const pagesAtOnce = 128

/** Those of some pages that are a page or below it. */
export async function pagesBelow(
  { store, viewer }: WorkspaceContext,
  underPageId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const found = new Set<string>()
  for (let start = 0; start < ids.length; start += pagesAtOnce) {
    const some = ids.slice(start, start + pagesAtOnce)
    for (const id of await searchHits.below(store, viewer, { ids: some, underPageId }))
      found.add(id)
  }
  return found
}
