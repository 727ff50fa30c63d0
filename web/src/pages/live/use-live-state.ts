import { useCallback, useSyncExternalStore } from 'react'
import type { LivePage } from '../../live/live-page.ts'
import type { PageSync } from '../saving/page-sync.ts'

/** Something that a live page knows; it is the same value while nothing else is true. */
export function useLiveState<Value>(
  sync: PageSync,
  read: (live: LivePage) => Value,
  none: Value,
): Value {
  return useSyncState(sync, ({ live }) => (live === undefined ? none : read(live)))
}

/** Something that is known of how a page is saved. */
export function useSyncState<Value>(sync: PageSync, read: (sync: PageSync) => Value): Value {
  const subscribe = useCallback((listener: () => void) => sync.subscribe(listener), [sync])
  return useSyncExternalStore(subscribe, () => read(sync))
}
