/**
 * A database of this browser with stores without key paths, opened at first use. Where another tab or the service
 * worker deletes it, it is opened anew. It keeps version 1: tabs with another release open could open no other.
 */
export function browserDatabase(
  name: string,
  stores: readonly string[],
): () => Promise<IDBDatabase> {
  let opened: Promise<IDBDatabase> | undefined
  const forget = () => (opened = undefined)
  const open = async () => {
    const request = indexedDB.open(name, 1)
    request.addEventListener('upgradeneeded', () => {
      for (const store of stores) request.result.createObjectStore(store)
    })
    const database = await resultOf(request)
    database.addEventListener('versionchange', () => {
      database.close()
      forget()
    })
    database.addEventListener('close', forget)
    return database
  }
  // Also where the browser throws at once, as with blocked storage.
  const retryLater = (error: unknown) => {
    forget()
    throw error
  }
  return () => (opened ??= open().catch(retryLater))
}

export function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new DOMException('Refused')))
  })
}
