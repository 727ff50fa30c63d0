import type { Scope, Store } from './connection.ts'

/** Receives the workspace of each commit of this process; undefined stands for any workspace. */
export type CommitListener = (workspaceId: string | undefined) => void

/** Publishes the commits of this process, so that listeners do not have to poll. */
export class Commits {
  readonly #listeners = new Set<CommitListener>()

  /** Returns a function that unsubscribes. */
  subscribe(listener: CommitListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  publish(workspaceId: string | undefined): void {
    for (const listener of this.#listeners) listener(workspaceId)
  }
}

/** A store that publishes each commit that may have changed a workspace. */
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
