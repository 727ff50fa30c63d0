import { clearOfflineOwner } from './offline-owner.ts'

const preferenceKey = 'quire.offline-pages'
const preferenceListeners = new Set<() => void>()

/** Whether the person wants pages to be stored in this browser. */
export function wantsOfflinePages(): boolean {
  return localStorage.getItem(preferenceKey) !== 'off'
}

export function setWantsOfflinePages(wants: boolean): void {
  if (wants) localStorage.removeItem(preferenceKey)
  else {
    localStorage.setItem(preferenceKey, 'off')
    clearOfflineOwner()
  }
  for (const listener of preferenceListeners) listener()
}

export function onOfflinePreference(listener: () => void): void {
  preferenceListeners.add(listener)
}
