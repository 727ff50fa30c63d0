import { toIso } from '../../lib/clock.ts'
import { events, type Store } from '../../store/index.ts'
import { readEvent } from './stored-events.ts'

/** An event of the outbox, ready for everyone who listens. */
export type Change = {
  sequence: number
  type: string
  json: string
  /** The person it is about, when it is about one. */
  userId: string | undefined
}

export type Listener = {
  /** Undefined is from now on. */
  after: number | undefined
  /** Called once, before all else; `isWhole` is false when too much was missed to be sent one by one. */
  onStart: (sequence: number, isWhole: boolean) => void
  onChange: (change: Change) => void
  /** What it missed cannot be read; nothing follows. */
  onFailure: () => void
}

type Channel = {
  workspaceId: string
  /** The last event that was sent to those who are live. */
  cursor: number
  live: Set<Listener>
  /** Those who are still sent what they missed. */
  behind: Set<Listener>
  timer: NodeJS.Timeout
  isReading: boolean
  isStale: boolean
}

const batch = 200
/** Who missed more than this reads anew what they show. */
const mostMissed = 500

/**
 * Tells of what happens in workspaces, whichever node wrote it: this node's writes wake it, those of others
 * are found by asking the store. It asks once for each workspace, however many listen.
 */
export class ChangeFeed {
  readonly #store: Store
  readonly #pollEvery: number
  readonly #channels = new Map<string, Promise<Channel>>()

  constructor(store: Store, pollEvery = 1000) {
    this.#store = store
    this.#pollEvery = pollEvery
  }

  /** Gives how to stop listening. */
  async listen(workspaceId: string, listener: Listener): Promise<() => void> {
    const channel = await this.#join(workspaceId, listener)
    const { cursor } = channel
    const after = listener.after ?? cursor
    const isWhole = after <= cursor && cursor - after <= mostMissed
    listener.onStart(isWhole ? after : cursor, isWhole)
    const stop = () => this.#leave(channel, listener)
    this.#catchUp(channel, listener, isWhole ? after : cursor).catch(() => {
      stop()
      listener.onFailure()
    })
    return stop
  }

  /** Something was written here; undefined is anywhere. */
  wake(workspaceId?: string): void {
    if (this.#channels.size === 0) return
    const woken =
      workspaceId === undefined ? [...this.#channels.values()] : [this.#channels.get(workspaceId)]
    for (const channel of woken) void channel?.then((open) => this.#read(open), ignore)
  }

  /** How many workspaces are listened to. */
  get size(): number {
    return this.#channels.size
  }

  async #join(workspaceId: string, listener: Listener): Promise<Channel> {
    for (;;) {
      const opening = this.#open(workspaceId)
      const channel = await opening
      // The last of the others may have left meanwhile, and closed it.
      if (this.#channels.get(workspaceId) !== opening) continue
      channel.behind.add(listener)
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
      behind: new Set(),
      timer: setInterval(() => void this.#read(channel), this.#pollEvery),
      isReading: false,
      isStale: false,
    }
    channel.timer.unref()
    return channel
  }

  #leave(channel: Channel, listener: Listener): void {
    channel.live.delete(listener)
    channel.behind.delete(listener)
    if (channel.live.size + channel.behind.size > 0) return
    clearInterval(channel.timer)
    this.#channels.delete(channel.workspaceId)
  }

  /** What a listener missed, until there is nothing between it and the others. */
  async #catchUp(channel: Channel, listener: Listener, after: number): Promise<void> {
    let sent = after
    while (sent < channel.cursor && channel.behind.has(listener)) {
      const rows = await events.since(this.#store, channel.workspaceId, sent, batch)
      const missed = rows.filter(({ sequence }) => sequence <= channel.cursor)
      if (missed.length === 0) break
      for (const row of missed) listener.onChange(toChange(channel, row))
      sent = missed.at(-1)?.sequence ?? sent
    }
    if (channel.behind.delete(listener)) channel.live.add(listener)
  }

  async #read(channel: Channel): Promise<void> {
    channel.isStale = true
    if (channel.isReading) return
    channel.isReading = true
    try {
      while (channel.isStale && channel.live.size + channel.behind.size > 0) {
        channel.isStale = false
        const { workspaceId, cursor } = channel
        const rows = await events.since(this.#store, workspaceId, cursor, batch)
        for (const row of rows) publish(channel, row)
        channel.isStale ||= rows.length === batch
      }
    } catch {
      // A store that is away is told by `/readyz`; the next poll asks again from where this one stood.
    } finally {
      channel.isReading = false
    }
  }
}

type Row = Omit<events.EventRow, 'workspaceId'>

function publish(channel: Channel, row: Row): void {
  channel.cursor = row.sequence
  const change = toChange(channel, row)
  for (const listener of channel.live) listener.onChange(change)
}

function toChange({ workspaceId }: Channel, row: Row): Change {
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
