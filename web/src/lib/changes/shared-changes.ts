import { type ChangeEvent, followChanges, type Following } from './changes.ts'

/** A lock that nobody holds is given within less, in milliseconds. */
const unhindered = 500

type Message = { kind: 'change'; change: ChangeEvent } | { kind: 'gap' | 'refused' }

/**
 * As followChanges, with one stream for all tabs of a browser: over HTTP/1.1 a browser keeps six
 * connections to a host, so that the seventh tab would load nothing. The tab that holds the lock
 * follows and tells the others; when it closes, the next one gets the lock. Locks need a secure
 * context; without one each tab follows for itself.
 */
export function shareChanges(workspaceId: string, following: Following): () => void {
  // SAFETY: the types know only secure contexts.
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>
  if (locks === undefined) return followChanges(workspaceId, following)
  const name = `quire-changes-${workspaceId}`
  const channel = new BroadcastChannel(name)
  const stopping = new AbortController()
  const asked = performance.now()

  const post = (message: Message) => {
    channel.postMessage(message)
    deliver(following, message)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => deliver(following, data))
  const lead = () => {
    // Whoever led before has stopped, and what came meanwhile nobody heard.
    if (performance.now() - asked > unhindered) post({ kind: 'gap' })
    const stop = followChanges(workspaceId, {
      onChange: (change) => post({ kind: 'change', change }),
      onGap: () => post({ kind: 'gap' }),
      onRefused: () => post({ kind: 'refused' }),
    })
    return new Promise<void>((resolve) => {
      stopping.signal.addEventListener('abort', () => {
        stop()
        resolve()
      })
    })
  }
  locks.request(name, { signal: stopping.signal }, lead).catch((error: unknown) => {
    // Leaving the workspace while waiting for the lock is no failure.
    if (!stopping.signal.aborted) throw error
  })
  return () => {
    stopping.abort()
    channel.close()
  }
}

function deliver({ onChange, onGap, onRefused }: Following, message: Message): void {
  if (message.kind === 'change') onChange(message.change)
  else if (message.kind === 'gap') onGap()
  else onRefused()
}
