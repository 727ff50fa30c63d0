const ownerKey = 'quire.offline-owner'

/**
 * Whose pages this browser stores for reading offline: one person at a time. It is in `localStorage`, where a
 * change counts at once in every tab, while a database is written later.
 */
export function offlineOwner(): string | undefined {
  return localStorage.getItem(ownerKey) ?? undefined
}

export function setOfflineOwner(userId: string): void {
  localStorage.setItem(ownerKey, userId)
}

/** From now on, nothing that is stored is shown and nothing is added; to be called before it is deleted. */
export function clearOfflineOwner(): void {
  localStorage.removeItem(ownerKey)
}

/** Somebody is signed in: what an earlier person left behind is not for them. */
export function requireOfflineOwner(userId: string): void {
  if (offlineOwner() !== userId) clearOfflineOwner()
}
