import { setTimeout as sleep } from 'node:timers/promises'
import type { Node } from 'prosemirror-model'
import type { Transaction } from 'prosemirror-state'
import { canSplit } from 'prosemirror-transform'
import { schemaVersion } from '../../content/schema-version.ts'
import { newId } from '../../server/lib/ids.ts'
import type { ServerMessage } from '../../server/lib/live-messages.ts'
import {
  collabVersion,
  releaseBatch,
  sentBatch,
  takeBatch,
  unconfirmedBatch,
  unconfirmedCount,
} from '../../web/src/live/collab.ts'
import { Connection } from '../../web/src/live/connection.ts'
import { receiveBatches } from '../../web/src/live/merge/receive-batches.ts'
import { Outbox } from '../../web/src/live/outbox.ts'
import { overSocket } from '../../web/src/live/over-socket.ts'
import type { OpenTransport, Transport } from '../../web/src/live/transport.ts'
import { lettersOf } from '../live/simulation/letters.ts'
import { startWriter, type Writer } from '../live/simulation/writer.ts'

export type TypistOptions = {
  /** The server to connect to, asked for each connection. */
  address: () => string
  key: string
  workspaceId: string
  pageId: string
  /** The document of version 1. */
  document: Node
  nextLetter: () => string
  /** One in so many batches is sent a second time on its connection, as after an answer that took long. */
  repeatEvery?: number
}

const retryDelayMs = 20
const maxRetryDelayMs = 100
const busyMs = 100
/** Milliseconds between two letters at most. */
const maxPauseMs = 60
/** One in so many keys is Enter. */
const enterEvery = 20
const maxRepeatDelayMs = 50
/** With more of them it waits for the server. */
const maxUnconfirmed = 10

/** Types on a page over the connection of the browser, which connects again whenever it ends. */
export class Typist {
  readonly writer: Writer
  readonly typed = new Set<string>()
  /** What must not happen: messages that a faultless server does not send. */
  readonly failures: string[] = []
  /** Batches that were sent a second time. */
  repeated = 0
  readonly #options: TypistOptions
  readonly #connection: Connection
  readonly #outbox: Outbox
  #isTyping = true
  #lettersLeft = 0
  readonly #typing: Promise<void>
  readonly #end: () => void

  constructor(options: TypistOptions) {
    this.#options = options
    const { pageId } = options
    this.writer = startWriter(options.document, 1, newId(), () => performance.now())
    const transports = [this.#transport()]
    this.#connection = new Connection({ transports, retryDelayMs, maxRetryDelayMs })
    this.#outbox = new Outbox({
      pageId,
      source: {
        take: (id) => takeBatch(this.writer, id),
        taken: () => sentBatch(this.writer.state),
        release: (id) => releaseBatch(this.writer, id),
        fields: () => undefined,
      },
      send: (message) => this.#connection.send(message),
    })
    this.#end = this.#connection.listen(pageId, {
      connected: () => this.#open(),
      disconnected: () => (this.#outbox.isOpen = false),
      received: (message) => this.#receive(message),
    })
    this.#typing = this.#type()
  }

  get document(): Node {
    return this.writer.state.doc
  }

  get version(): number {
    return collabVersion(this.writer.state)
  }

  get hasUnconfirmed(): boolean {
    return unconfirmedCount(this.writer.state) > 0
  }

  /** Letters in batches that the server said are saved. */
  get acknowledged(): string[] {
    const { steps } = unconfirmedBatch(this.writer.state)
    const waiting = new Set(lettersOf(JSON.stringify(steps)))
    return [...this.typed].filter((letter) => !waiting.has(letter))
  }

  /** Types so many letters from now on: how much is typed does not depend on how long a server takes to start. */
  type(letters: number): void {
    this.#lettersLeft = letters
  }

  stopTyping(): void {
    this.#isTyping = false
  }

  /** Adds text at the start of the page. */
  write(text: string): void {
    this.#dispatch(this.writer.state.tr.insertText(text, 1))
  }

  async leave(): Promise<void> {
    this.stopTyping()
    await this.#typing
    this.#outbox.isOpen = false
    this.#end()
  }

  #transport(): OpenTransport {
    const { address, key } = this.#options
    const headers = { authorization: `Bearer ${key}` }
    const open = overSocket(
      () => new WebSocket(`${address().replace('http', 'ws')}/v1/live`, { headers }),
    )
    const received = (message: ServerMessage) => {
      if (message.type === 'error') this.failures.push(JSON.stringify(message))
    }
    return (events) =>
      this.#repeating(
        open({
          ...events,
          received: (message) => {
            received(message)
            events.received(message)
          },
        }),
      )
  }

  #repeating({ send, close }: Transport): Transport {
    const { repeatEvery = Infinity } = this.#options
    return {
      close,
      send: (messages) => {
        send(messages)
        const batches = messages.filter(({ type }) => type === 'steps')
        if (batches.length === 0 || Math.random() * repeatEvery >= 1) return
        const again = batches.map((batch) => ({ ...batch, again: true }))
        setTimeout(() => send(again), Math.random() * maxRepeatDelayMs)
        this.repeated += 1
      },
    }
  }

  async #type(): Promise<void> {
    while (this.#isTyping) {
      const mayType = unconfirmedCount(this.writer.state) < maxUnconfirmed
      if (mayType && this.#lettersLeft > 0) this.#pressKey()
      await sleep(Math.random() * maxPauseMs)
    }
  }

  #pressKey(): void {
    const { state } = this.writer
    const positions: number[] = []
    state.doc.descendants((node, start) => {
      if (node.isTextblock)
        positions.push(start + 1 + Math.floor(Math.random() * node.content.size))
    })
    const at = positions[Math.floor(Math.random() * positions.length)] ?? 1
    if (Math.random() * enterEvery < 1 && canSplit(state.doc, at)) {
      this.#dispatch(state.tr.split(at))
      return
    }
    this.#lettersLeft -= 1
    const letter = this.#options.nextLetter()
    this.typed.add(letter)
    this.#dispatch(state.tr.insertText(letter, at))
  }

  #dispatch(transaction: Transaction): void {
    this.writer.dispatch(transaction)
    this.#outbox.soon()
  }

  #open(): void {
    const { workspaceId, pageId } = this.#options
    const { version } = this
    this.#outbox.isOpen = false
    this.#connection.send({ type: 'open', workspaceId, pageId, version, schema: schemaVersion })
  }

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case 'opened':
        this.#take(message.batches)
        this.#outbox.isOpen = true
        break
      case 'batch':
      case 'accepted':
        this.#take([message])
        break
      case 'refused':
        if (message.code === 'BUSY') this.#outbox.again(busyMs)
        else this.failures.push(JSON.stringify(message))
        break
      case 'reload':
      case 'closed':
      case 'replaced':
        this.failures.push(JSON.stringify(message))
        break
      default:
    }
  }

  #take(batches: Parameters<typeof receiveBatches>[1]): void {
    if (!receiveBatches(this.writer, batches)) {
      this.failures.push(`${this.version} is followed by ${batches[0]?.version}`)
    }
    for (const { id } of batches) this.#outbox.confirmed(id)
  }
}
