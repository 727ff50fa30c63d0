import type { Store } from '../store/index.ts'

/** The store, telling after each commit which workspace may have changed; undefined is any. */
export function wakeful(store: Store, wake: (workspaceId?: string) => void): Store {
  return {
    ...store,
    transact: async (work) => {
      const result = await store.transact(work)
      wake()
      return result
    },
    transactIn: async (scope, work) => {
      const result = await store.transactIn(scope, work)
      if (scope !== 'nothing') wake(typeof scope === 'string' ? undefined : scope.workspaceId)
      return result
    },
  }
}
