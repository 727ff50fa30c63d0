import { watch as watchFiles } from 'node:fs'
import { followChanges } from '../../changes.ts'
import { QuireError } from '../../errors.ts'
import type { State } from './state.ts'
import type { SyncContext } from './sync-context.ts'
import { createMemory, syncFolder } from './sync.ts'

/** Programs often write a file in several steps. */
const quietMs = 150
/** Where the system reports no changes, and for pages whose files are gone or empty for a moment. */
const pollMs = 1000
const slowPollMs = 5000
const maxPauseMs = 30_000

/** Wakes a waiting loop; calls between two waits count as one. */
export type Bell = { ring: () => void; wait: (ms: number) => Promise<void> }

export function createBell(signal: AbortSignal): Bell {
  let isRung = false
  let wake: (() => void) | undefined
  const ring = () => {
    isRung = true
    wake?.()
  }
  signal.addEventListener('abort', ring)
  return {
    ring,
    wait: async (ms) => {
      if (!isRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      wake = undefined
      isRung = false
    },
  }
}

/** Keeps both sides in sync until the signal aborts. Refusals and questions end it. */
export async function watchFolder(context: SyncContext, state: State): Promise<void> {
  const ended = new AbortController()
  const signal = AbortSignal.any([context.signal, ended.signal])
  try {
    await watchUntil({ ...context, signal }, state)
  } finally {
    // Otherwise the program would keep listening after an error.
    ended.abort()
  }
}

async function watchUntil(context: SyncContext, state: State): Promise<void> {
  const { signal, warn } = context
  const bell = createBell(signal)
  const isWatched = watchRoot(context, bell)
  const failed = followServer(context, bell)
  // It is handled by the race below, also if the first cycle takes longer.
  failed.catch(() => undefined)
  const memory = createMemory(true)
  for (let failures = 0; !signal.aborted;) {
    try {
      await syncFolder(context, state, memory)
      failures = 0
    } catch (error) {
      if (signal.aborted) return
      if (!mayPass(error)) throw error
      failures += 1
      if (failures === 1) warn('The server does not answer. Trying again.')
    }
    const hasAbsent = (memory.absentSince?.size ?? 0) > 0
    const usualMs = isWatched() && !hasAbsent ? slowPollMs : pollMs
    const waitMs = failures > 0 ? Math.min(maxPauseMs, 500 * 2 ** failures) : usualMs
    await Promise.race([bell.wait(waitMs), failed])
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, quietMs))
  }
}

/** Returns whether the system still reports changes in the folder: it may run out of what that takes. */
function watchRoot({ root, signal }: SyncContext, bell: Bell): () => boolean {
  let isWatched = true
  const giveUp = () => {
    isWatched = false
    bell.ring()
  }
  try {
    const options = { recursive: true, signal, ignore: isHidden }
    const watcher = watchFiles(root, options, (_event, name) => {
      if (name === null || !isHidden(name)) bell.ring()
    })
    watcher.on('error', () => {
      watcher.close()
      giveUp()
    })
  } catch {
    giveUp()
  }
  return () => isWatched
}

/** Below names that start with a dot, such as the state of git, nothing is synced. */
function isHidden(path: string): boolean {
  return path.split(/[/\\]/).some((name) => name.startsWith('.'))
}

/** Rejects when the server refuses the stream. */
async function followServer(
  { options, workspaceId, signal }: SyncContext,
  bell: Bell,
): Promise<never> {
  for await (const _message of followChanges(options, { workspaceId, signal })) bell.ring()
  return new Promise(() => undefined)
}

/** Failures of the connection, and a server that starts again. */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof QuireError)) return false
  if (error.code === 'IDEMPOTENCY_KEY_IN_USE') return true
  return error.status === 0 || error.status === 408 || error.status === 429 || error.status >= 500
}
