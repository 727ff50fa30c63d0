import { setTimeout as sleep } from 'node:timers/promises'
import type { Node } from 'prosemirror-model'
import { canSplit } from 'prosemirror-transform'
import { WebSocket } from 'ws'
import { schemaVersion } from '../../content/schema-version.ts'
import { newId } from '../../server/lib/ids.ts'
import type { ServerMessage } from '../../server/lib/live-messages.ts'
import { collabVersion, sentBatch, takeBatch, unconfirmedCount } from '../../web/src/live/collab.ts'
import { receiveBatches } from '../../web/src/live/merge/receive-batches.ts'
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
}

const retryMs = 20
const busyMs = 100
/** Milliseconds between two letters at most. */
const maxPauseMs = 60
/** One in so many keys is Enter. */
const enterEvery = 20

/** Types on a page over a WebSocket, and connects again whenever the connection ends, as a browser does. */
export class Typist {
  readonly writer: Writer
  readonly typed = new Set<string>()
  /** Letters in batches that the server said are saved. */
  readonly acknowledged = new Set<string>()
  /** What must not happen: messages that a faultless server does not send. */
  readonly failures: string[] = []
  readonly #options: TypistOptions
  #socket: WebSocket | undefined
  #isOpen = false
  #isTyping = true
  #isConnecting = true
  /** The letters of the batch under way. */
  #underWay: string[] = []
  readonly #done: Promise<unknown>

  constructor(options: TypistOptions) {
    this.#options = options
    this.writer = startWriter(options.document, 1, newId(), () => performance.now())
    this.#done = Promise.all([this.#connect(), this.#type()])
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

  stopTyping(): void {
    this.#isTyping = false
  }

  /** Adds text at the start of the page. */
  write(text: string): void {
    this.writer.dispatch(this.writer.state.tr.insertText(text, 1))
    this.#send()
  }

  async leave(): Promise<void> {
    this.#isTyping = false
    this.#isConnecting = false
    this.#socket?.close()
    await this.#done
  }

  async #type(): Promise<void> {
    while (this.#isTyping) {
      this.#pressKey()
      this.#send()
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
      this.writer.dispatch(state.tr.split(at))
      return
    }
    const letter = this.#options.nextLetter()
    this.typed.add(letter)
    this.writer.dispatch(state.tr.insertText(letter, at))
  }

  async #connect(): Promise<void> {
    while (this.#isConnecting) {
      await this.#useConnection()
      if (this.#isConnecting) await sleep(retryMs)
    }
  }

  #useConnection(): Promise<void> {
    const { address, key, workspaceId, pageId } = this.#options
    const headers = { authorization: `Bearer ${key}` }
    const socket = new WebSocket(`${address().replace('http', 'ws')}/v1/live`, { headers })
    this.#socket = socket
    socket.on('error', () => undefined)
    socket.on('open', () => {
      const { version } = this
      const open = { type: 'open', workspaceId, pageId, version, schema: schemaVersion }
      socket.send(JSON.stringify([open]))
    })
    socket.on('message', (data) => {
      if (!Buffer.isBuffer(data)) return
      for (const message of JSON.parse(data.toString())) this.#receive(message)
    })
    return new Promise((resolve) =>
      socket.on('close', () => {
        this.#isOpen = false
        resolve()
      }),
    )
  }

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case 'opened':
        this.#take(message.batches)
        this.#isOpen = true
        this.#sendAgain()
        break
      case 'batch':
      case 'accepted':
        this.#take([message])
        break
      case 'refused':
        if (message.code === 'BUSY') setTimeout(() => this.#sendAgain(), busyMs)
        else this.failures.push(JSON.stringify(message))
        break
      case 'ping':
        this.#socket?.send('[{"type":"pong"}]')
        break
      case 'reload':
      case 'closed':
      case 'error':
      case 'replaced':
        this.failures.push(JSON.stringify(message))
        break
      default:
    }
    this.#send()
  }

  #take(batches: Parameters<typeof receiveBatches>[1]): void {
    const id = sentBatch(this.writer.state)?.id
    if (!receiveBatches(this.writer, batches)) {
      this.failures.push(`${this.version} is followed by ${batches[0]?.version}`)
    }
    if (batches.every((batch) => batch.id !== id)) return
    for (const letter of this.#underWay) this.acknowledged.add(letter)
    this.#underWay = []
  }

  #send(): void {
    if (!this.#isOpen) return
    const batch = takeBatch(this.writer, newId())
    if (batch === undefined) return
    this.#underWay = lettersOf(JSON.stringify(batch.steps))
    this.#post(batch)
  }

  /** The server may have saved it already: it has the same ID. */
  #sendAgain(): void {
    const batch = sentBatch(this.writer.state)
    if (batch !== undefined && this.#isOpen) this.#post({ ...batch, again: true })
  }

  #post(batch: object): void {
    const { pageId } = this.#options
    this.#socket?.send(JSON.stringify([{ type: 'steps', pageId, ...batch }]))
  }
}
