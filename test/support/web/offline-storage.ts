import type { Page } from 'playwright-core'

const listKeys = `new Promise((resolve) => {
  const request = indexedDB.open('quire.offline')
  request.onsuccess = () => {
    const database = request.result
    const done = (keys) => { database.close(); resolve(keys) }
    if (!database.objectStoreNames.contains('entries')) {
      database.close()
      indexedDB.deleteDatabase('quire.offline').onsuccess = () => resolve([])
      return
    }
    const keys = database.transaction('entries').objectStore('entries').getAllKeys()
    keys.onsuccess = () => done(keys.result)
  }
})`

/** The keys of the answers that the browser stores, those that contain a text if one is given. */
export async function storedKeys(page: Page, part = ''): Promise<string[]> {
  const keys = await page.evaluate<string[]>(listKeys)
  return keys.filter((key) => key.includes(part))
}

/** Every address that the browser's caches have an answer for. */
export function cachedPaths(page: Page): Promise<string[]> {
  return page.evaluate(`caches.keys().then(async (names) => {
    const caches_ = await Promise.all(names.map((name) => caches.open(name)))
    const requests = await Promise.all(caches_.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })`)
}

export function cacheNames(page: Page): Promise<string[]> {
  return page.evaluate('caches.keys()')
}

/** That of the newest service worker of the app, `none` where the browser has none. */
export function workerState(page: Page): Promise<string> {
  return page.evaluate(
    `navigator.serviceWorker.getRegistration().then(
      (one) => (one?.installing ?? one?.waiting ?? one?.active)?.state ?? 'none')`,
  )
}

const listDraftKeys = `new Promise((resolve) => {
  const request = indexedDB.open('quire')
  request.onsuccess = () => {
    const database = request.result
    const keys = database.transaction('drafts').objectStore('drafts').getAllKeys()
    keys.onsuccess = () => { database.close(); resolve(keys.result) }
  }
})`

/** The keys of the drafts that the browser stores; the app must have opened them before. */
export function draftKeys(page: Page): Promise<string[]> {
  return page.evaluate(listDraftKeys)
}
