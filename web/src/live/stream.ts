import type {
  ClientMessage,
  OpenMessage,
  PostedMessages,
  ServerMessage,
} from '../../../server/lib/live-messages.ts'
import { type OpenTransport, readFrame, type TransportEvents } from './transport.ts'

type Posted = PostedMessages['messages'][number]

/** An event stream, and a request for each message, where a network lets no WebSocket through. */
export function streamAt(path: string): OpenTransport {
  return (events) => new Stream(path, events)
}

class Stream {
  readonly #path: string
  readonly #events: TransportEvents
  /** The pages to open, which the address of the stream names. */
  readonly #pages = new Map<string, OpenMessage>()
  #source: EventSource | undefined
  #connection = ''
  #isOver = false
  #posting: Promise<void> = Promise.resolve()

  constructor(path: string, events: TransportEvents) {
    this.#path = path
    this.#events = events
    this.#open()
  }

  send(messages: readonly ClientMessage[]): void {
    for (const message of messages) this.#send(message)
  }

  close(): void {
    this.#isOver = true
    this.#source?.close()
  }

  #send(message: ClientMessage): void {
    if (message.type === 'open') {
      this.#pages.set(message.pageId, message)
      this.#open()
    } else if (message.type === 'close') {
      this.#pages.delete(message.pageId)
    } else if (message.type !== 'pong') {
      this.#posting = this.#posting.then(() => this.#post(message))
    }
  }

  #open(): void {
    this.#source?.close()
    const messages = encodeURIComponent(JSON.stringify([...this.#pages.values()]))
    const source = new EventSource(`${this.#path}/stream?messages=${messages}`)
    this.#source = source
    source.addEventListener('open', () => this.#events.opened())
    source.addEventListener('message', ({ data }) => this.#receive(source, readFrame(data)))
    // It would open the pages at the versions that they had.
    source.addEventListener('error', () => {
      if (source === this.#source) this.#end()
    })
  }

  #receive(source: EventSource, messages: readonly ServerMessage[]): void {
    for (const message of messages) {
      if (this.#isOver || source !== this.#source) return
      if (message.type === 'welcome') this.#connection = message.connection
      this.#events.received(message)
    }
  }

  /** One after the other: the server takes them in their order. */
  async #post(message: Posted): Promise<void> {
    const source = this.#source
    const workspaceId = this.#pages.get(message.pageId)?.workspaceId
    if (this.#isOver || source === undefined || workspaceId === undefined) return
    const body: PostedMessages = { connection: this.#connection, workspaceId, messages: [message] }
    try {
      const answer = await fetch(`${this.#path}/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      this.#receive(source, readFrame(await answer.text()))
    } catch {
      if (source === this.#source) this.#end()
    }
  }

  #end(): void {
    if (this.#isOver) return
    this.close()
    this.#events.closed()
  }
}
