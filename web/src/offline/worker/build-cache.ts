/** What the app of one build consists of; written in when the worker is built. */
export type Build = {
  id: string
  /** The paths of the files to store. */
  assets: readonly string[]
  /** The first script, which only the document of this build names. */
  entry: string
  /** The addresses at which the app opens from the cache, as regular expressions. */
  shells: readonly string[]
}

/** As in `../start-offline.ts`. */
const prefix = 'quire-build-'
const document = '/'
const concurrency = 4

/** The files of a build in the browser's cache. */
export function buildCache(build: Build) {
  const name = prefix + build.id
  let isRemoved = false
  return {
    /** @throws TypeError when a file is missing, or the document is of another build. */
    fill: async () => {
      const cache = await caches.open(name)
      await cache.put(document, await fetchDocument(build.entry))
      const queue = build.assets.values()
      await Promise.all(
        Array.from({ length: concurrency }, async () => {
          for (const path of queue) await storeAsset(cache, path)
        }),
      )
    },
    document: async (): Promise<Response | undefined> => (await caches.open(name)).match(document),
    asset: async (request: Request): Promise<Response> => {
      const stored = await findAsset(request)
      if (stored !== undefined) return stored
      const response = await fetch(request)
      // It is gone once the worker is withdrawn, while tabs that it controls are still open.
      if (isFile(response) && (await caches.has(name)) && !isRemoved) {
        const cache = await caches.open(name)
        await cache.put(request, response.clone())
      }
      return response
    },
    /** The build before stays for the tabs that still run it. */
    removeOlder: async () => {
      const older = (await buildNames()).filter((each) => each !== name)
      await Promise.all(older.slice(0, -1).map((each) => caches.delete(each)))
    },
    removeAll: async () => {
      isRemoved = true
      await Promise.all((await buildNames()).map((each) => caches.delete(each)))
    },
  }
}

/** The oldest first. */
async function buildNames(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(prefix))
}

async function findAsset(request: Request | string): Promise<Response | undefined> {
  for (const name of (await buildNames()).toReversed()) {
    const found = await caches.match(request, { cacheName: name })
    if (found !== undefined) return found
  }
  return undefined
}

async function storeAsset(cache: Cache, path: string): Promise<void> {
  if ((await cache.match(path)) !== undefined) return
  const response = (await findAsset(path)) ?? (await fetch(path, { credentials: 'omit' }))
  if (!isFile(response)) throw new TypeError(`${path}: ${response.status}`)
  await cache.put(path, response)
}

async function fetchDocument(entry: string): Promise<Response> {
  const response = await fetch(document, { cache: 'no-store', credentials: 'omit' })
  const text = await response.clone().text()
  if (!isFile(response) || !text.includes(entry)) {
    throw new TypeError('The server has another build than this worker.')
  }
  return response
}

/** Neither an error, nor a redirect, nor of another origin. */
function isFile(response: Response): boolean {
  return response.ok && response.type === 'basic' && !response.redirected
}
