import pg from 'pg'
import { maxNotificationBytes, type Notifications } from '../notifications.ts'
import { type Address, clientConfig, unlimited } from './connection.ts'

const channel = 'quire'
const firstPauseMs = 100
const maxPauseMs = 5000
/** Texts that wait while the database is away; older ones are dropped. */
const maxWaiting = 1000

/** LISTEN and NOTIFY on a connection of their own, which is opened when it is first needed. */
export class PostgresNotifications implements Notifications {
  readonly #address: Address
  readonly #listeners = new Set<(text: string) => void>()
  #client: pg.Client | undefined
  #isReady = false
  #isFlushing = false
  #isClosed = false
  #pauseMs = firstPauseMs
  #waiting: string[] = []

  constructor(address: Address) {
    this.#address = address
  }

  publish = (text: string): void => {
    if (this.#isClosed || Buffer.byteLength(text) > maxNotificationBytes) return
    this.#waiting.push(text)
    if (this.#waiting.length > maxWaiting) this.#waiting.shift()
    this.#connect()
    if (this.#isReady && !this.#isFlushing) void this.#flush()
  }

  subscribe = (listener: (text: string) => void): (() => void) => {
    this.#listeners.add(listener)
    this.#connect()
    return () => this.#listeners.delete(listener)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#client?.end().catch(() => undefined)
  }

  #connect(): void {
    if (this.#client !== undefined || this.#isClosed) return
    const client = new pg.Client({ ...clientConfig(this.#address), ...unlimited, pipeline: false })
    this.#client = client
    const lost = () => this.#lose(client)
    client.on('error', lost)
    client.on('end', lost)
    client.on('notification', ({ processId, payload = '' }) => {
      // SAFETY: the driver has it from the start of the connection; its types leave it out.
      const { processID } = client as pg.Client & { processID?: number }
      if (processId === processID) return
      for (const text of payload.split('\n')) for (const listen of this.#listeners) listen(text)
    })
    void this.#listen(client).catch(lost)
  }

  async #listen(client: pg.Client): Promise<void> {
    await client.connect()
    await client.query(`listen ${channel}`)
    this.#isReady = true
    this.#pauseMs = firstPauseMs
    await this.#flush()
  }

  #lose(client: pg.Client): void {
    if (this.#client !== client) return
    this.#isReady = false
    client.end().catch(() => undefined)
    const again = () => {
      this.#client = undefined
      if (this.#listeners.size + this.#waiting.length > 0) this.#connect()
    }
    setTimeout(again, this.#pauseMs).unref()
    this.#pauseMs = Math.min(this.#pauseMs * 2, maxPauseMs)
  }

  /** What is published while a statement is under way goes out with the next one. */
  async #flush(): Promise<void> {
    this.#isFlushing = true
    try {
      while (this.#isReady && this.#waiting.length > 0) {
        await this.#client?.query('select pg_notify($1, $2)', [channel, this.#takePayload()])
      }
    } catch {
      // The connection is gone, which its own event reports.
    } finally {
      this.#isFlushing = false
    }
  }

  #takePayload(): string {
    let bytes = 0
    let count = 0
    for (const text of this.#waiting) {
      bytes += Buffer.byteLength(text) + 1
      if (bytes > maxNotificationBytes + 1) break
      count += 1
    }
    return this.#waiting.splice(0, count).join('\n')
  }
}
