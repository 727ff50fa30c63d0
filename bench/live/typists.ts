import assert from 'node:assert/strict'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { schemaVersion } from '../../content/schema-version.ts'
import { newId } from '../../server/lib/ids.ts'
import type { BatchMessage, ServerMessage, StepJson } from '../../server/lib/live-messages.ts'

export type PageAtServer = {
  port: number
  key: string
  /** Keys of those who type, in turn: the server limits what one person sends. Of the same person if empty. */
  writerKeys: readonly string[]
  workspaceId: string
  pageId: string
  version: number
}

export type Typing = {
  writers: number
  /** At which each of them types. */
  positions: readonly number[]
  seconds: number
  keysPerSecond: number
}

export type TypingOutcome = {
  keys: number
  version: number
  /** Milliseconds from each key until each of the others had it, in order. */
  seen: Float64Array
}

type Press = { connection: Connection; at: number }
const answerMs = 20_000

/** Someone who types one letter at a time, and moves on with what others insert before. */
class Connection {
  readonly #page: PageAtServer
  readonly #onSeen: (id: string, connection: Connection) => void
  readonly #onSent: (id: string, connection: Connection) => void
  #socket: WebSocket | undefined
  #position: number
  #underWay: { id: string; length: number } | undefined
  #waiting = 0
  version: number
  openedMs = 0

  constructor(
    page: PageAtServer,
    position: number,
    { onSeen, onSent }: Record<'onSeen' | 'onSent', (id: string, connection: Connection) => void>,
  ) {
    this.#page = page
    this.#position = position
    this.#onSeen = onSeen
    this.#onSent = onSent
    this.version = page.version
  }

  get isIdle(): boolean {
    return this.#underWay === undefined && this.#waiting === 0
  }

  async open(): Promise<void> {
    const { port, key, workspaceId, pageId } = this.#page
    const headers = { authorization: `Bearer ${key}` }
    const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/live`, { headers })
    this.#socket = socket
    const opened = Promise.withResolvers<void>()
    socket.on('message', (data) => {
      if (!Buffer.isBuffer(data)) return
      const messages: ServerMessage[] = JSON.parse(data.toString())
      for (const message of messages) {
        if (message.type === 'opened') opened.resolve()
        this.#receive(message)
      }
    })
    await once(socket, 'open')
    const start = performance.now()
    const { version } = this
    const open = { type: 'open', workspaceId, pageId, version, schema: schemaVersion }
    socket.send(JSON.stringify([open]))
    await opened.promise
    this.openedMs = performance.now() - start
  }

  press(): void {
    this.#waiting += 1
    this.#send()
  }

  async close(): Promise<void> {
    if (this.#socket === undefined) return
    this.#socket.close()
    await once(this.#socket, 'close')
  }

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case 'opened':
        for (const batch of message.batches) this.#take(batch)
        this.version = message.version
        break
      case 'batch':
        this.#take(message)
        break
      case 'accepted':
        this.#confirm(message.version)
        break
      case 'ping':
        this.#socket?.send('[{"type":"pong"}]')
        break
      case 'refused':
      case 'closed':
      case 'reload':
      case 'error':
        assert.fail(JSON.stringify(message))
      default:
    }
  }

  #take({ id, version, steps }: BatchMessage): void {
    this.#onSeen(id, this)
    if (id === this.#underWay?.id) return this.#confirm(version)
    this.version = version
    for (const step of steps) {
      const { at, length } = readInsertion(step)
      if (at <= this.#position) this.#position += length
    }
  }

  #confirm(version: number): void {
    this.version = version
    this.#position += this.#underWay?.length ?? 0
    this.#underWay = undefined
    this.#send()
  }

  #send(): void {
    if (this.#underWay !== undefined || this.#waiting === 0) return
    const id = newId()
    const length = this.#waiting
    this.#waiting = 0
    this.#underWay = { id, length }
    const steps = [insertion(this.#position, 'x'.repeat(length))]
    const { pageId } = this.#page
    const message = { type: 'steps', pageId, base: this.version, id, steps }
    this.#socket?.send(JSON.stringify([message]))
    this.#onSent(id, this)
  }
}

/** People type on a page, all of whom see each other; with one writer, someone else reads. */
export class Typists {
  readonly #page: PageAtServer
  readonly #typing: Typing
  readonly #sent = new Map<string, Press>()
  readonly #seen: number[] = []
  readonly #connections: readonly Connection[]

  constructor(page: PageAtServer, typing: Typing) {
    this.#page = page
    this.#typing = typing
    const onSent = (id: string, connection: Connection) =>
      void this.#sent.set(id, { connection, at: performance.now() })
    const onSeen = (id: string, reader: Connection) => {
      const press = this.#sent.get(id)
      if (press === undefined || press.connection === reader) return
      this.#seen.push(performance.now() - press.at)
    }
    this.#connections = Array.from({ length: Math.max(2, typing.writers) }, (_, index) => {
      const position = typing.positions[index % typing.positions.length] ?? 1
      const key = page.writerKeys[index % page.writerKeys.length] ?? page.key
      return new Connection({ ...page, key }, position, { onSent, onSeen })
    })
  }

  async open(): Promise<void> {
    for (const connection of this.#connections) await connection.open()
  }

  async type(): Promise<TypingOutcome> {
    const { writers, seconds, keysPerSecond } = this.#typing
    const end = performance.now() + seconds * 1000
    let keys = 0
    const type = async (connection: Connection) => {
      const pause = 1000 / keysPerSecond
      await sleep(Math.random() * pause)
      while (performance.now() < end) {
        connection.press()
        keys += 1
        await sleep(pause * (0.75 + Math.random() / 2))
      }
    }
    await Promise.all(this.#connections.slice(0, writers).map(type))
    const latest = performance.now() + answerMs
    while (this.#connections.some(({ isIdle }) => !isIdle)) {
      assert(performance.now() < latest, 'Not all keys were answered.')
      await sleep(10)
    }
    const version = Math.max(this.#page.version, ...this.#connections.map((one) => one.version))
    return { keys, version, seen: Float64Array.from(this.#seen).toSorted() }
  }

  async close(): Promise<void> {
    await Promise.all(this.#connections.map((connection) => connection.close()))
  }
}

/** Milliseconds from the message that opens a page to its answer. */
export async function timeToOpen(page: PageAtServer): Promise<number> {
  const nothing = () => undefined
  const connection = new Connection(page, 1, { onSeen: nothing, onSent: nothing })
  await connection.open()
  await connection.close()
  return connection.openedMs
}

function insertion(at: number, text: string): StepJson {
  return { stepType: 'replace', from: at, to: at, slice: { content: [{ type: 'text', text }] } }
}

/** Everyone only inserts text. */
function readInsertion(step: StepJson): { at: number; length: number } {
  const text: unknown = Object(step['slice']).content?.[0]?.text
  return { at: Number(step['from']), length: typeof text === 'string' ? text.length : 0 }
}
