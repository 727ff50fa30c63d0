import type { Caller } from '../../domain/context.ts'
import { maxConnectionsOfPerson } from '../limits.ts'
import type { Connection } from './connection.ts'
import { closeCodes, type Outlet } from './outlet.ts'

/** Proxies cut connections that are idle for 30 seconds or more. */
const pingMs = 20_000
/** A client that answers no ping for so long is gone. */
const silentMs = 50_000

export type PingIntervals = { pingMs?: number; silentMs?: number }

type Open = { connection: Connection; outlet: Outlet; person: string; answersPings: boolean }

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

  /** Whether the person has as many as one may have. */
  isFull(caller: Caller): boolean {
    const person = personOf(caller)
    let count = 0
    for (const open of this.#open) if (open.person === person) count += 1
    return count >= maxConnectionsOfPerson
  }

  /** Returns the function that ends it. */
  add(
    connection: Connection,
    outlet: Outlet,
    { caller, answersPings }: { caller: Caller; answersPings: boolean },
  ): () => void {
    const open: Open = { connection, outlet, person: personOf(caller), answersPings }
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

function personOf({ userId, visitor }: Caller): string {
  return visitor?.id ?? userId
}
