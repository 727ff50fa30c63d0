import type { ClientMessage, ServerMessage } from '../../../server/lib/live-messages.ts'
import type { OpenTransport, Transport } from './transport.ts'

/** What an open page hears of the connection. */
export type ConnectionListener = {
  connected: (schema: number) => void
  disconnected: () => void
  received: (message: ServerMessage) => void
}

export type ConnectionOptions = {
  /** Ways to the server, the best first: each is tried when the one before it fails. */
  transports: readonly OpenTransport[]
  /** Milliseconds before the next try, which double up to the longest. */
  retryDelayMs?: number
  maxRetryDelayMs?: number
  /** Milliseconds without a connection until the person counts as away. A shorter break is one of a moment. */
  awayAfterMs?: number
  /** The server sends something every 20 seconds; after this silence the connection is dead. */
  silenceMs?: number
  /**
   * Calls back when the network is there again, and when it is gone: the browser would keep what is sent then, and the
   * server would get it after what others wrote meanwhile. Returns what ends that.
   */
  watchNetwork?: (isBack: () => void, isGone: () => void) => () => void
}

type Timer = ReturnType<typeof setTimeout>
type AnswerToOpen = Extract<ServerMessage, { type: 'opened' | 'closed' | 'reload' }>

/** The live connection of a tab, which all its open pages share. It is open while a page is. */
export class Connection {
  readonly #options: Required<ConnectionOptions>
  readonly #listeners = new Map<string, ConnectionListener>()
  /** Pages that the server was asked to open, and has said nothing about. */
  readonly #unanswered = new Set<string>()
  #transport: Transport | undefined
  /** The schema version of the server, once it has said it. */
  #schema: number | undefined
  #failures = 0
  #way = 0
  #retry: Timer | undefined
  #silence: Timer | undefined
  #id = ''
  #maxBytes = 0
  #isFull = false
  #wasAway = false
  /** When the connection was lost, in milliseconds since 1970; 0 if the network is known to be gone. */
  #lostAt = Infinity
  #unwatch: () => void = () => undefined

  constructor(options: ConnectionOptions) {
    this.#options = {
      retryDelayMs: 500,
      maxRetryDelayMs: 15_000,
      awayAfterMs: 10_000,
      silenceMs: 45_000,
      watchNetwork: () => () => undefined,
      ...options,
    }
  }

  get isConnected(): boolean {
    return this.#schema !== undefined
  }

  /** Whether the server refused the last connection because the person has too many tabs open. */
  get isFull(): boolean {
    return this.#isFull
  }

  /** Whether the connection was gone for more than a moment before it was there again. */
  get wasAway(): boolean {
    return this.#wasAway
  }

  /** The server's name for this tab. */
  get id(): string {
    return this.#id
  }

  /** Bytes that a frame may have at most. */
  get maxBytes(): number {
    return this.#maxBytes
  }

  /** Listens to the messages about a page. Returns what ends it. */
  listen(pageId: string, listener: ConnectionListener): () => void {
    const isFirst = this.#listeners.size === 0
    this.#listeners.set(pageId, listener)
    if (isFirst) {
      this.#unwatch = this.#options.watchNetwork(
        () => this.#tryNow(),
        () => this.#drop(),
      )
      this.#open()
    } else if (this.#schema !== undefined) listener.connected(this.#schema)
    return () => {
      if (this.#listeners.get(pageId) !== listener) return
      this.#listeners.delete(pageId)
      if (this.#listeners.size === 0) this.#close()
      else this.send({ type: 'close', pageId })
    }
  }

  /** Sends a message if there is a connection; whoever needs an answer sends again when it is back. */
  send(message: ClientMessage): void {
    if (!this.isConnected) return
    if (message.type === 'open') this.#unanswered.add(message.pageId)
    else if (message.type === 'close') this.#unanswered.delete(message.pageId)
    this.#transport?.send([message])
  }

  #tryNow(): void {
    if (this.isConnected) return
    clearTimeout(this.#retry)
    this.#transport?.close()
    this.#failures = 0
    this.#open()
  }

  #open(): void {
    const way = this.#options.transports[this.#way % this.#options.transports.length]
    if (way === undefined) return
    this.#alive()
    const transport = way({
      opened: () => {
        if (transport === this.#transport) this.#alive()
      },
      received: (message) => {
        if (transport === this.#transport) this.#receive(message)
      },
      closed: () => {
        if (transport === this.#transport) this.#lost()
      },
    })
    this.#transport = transport
  }

  #receive(message: ServerMessage): void {
    if (isAnswer(message)) this.#unanswered.delete(message.pageId)
    // A server that pings and opens no page is of no use.
    if (this.#unanswered.size === 0) this.#alive()
    if (message.type === 'ping') this.#transport?.send([{ type: 'pong' }])
    else if (message.type === 'welcome') {
      const wasConnected = this.isConnected
      this.#schema = message.schema
      this.#id = message.connection
      this.#maxBytes = message.maxBytes
      this.#failures = 0
      this.#isFull = false
      // A stream that names more pages is another one for the server.
      if (wasConnected) return
      this.#wasAway = Date.now() - this.#lostAt >= this.#options.awayAfterMs
      for (const listener of this.#listeners.values()) listener.connected(message.schema)
    } else if (message.type === 'error') this.#isFull ||= message.code === 'RATE_LIMITED'
    else if ('pageId' in message) this.#listeners.get(message.pageId)?.received(message)
  }

  /** The server is there: it has until now and a while to say something again. */
  #alive(): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#drop(), this.#options.silenceMs)
  }

  #drop(): void {
    this.#transport?.close()
    if (this.#transport) this.#lost()
    this.#lostAt = 0
  }

  #lost(): void {
    clearTimeout(this.#silence)
    const wasConnected = this.isConnected
    this.#forget()
    if (wasConnected) this.#lostAt = Date.now()
    // A way that worked is tried again first.
    else this.#way += 1
    const { retryDelayMs, maxRetryDelayMs } = this.#options
    const delay = Math.min(maxRetryDelayMs, retryDelayMs * 2 ** this.#failures)
    this.#failures += 1
    // All tabs of a server that restarts would come back in one moment.
    this.#retry = setTimeout(() => this.#open(), delay * (0.5 + Math.random() / 2))
    for (const listener of this.#listeners.values()) listener.disconnected()
  }

  #close(): void {
    this.#unwatch()
    clearTimeout(this.#retry)
    clearTimeout(this.#silence)
    this.#transport?.close()
    this.#forget()
  }

  #forget(): void {
    this.#transport = undefined
    this.#schema = undefined
    this.#unanswered.clear()
  }
}

/** Whether it says what became of the request to open a page. */
function isAnswer(message: ServerMessage): message is AnswerToOpen {
  return message.type === 'opened' || message.type === 'closed' || message.type === 'reload'
}
