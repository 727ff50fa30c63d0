import type { Scope, Store } from '../../store/index.ts'

/** The store, telling after each commit which workspace may have changed; undefined is any. */
export function wakeful(store: Store, wake: (workspaceId?: string) => void): Store {
  const wakeIn = (scope: Scope) => {
    if (scope !== 'nothing') wake(typeof scope === 'string' ? undefined : scope.workspaceId)
  }
  return {
    ...store,
    transact: async (work) => {
      const result = await store.transact(work)
      wake()
      return result
    },
    transactIn: async (scope, work) => {
      const result = await store.transactIn(scope, work)
      wakeIn(scope)
      return result
    },
    transactAlone: async (scope, work) => {
      const result = await store.transactAlone(scope, work)
      wakeIn(scope)
      return result
    },
  }
}
