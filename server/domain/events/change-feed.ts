import type { Secrets } from '../../lib/secrets/secrets.ts'
import { events, type Store } from '../../store/index.ts'
import { makeBatch } from './feed-batch.ts'
import { FeedListener, maxMissedEvents, type FeedOutput, type Subscriber } from './feed-listener.ts'

type Channel = {
  workspaceId: string
  /** Sequence of the last event sent to live subscribers. */
  cursor: number
  live: Set<FeedListener>
  /** Listeners that still receive missed events. */
  catchingUp: Set<FeedListener>
  timer: NodeJS.Timeout
  isReading: boolean
  isStale: boolean
  /** The last known version of the permissions. */
  rightsVersion: number
}

const batchSize = 200

/**
 * Publishes the events of workspaces to subscribers. Writes of this node wake it; it polls the store for writes of
 * other nodes, once per workspace.
 */
export class ChangeFeed {
  readonly #store: Store
  readonly #secrets: Secrets
  readonly #pollIntervalMs: number
  readonly #channels = new Map<string, Promise<Channel>>()

  constructor(store: Store, secrets: Secrets, pollIntervalMs = 1000) {
    this.#store = store
    this.#secrets = secrets
    this.#pollIntervalMs = pollIntervalMs
  }

  /** Returns the function that unsubscribes. */
  async subscribe(workspaceId: string, subscriber: Subscriber): Promise<() => void> {
    const dependencies = { store: this.#store, secrets: this.#secrets }
    const listener = new FeedListener(dependencies, subscriber)
    const channel = await this.#join(workspaceId, listener)
    this.#catchUp(channel, listener).catch(() => this.#drop(channel, listener))
    return () => this.#leave(channel, listener)
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

  async #join(workspaceId: string, listener: FeedListener): Promise<Channel> {
    for (;;) {
      const opening = this.#open(workspaceId)
      const channel = await opening
      // The last subscriber may have left and closed the channel.
      if (this.#channels.get(workspaceId) !== opening) continue
      channel.catchingUp.add(listener)
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
    const { sequence: cursor, rightsVersion } = await events.state(this.#store, workspaceId)
    const channel: Channel = {
      workspaceId,
      cursor,
      live: new Set(),
      catchingUp: new Set(),
      timer: setInterval(() => void this.#poll(channel).catch(ignore), this.#pollIntervalMs),
      isReading: false,
      isStale: false,
      rightsVersion,
    }
    channel.timer.unref()
    return channel
  }

  #leave(channel: Channel, listener: FeedListener): void {
    channel.live.delete(listener)
    channel.catchingUp.delete(listener)
    if (channel.live.size + channel.catchingUp.size > 0) return
    clearInterval(channel.timer)
    this.#channels.delete(channel.workspaceId)
  }

  #drop(channel: Channel, listener: FeedListener): void {
    this.#leave(channel, listener)
    listener.subscriber.onEnd()
  }

  /** Sends missed events, or a reset if they are too many, until the listener has caught up. */
  async #catchUp(channel: Channel, listener: FeedListener): Promise<void> {
    const isResumed = await listener.resume(channel.cursor)
    const start = listener.position
    let missed: FeedOutput[] | undefined = isResumed ? [] : undefined
    if (!isResumed) listener.subscriber.onReset(start)
    while (listener.sequence < channel.cursor && channel.catchingUp.has(listener)) {
      const output = await this.#readMissed(channel, listener)
      if (output === undefined) break
      if (missed === undefined) listener.send(output)
      else missed.push(...output)
      if (missed !== undefined && isTooMuch(missed)) {
        missed = undefined
        listener.skipTo(channel.cursor)
        listener.subscriber.onReset(listener.position)
      }
    }
    if (missed !== undefined) {
      listener.subscriber.onStart(start)
      listener.send(missed)
    }
    if (channel.catchingUp.delete(listener)) channel.live.add(listener)
  }

  async #readMissed(channel: Channel, listener: FeedListener): Promise<FeedOutput[] | undefined> {
    const { workspaceId, cursor } = channel
    const rows = await events.since(this.#store, workspaceId, listener.sequence, batchSize)
    const missed = rows.filter(({ sequence }) => sequence <= cursor)
    const [first] = missed
    if (first === undefined) return undefined
    return listener.read(makeBatch(this.#store, workspaceId, first.rightsVersion, missed))
  }

  /** Finds changes of other nodes. */
  async #poll(channel: Channel): Promise<void> {
    const { sequence, rightsVersion } = await events.state(this.#store, channel.workspaceId)
    if (sequence > channel.cursor) return this.#read(channel)
    if (rightsVersion === channel.rightsVersion || channel.isReading) return undefined
    // Such as a change of a group, which has no event.
    channel.isReading = true
    await this.#publish(channel, rightsVersion, [])
    channel.isReading = false
    if (channel.isStale) await this.#read(channel)
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
        const [first] = rows
        if (first !== undefined) await this.#publish(channel, first.rightsVersion, rows)
        channel.isStale ||= rows.length === batchSize
      }
    } catch {
      // `/readyz` reports an unavailable store. The next poll starts at the same event.
    } finally {
      channel.isReading = false
    }
  }

  /** A listener whose permissions cannot be read is dropped: it reconnects and receives what it missed. */
  async #publish(
    channel: Channel,
    rightsVersion: number,
    rows: readonly events.SinceRow[],
  ): Promise<void> {
    channel.cursor = rows.at(-1)?.sequence ?? channel.cursor
    channel.rightsVersion = rightsVersion
    const batch = makeBatch(this.#store, channel.workspaceId, rightsVersion, rows)
    const sent = [...channel.live].map(async (listener) => {
      try {
        const output = await listener.read(batch)
        if (channel.live.has(listener)) listener.send(output)
      } catch {
        this.#drop(channel, listener)
      }
    })
    await Promise.all(sent)
  }
}

function isTooMuch(missed: readonly FeedOutput[]): boolean {
  return missed.length > maxMissedEvents || missed.some(({ kind }) => kind === 'reset')
}

function ignore(): void {}
