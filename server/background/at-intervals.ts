import { clock } from '../lib/clock.ts'
import type { Store } from '../store/index.ts'
import type { JobKind } from './job-kind.ts'

/** Looks for jobs once in an interval, instead of with each poll of the worker. */
export function atIntervals(intervalMs: number, find: JobKind['find']): JobKind['find'] {
  const looks = new WeakMap<Store, number>()
  return async (context) => {
    const now = clock.now()
    const last = looks.get(context.store)
    // A clock that was set back ends no job.
    if (last !== undefined && now >= last && now < last + intervalMs) return []
    looks.set(context.store, now)
    return find(context)
  }
}
