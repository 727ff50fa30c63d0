import { type Build, buildCache } from './build-cache.ts'

declare const self: ServiceWorkerGlobalScope
declare const BUILD: Build

/** How long a person waits for the server before the app opens from the cache. */
const navigationLimitMs = 3000
/** What proxies answer when the server does not. */
const isDown = new Set([502, 503, 504])
/** As in `../offline-database.ts`: the worker shares no file with the app. */
const database = 'quire.offline'

const build = buildCache(BUILD)
const shells = BUILD.shells.map((source) => new RegExp(source))

self.addEventListener('install', (event) => {
  event.waitUntil(build.fill().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(build.removeOlder().then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate' && shells.some((shell) => shell.test(pathname))) {
    const answered = navigate(request)
    event.respondWith(answered)
    event.waitUntil(answered.then(removeIfWithdrawn, () => undefined))
  } else if (pathname.startsWith('/assets/')) {
    event.respondWith(build.asset(request))
  }
})

/** From the server; from the cache when it does not answer in time. */
async function navigate(request: Request): Promise<Response> {
  const asked = fetch(request)
  const answered = asked.then(
    (response) => (isDown.has(response.status) ? undefined : response),
    () => undefined,
  )
  const inTime = await Promise.race([answered, pause(navigationLimitMs)])
  return inTime ?? (await build.document()) ?? asked
}

function pause(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms)
  })
}

/** A server that no longer has the worker, by its version or its settings, wants nothing of it to stay. */
async function removeIfWithdrawn(): Promise<void> {
  const response = await fetch('/service-worker.js', { cache: 'no-cache' }).catch(() => undefined)
  if (response?.status !== 404 && response?.status !== 410) return
  indexedDB.deleteDatabase(database)
  await build.removeAll()
  await self.registration.unregister()
}
