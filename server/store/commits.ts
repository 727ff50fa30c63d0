import type { Store } from './connection.ts'

/** Hears of a commit to a workspace, or to any when it is undefined, made by this process. */
export type CommitListener = (workspaceId: string | undefined) => void

/** Who wants to know of commits at once, instead of looking for what is new. */
export class Commits {
  readonly #listeners = new Set<CommitListener>()

  /** Gives the end of it. */
  subscribe(listener: CommitListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  tell(workspaceId: string | undefined): void {
    for (const listener of this.#listeners) listener(workspaceId)
  }
}

/** The same store, which tells of its commits; what is written with the scope "nothing" is no news. */
export function telling(store: Store, commits: Commits): Store {
  return {
    ...store,
    transact: async (work) => {
      const result = await store.transact(work)
      commits.tell(undefined)
      return result
    },
    transactIn: async (scope, work) => {
      const result = await store.transactIn(scope, work)
      if (scope !== 'nothing') commits.tell(scope === 'everything' ? undefined : scope.workspaceId)
      return result
    },
  }
}
