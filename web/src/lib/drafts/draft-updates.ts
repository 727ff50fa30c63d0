/** Tells lists of drafts, in all tabs, that the drafts of this browser have changed. */
const readers = new Set<() => void>()
let channel: BroadcastChannel | undefined

/** What the browser stores is different now: this tab and all others read it anew. */
export function notifyDraftsChanged(): void {
  channel?.postMessage('changed')
  rereadDrafts()
}

/** Has this tab read anew what the browser stores. */
export function rereadDrafts(): void {
  for (const read of readers) read()
}

/** Calls back whenever what the browser stores may be different. */
export function onDraftsChange(read: () => void): () => void {
  readers.add(read)
  channel ??= listenToTabs()
  return () => {
    readers.delete(read)
    if (readers.size > 0) return
    channel?.close()
    channel = undefined
  }
}

function listenToTabs(): BroadcastChannel | undefined {
  if (!('BroadcastChannel' in globalThis)) return undefined
  const created = new BroadcastChannel('quire-drafts')
  created.addEventListener('message', rereadDrafts)
  return created
}
