import type { Caller } from '../../domain/context.ts'
import {
  maxConnectionsOfLink,
  maxConnectionsOfPerson,
  maxConnectionsOfVisit,
  maxConnectionsOfVisitors,
} from '../limits.ts'
import type { Connection } from './connection.ts'
import { closeCodes, type Outlet } from './outlet.ts'

/** Proxies cut connections that are idle for 30 seconds or more. */
const pingMs = 20_000
/** A client that answers no ping for so long is gone. */
const silentMs = 50_000

export type PingIntervals = { pingMs?: number; silentMs?: number }

type Open = { connection: Connection; outlet: Outlet; caller: Caller; answersPings: boolean }

/** The connections of this node. */
export class Connections {
  readonly #open = new Set<Open>()
  readonly #timer: NodeJS.Timeout
  readonly #silentMs: number
  #isStopping = false

  constructor({ pingMs: everyMs = pingMs, silentMs: maxSilentMs = silentMs }: PingIntervals = {}) {
    this.#silentMs = maxSilentMs
    this.#timer = setInterval(() => this.#ping(), everyMs).unref()
  }

  /** Whether the person, or the visitors of a share link, have as many as they may have. */
  isFull({ userId, visitor }: Caller): boolean {
    const all = [...this.#open].map(({ caller }) => caller)
    if (visitor === undefined)
      return count(all, (one) => one.userId === userId && !one.visitor) >= maxConnectionsOfPerson
    const visitors = all.flatMap((one) => one.visitor ?? [])
    return (
      count(visitors, ({ id }) => id === visitor.id) >= maxConnectionsOfVisit ||
      count(visitors, ({ linkId }) => linkId === visitor.linkId) >= maxConnectionsOfLink ||
      count(visitors, ({ workspaceId }) => workspaceId === visitor.workspaceId) >=
        maxConnectionsOfVisitors
    )
  }

  /** Returns the function that ends it. */
  add(
    connection: Connection,
    outlet: Outlet,
    { caller, answersPings }: { caller: Caller; answersPings: boolean },
  ): () => void {
    const open: Open = { connection, outlet, caller, answersPings }
    this.#open.add(open)
    // It came while what was typed is being stored.
    if (this.#isStopping) {
      connection.stopReading()
      outlet.end(closeCodes.goingAway)
    }
    return () => {
      this.#open.delete(open)
      connection.end()
    }
  }

  /** The clients connect again, to another node. */
  endAll(): void {
    clearInterval(this.#timer)
    for (const { outlet } of this.#open) outlet.end(closeCodes.goingAway)
  }

  /** Nothing more is read: a client sends again what it got no answer to. */
  stopReading(): void {
    this.#isStopping = true
    for (const { connection } of this.#open) connection.stopReading()
  }

  #ping(): void {
    const now = performance.now()
    for (const { connection, outlet, answersPings } of this.#open) {
      if (answersPings && now - connection.activeAt > this.#silentMs)
        outlet.end(closeCodes.goingAway)
      else connection.ping()
    }
  }
}

function count<Item>(items: readonly Item[], test: (item: Item) => boolean): number {
  return items.filter(test).length
}
