import type { QueryClient } from '@tanstack/react-query'
import { linkBase } from '../lib/access/share-link.ts'
import { checkAccess } from './access-check.ts'
import { deleteOfflinePages } from './offline-deletion.ts'
import { recordAnswers } from './offline-recorder.ts'

/** Lets the app open without the server, and stores what the person reads; visitors by link store nothing. */
export async function startOffline(queries: QueryClient): Promise<void> {
  if (linkBase !== '' || !('serviceWorker' in navigator)) return
  if (!(await hasWorker())) return deleteAll()
  recordAnswers(queries)
  checkAccess(queries)
}

/** False where the server has none: it is a development server, or its settings turn it off. */
async function hasWorker(): Promise<boolean> {
  const { serviceWorker } = navigator
  const find = () => serviceWorker.getRegistration('/')
  const existing = await find()
  if (existing === undefined) {
    // A worker that was withdrawn controls the page until it is closed: registering would bring it back.
    if (serviceWorker.controller !== null) return false
    const options = { updateViaCache: 'none' } as const
    await serviceWorker.register('/service-worker.js', options).catch(() => undefined)
  }
  await existing?.update().catch(() => undefined)
  return (await find()) !== undefined
}

/** The worker deletes this, too, when it is withdrawn, unless the browser ends it first. */
async function deleteAll(): Promise<void> {
  await deleteOfflinePages()
  const names = await caches.keys()
  const builds = names.filter((name) => name.startsWith('quire-build-'))
  await Promise.all(builds.map((name) => caches.delete(name)))
}
