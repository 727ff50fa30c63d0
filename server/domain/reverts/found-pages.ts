import { revertActions } from './effects.ts'
import type { PageRevert } from './page-revert.ts'
import type { PageChanges, Plan } from './plan.ts'

/** What a call did, by page, in the order of the plan. */
export class FoundPages {
  readonly #positions: ReadonlyMap<string, number>
  readonly #origins: ReadonlyMap<string, PageChanges['origin']>
  readonly #found = new Map<string, PageRevert>()

  constructor({ pages }: Plan) {
    this.#positions = new Map(pages.map(({ pageId }, index) => [pageId, index]))
    this.#origins = new Map(pages.map(({ pageId, origin }) => [pageId, origin]))
  }

  get size(): number {
    return this.#found.size
  }

  add(revert: PageRevert): void {
    if (!isListed(revert)) return
    const before = this.#found.get(revert.pageId)
    const given = new Set([...(before?.actions ?? []), ...revert.actions])
    const actions = revertActions.filter((action) => given.has(action))
    const isUnchanged = actions.includes('restore') && actions.includes('trash')
    // A page of the family, or one that was in the trash, returned only for the pages inside.
    if (isUnchanged && this.#origins.get(revert.pageId) !== 'deleted') {
      this.#found.delete(revert.pageId)
    } else {
      // Once the text is reverted, a later plan of the page has nothing to say about it.
      const summary = revert.summary ?? before?.summary ?? null
      this.#found.set(revert.pageId, { ...revert, actions, summary })
    }
  }

  list(): PageRevert[] {
    const at = ({ pageId }: PageRevert) => this.#positions.get(pageId) ?? 0
    return [...this.#found.values()].sort((one, other) => at(one) - at(other))
  }
}

/** Whether a revert does something on a page, or has something to say about it. */
export function isListed({ actions, remaining, stays }: PageRevert): boolean {
  return actions.length + remaining.length + stays.length > 0
}
