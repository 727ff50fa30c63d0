import type { Scope, Store } from './connection.ts'

/** Receives the workspace of a commit of this process; undefined stands for any. */
export type CommitListener = (workspaceId: string | undefined) => void

/** Publishes each commit of this process, for listeners that would otherwise poll for changes. */
export class Commits {
  readonly #listeners = new Set<CommitListener>()

  /** Returns the function that ends the subscription. */
  subscribe(listener: CommitListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  publish(workspaceId: string | undefined): void {
    for (const listener of this.#listeners) listener(workspaceId)
  }
}

/** The store, which publishes each commit that may have changed a workspace. */
export function withCommitNotifications(store: Store, commits: Commits): Store {
  const publish = (scope: Scope) => {
    if (scope !== 'none') commits.publish(scope === 'global' ? undefined : scope.workspaceId)
  }
  return {
    ...store,
    transact: async (work) => {
      const result = await store.transact(work)
      publish('global')
      return result
    },
    transactIn: async (scope, work) => {
      const result = await store.transactIn(scope, work)
      publish(scope)
      return result
    },
    transactAlone: async (scope, work) => {
      const result = await store.transactAlone(scope, work)
      publish(scope)
      return result
    },
  }
}
