import { toIso } from '../../lib/clock.ts'
import { events, type Store } from '../../store/index.ts'
import { readEvent } from './stored-events.ts'

/** An event, serialized for all subscribers. */
export type ChangeEvent = {
  sequence: number
  type: string
  json: string
  /** The affected person, if any. */
  userId: string | undefined
}

export type Subscriber = {
  /** Sequence of the last received event. Undefined starts with the next event. */
  after: number | undefined
  /** Called once at the start. `isComplete` is false if too many events were missed to send them. */
  onStart: (sequence: number, isComplete: boolean) => void
  onEvent: (change: ChangeEvent) => void
  /** The missed events cannot be read. Nothing follows. */
  onFailure: () => void
}

type Channel = {
  workspaceId: string
  /** Sequence of the last event sent to live subscribers. */
  cursor: number
  live: Set<Subscriber>
  /** Subscribers that still receive missed events. */
  catchingUp: Set<Subscriber>
  timer: NodeJS.Timeout
  isReading: boolean
  isStale: boolean
}

const batchSize = 200
/** Subscribers that missed more events reload everything. */
const maxMissedEvents = 500

/**
 * Publishes the events of workspaces to subscribers. Writes of this node wake it; it polls the store for writes of
 * other nodes, once per workspace.
 */
export class ChangeFeed {
  readonly #store: Store
  readonly #pollIntervalMs: number
  readonly #channels = new Map<string, Promise<Channel>>()

  constructor(store: Store, pollIntervalMs = 1000) {
    this.#store = store
    this.#pollIntervalMs = pollIntervalMs
  }

  /** Returns the function that unsubscribes. */
  async subscribe(workspaceId: string, subscriber: Subscriber): Promise<() => void> {
    const channel = await this.#join(workspaceId, subscriber)
    const { cursor } = channel
    const after = subscriber.after ?? cursor
    const isComplete = after <= cursor && cursor - after <= maxMissedEvents
    subscriber.onStart(isComplete ? after : cursor, isComplete)
    const stop = () => this.#leave(channel, subscriber)
    this.#catchUp(channel, subscriber, isComplete ? after : cursor).catch(() => {
      stop()
      subscriber.onFailure()
    })
    return stop
  }

  /** Called after a write on this node. Undefined means any workspace. */
  wake(workspaceId?: string): void {
    if (this.#channels.size === 0) return
    const woken =
      workspaceId === undefined ? [...this.#channels.values()] : [this.#channels.get(workspaceId)]
    for (const channel of woken) void channel?.then((open) => this.#read(open), ignore)
  }

  /** Number of workspaces with subscribers. */
  get size(): number {
    return this.#channels.size
  }

  async #join(workspaceId: string, subscriber: Subscriber): Promise<Channel> {
    for (;;) {
      const opening = this.#open(workspaceId)
      const channel = await opening
      // The last subscriber may have left and closed the channel.
      if (this.#channels.get(workspaceId) !== opening) continue
      channel.catchingUp.add(subscriber)
      return channel
    }
  }

  #open(workspaceId: string): Promise<Channel> {
    const known = this.#channels.get(workspaceId)
    if (known !== undefined) return known
    const opening = this.#start(workspaceId)
    this.#channels.set(workspaceId, opening)
    opening.catch(() => this.#channels.delete(workspaceId))
    return opening
  }

  async #start(workspaceId: string): Promise<Channel> {
    const cursor = await events.last(this.#store, workspaceId)
    const channel: Channel = {
      workspaceId,
      cursor,
      live: new Set(),
      catchingUp: new Set(),
      timer: setInterval(() => void this.#read(channel), this.#pollIntervalMs),
      isReading: false,
      isStale: false,
    }
    channel.timer.unref()
    return channel
  }

  #leave(channel: Channel, subscriber: Subscriber): void {
    channel.live.delete(subscriber)
    channel.catchingUp.delete(subscriber)
    if (channel.live.size + channel.catchingUp.size > 0) return
    clearInterval(channel.timer)
    this.#channels.delete(channel.workspaceId)
  }

  /** Sends missed events until the subscriber has caught up. */
  async #catchUp(channel: Channel, subscriber: Subscriber, after: number): Promise<void> {
    let sent = after
    while (sent < channel.cursor && channel.catchingUp.has(subscriber)) {
      const rows = await events.since(this.#store, channel.workspaceId, sent, batchSize)
      const missed = rows.filter(({ sequence }) => sequence <= channel.cursor)
      if (missed.length === 0) break
      for (const row of missed) subscriber.onEvent(toChangeEvent(channel, row))
      sent = missed.at(-1)?.sequence ?? sent
    }
    if (channel.catchingUp.delete(subscriber)) channel.live.add(subscriber)
  }

  async #read(channel: Channel): Promise<void> {
    channel.isStale = true
    if (channel.isReading) return
    channel.isReading = true
    try {
      while (channel.isStale && channel.live.size + channel.catchingUp.size > 0) {
        channel.isStale = false
        const { workspaceId, cursor } = channel
        const rows = await events.since(this.#store, workspaceId, cursor, batchSize)
        for (const row of rows) publish(channel, row)
        channel.isStale ||= rows.length === batchSize
      }
    } catch {
      // `/readyz` reports an unavailable store. The next poll starts at the same event.
    } finally {
      channel.isReading = false
    }
  }
}

type Row = Omit<events.EventRow, 'workspaceId'>

function publish(channel: Channel, row: Row): void {
  channel.cursor = row.sequence
  const change = toChangeEvent(channel, row)
  for (const subscriber of channel.live) subscriber.onEvent(change)
}

function toChangeEvent({ workspaceId }: Channel, row: Row): ChangeEvent {
  const event = readEvent({ ...row, workspaceId }, 'changes')
  const { sequence, type, actorId, via, createdAt, isKnown, data } = event
  const more = isKnown ? data : { unknown: true, data }
  const json = JSON.stringify({
    sequence,
    type,
    actorId,
    via,
    createdAt: toIso(createdAt),
    ...more,
  })
  const userId = isKnown && 'userId' in data ? data.userId : undefined
  return { sequence, type, json, userId }
}

function ignore(): void {}
