import type { Page } from 'playwright-core'

/** What the browser has stored of a page because the server has not got it yet, as text. */
export function draftsIn(page: Page, pageId: string): Promise<string> {
  return page.evaluate<string>(`new Promise((resolve, reject) => {
    const request = indexedDB.open('quire', 1)
    request.onupgradeneeded = () => request.result.createObjectStore('drafts')
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const database = request.result
      const drafts = database.transaction('drafts').objectStore('drafts')
      const [keys, values] = [drafts.getAllKeys(), drafts.getAll()]
      values.onsuccess = () => {
        database.close()
        const found = values.result.filter((_, index) => keys.result[index].includes('${pageId}'))
        resolve(JSON.stringify(found.map(({ mine }) => mine)))
      }
    }
  })`)
}
