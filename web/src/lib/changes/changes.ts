/** What GET /v1/changes tells: one event of the outbox, without the text of any page. */
export type ChangeEvent = {
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

type Subscriber = (change: ChangeEvent) => void

const subscribers = new Set<Subscriber>()

/** Told of every change of the open workspace, also of one's own; gives the way to stop. */
export function onChange(subscriber: Subscriber): () => void {
  subscribers.add(subscriber)
  return () => subscribers.delete(subscriber)
}

export function publishChange(change: ChangeEvent): void {
  for (const subscriber of subscribers) subscriber(change)
}

export type Following = {
  onChange: Subscriber
  /** The stream was broken and is back, or was reset: changes may have been missed, and questions not answered. */
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
    // Other pages are visible than before, or too much was missed.
    source.addEventListener('reset', () => onGap())
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

export function readChange(data: unknown): ChangeEvent | undefined {
  if (typeof data !== 'string') return undefined
  try {
    const read: unknown = JSON.parse(data)
    // SAFETY: from our own server; a field that is missing is undefined, which every reader expects.
    return typeof read === 'object' && read !== null && 'type' in read
      ? (read as ChangeEvent)
      : undefined
  } catch {
    return undefined
  }
}
