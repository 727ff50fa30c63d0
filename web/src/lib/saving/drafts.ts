import type { PageState, PageVersion } from './page-state.ts'

/** Changes that the server has not got yet, with the page that they were made on. */
export type Draft = { base: PageVersion; mine: PageState }

export type DraftStore = {
  get: (pageId: string) => Promise<Draft | undefined>
  set: (pageId: string, draft: Draft) => Promise<void>
  remove: (pageId: string) => Promise<void>
}

const name = 'quire'
const store = 'drafts'

/**
 * A person's drafts in the browser's own database: they outlive the tab and have no limit that a page meets.
 * Whoever signs in next in the same browser is not offered them.
 */
export function browserDrafts(userId: string): DraftStore {
  const keyOf = (pageId: string) => `${userId} ${pageId}`
  let opened: Promise<IDBDatabase> | undefined
  const open = () => {
    opened ??= openDatabase(() => (opened = undefined))
    return opened
  }
  const run = async <Result>(
    mode: IDBTransactionMode,
    make: (drafts: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result> => {
    const database = await open()
    return answer(make(database.transaction(store, mode).objectStore(store)))
  }
  return {
    get: (pageId) =>
      // SAFETY: only `set` below writes here.
      run('readonly', (drafts) => drafts.get(keyOf(pageId)) as IDBRequest<Draft | undefined>),
    set: async (pageId, draft) => {
      await run('readwrite', (drafts) => drafts.put(draft, keyOf(pageId)))
    },
    remove: async (pageId) => {
      await run('readwrite', (drafts) => drafts.delete(keyOf(pageId)))
    },
  }
}

/** Signing out leaves nothing of a page behind. */
export async function forgetDrafts(): Promise<void> {
  try {
    await answer(indexedDB.deleteDatabase(name))
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

/** Another tab that signs out takes the database away; what is written afterwards needs a new one. */
function openDatabase(taken: () => void): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(store))
  return answer(request).then((database) => {
    database.addEventListener('versionchange', () => {
      database.close()
      taken()
    })
    return database
  })
}

function answer<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new DOMException('Refused')))
  })
}
