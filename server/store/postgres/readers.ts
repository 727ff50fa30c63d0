import pg from 'pg'
import type { Reader } from '../connection.ts'
import type { Timings } from '../timings.ts'
import { type Address, clientConfig, PgConnection } from './connection.ts'
import { storeError } from './errors.ts'
import { whileAway } from './reconnect.ts'

/** Number of statements that may wait on a connection before another one is opened. */
const busy = 4

type Slot = { session: Promise<PgConnection>; open: PgConnection | undefined }

/**
 * Connections that many requests read through concurrently: statements are sent without waiting for earlier answers.
 * That needs a few connections where a pool of exclusive ones needs many.
 */
export class Readers implements Reader {
  readonly #address: Address
  readonly #timings: Timings
  readonly #maxSlots: number
  readonly #slots: Slot[] = []
  #isClosed = false

  constructor(address: Address, timings: Timings, maxSlots: number) {
    this.#address = address
    this.#timings = timings
    this.#maxSlots = maxSlots
  }

  get: Reader['get'] = (statement, ...values) =>
    this.#read((session) => session.get(statement, ...values))

  all: Reader['all'] = (statement, ...values) =>
    this.#read((session) => session.all(statement, ...values))

  now = (): Promise<number> => this.#read((session) => session.now())

  async close(): Promise<void> {
    this.#isClosed = true
    const slots = this.#slots.splice(0)
    await Promise.allSettled(slots.map(async ({ session }) => end((await session).client)))
  }

  async #read<Result>(use: (session: PgConnection) => Promise<Result>): Promise<Result> {
    try {
      return await whileAway(async () => use(await this.#pick().session))
    } catch (error) {
      throw storeError(error)
    }
  }

  #pick(): Slot {
    let best: Slot | undefined
    for (const slot of this.#slots) {
      if (best === undefined || waiting(slot) < waiting(best)) best = slot
    }
    const isEnough =
      best !== undefined && (waiting(best) < busy || this.#slots.length >= this.#maxSlots)
    return best !== undefined && isEnough ? best : this.#open()
  }

  #open(): Slot {
    const client = new pg.Client(clientConfig(this.#address))
    const slot: Slot = { session: this.#connect(client), open: undefined }
    this.#slots.push(slot)
    const forget = () => {
      const index = this.#slots.indexOf(slot)
      if (index !== -1) this.#slots.splice(index, 1)
    }
    client.on('error', forget)
    client.on('end', forget)
    slot.session.then((session) => (slot.open = session), forget)
    return slot
  }

  async #connect(client: pg.Client): Promise<PgConnection> {
    await client.connect()
    if (this.#isClosed) await end(client)
    return new PgConnection(client, this.#timings)
  }
}

function waiting({ open }: Slot): number {
  // A connection that is being opened is worth waiting for, but an idle one comes first.
  return open === undefined ? busy - 1 : open.waiting
}

async function end(client: pg.ClientBase): Promise<void> {
  if (client instanceof pg.Client) await client.end()
}
