/** What GET /v1/changes tells: one event of the outbox, without the text of any page. */
export type Change = {
  sequence: number
  type: string
  pageId?: string
  version?: number
  actorId?: string
  via?: string
  changed?: string[]
  parentId?: string | null
  previous?: { parentId: string | null }
}

type Listener = (change: Change) => void

const listeners = new Set<Listener>()

/** Told of every change of the open workspace, also of one's own; gives the way to stop. */
export function onChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function publishChange(change: Change): void {
  for (const listener of listeners) listener(change)
}

export type Following = {
  onChange: Listener
  /** The stream was broken and is back: changes may have been missed, and questions not answered. */
  onGap: () => void
  /** The server answered, and not with the stream: the session or the membership may be over. */
  onRefused: () => void
}

const shortestWait = 1000
const maxWaitMs = 30_000

/**
 * Follows the changes of a workspace until the returned function is called. A browser reopens a broken
 * EventSource by itself, but gives up for good on an answer other than 200; then this tries again.
 */
export function followChanges(
  workspaceId: string,
  { onChange, onGap, onRefused }: Following,
): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = shortestWait
  let wasMissed = false

  const open = () => {
    source = new EventSource(`/v1/changes?workspaceId=${encodeURIComponent(workspaceId)}`)
    source.addEventListener('open', () => {
      if (wasMissed) onGap()
      wasMissed = true
      wait = shortestWait
    })
    source.addEventListener('message', ({ data }) => {
      const change = readChange(data)
      if (change !== undefined) onChange(change)
    })
    source.addEventListener('error', () => {
      wasMissed = true
      if (source?.readyState !== EventSource.CLOSED) return
      onRefused()
      timer = setTimeout(open, wait)
      wait = Math.min(wait * 2, maxWaitMs)
    })
  }
  open()
  return () => {
    clearTimeout(timer)
    source?.close()
  }
}

export function readChange(data: unknown): Change | undefined {
  if (typeof data !== 'string') return undefined
  try {
    const read: unknown = JSON.parse(data)
    // SAFETY: from our own server; a field that is missing is undefined, which every reader expects.
    return typeof read === 'object' && read !== null && 'type' in read
      ? (read as Change)
      : undefined
  } catch {
    return undefined
  }
}
