import { browserDatabase, resultOf } from '../storage/browser-database.ts'

const name = 'quire'
const store = 'drafts'
const open = browserDatabase(name, [store])

/** Makes one request to the drafts of this browser, of pages and of other texts, by their keys. */
export async function requestDrafts<Result>(
  mode: IDBTransactionMode,
  make: (drafts: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  return resultOf(make(await draftObjects(mode)))
}

type Kind = 'text' | 'visitor'

/** Keys of a kind begin with it, those of pages with the ID of a person. */
function keysOf(kind: Kind): IDBKeyRange {
  return IDBKeyRange.bound(`${kind} `, `${kind} \uFFFF`)
}

export async function hasDrafts(kind: Kind): Promise<boolean> {
  return (await requestDrafts('readonly', (drafts) => drafts.count(keysOf(kind)))) > 0
}

/** The entries of one kind; the caller says what it stores there. */
export async function listDrafts<Value>(kind: Kind): Promise<[key: string, value: Value][]> {
  const drafts = await draftObjects('readonly')
  const range = keysOf(kind)
  const [keys, values] = await Promise.all([
    resultOf(drafts.getAllKeys(range)),
    // SAFETY: keys of a kind are written by one module only.
    resultOf(drafts.getAll(range) as IDBRequest<Value[]>),
  ])
  return keys.flatMap((key, index) => {
    const value = values[index]
    return typeof key === 'string' && value !== undefined ? [[key, value]] : []
  })
}

export async function draftObjects(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  return (await open()).transaction(store, mode).objectStore(store)
}
