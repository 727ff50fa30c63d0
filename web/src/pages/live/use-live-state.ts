import { useCallback, useSyncExternalStore } from 'react'
import type { LivePage } from '../../live/live-page.ts'
import type { PageSync } from '../saving/page-sync.ts'

/** Something that a live page knows; it is the same value while nothing else is true. */
export function useLiveState<Value>(
  sync: PageSync,
  read: (live: LivePage) => Value,
  none: Value,
): Value {
  const subscribe = useCallback((listener: () => void) => sync.subscribe(listener), [sync])
  return useSyncExternalStore(subscribe, () => (sync.live === undefined ? none : read(sync.live)))
}
