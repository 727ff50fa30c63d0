import { randomUUID } from 'node:crypto'
import type { PageDocument } from '../../../content/document.ts'
import { schemaVersion } from '../../../content/schema-version.ts'
import { schema } from '../../../content/schema.ts'
import { type Change, changeOf, readBatch } from '../../../content/steps/batch.ts'
import { diffDocuments } from '../../../content/steps/diff.ts'
import { rebase } from '../../../content/steps/rebase.ts'
import { writeBatch } from '../../../content/steps/write-batch.ts'
import type { ErrorCode } from '../../../server/lib/errors.ts'
import type {
  BatchMessage,
  ClientMessage,
  ServerMessage,
  StepsMessage,
} from '../../../server/lib/live-messages.ts'
import type { GivenFields } from '../../../server/lib/page-fields.ts'
import type { OpenTransport, TransportEvents } from '../../../web/src/live/transport.ts'

type Tab = { id: string; name: string; events: TransportEvents; isReading: boolean }
type Row = { message: BatchMessage; change: Change; tab: string }

/** A server of a few lines for one live page: it rebases, stores and sends out, as the real one does. */
export class LiveServer {
  doc
  version = 1
  fields: GivenFields = {}
  rows: Row[] = []
  tabs = new Set<Tab>()
  received: ClientMessage[] = []
  /** Answers to steps instead of accepting them. */
  refusal:
    | { code: 'BUSY' | 'PAGE_TOO_LARGE' | 'OUTDATED' | 'FORBIDDEN' | 'STORAGE_FULL' }
    | undefined
  /** Accepts, and loses the answer and the connection. */
  losesAnswers = false
  isDown = false
  /** Refuses connections, as of a person with too many tabs. */
  isFull = false
  /** Closes pages instead of opening them. */
  closing: { code: ErrorCode; message: string } | undefined

  constructor(content: PageDocument) {
    this.doc = schema.nodeFromJSON(content)
  }

  /** The way of one person to this server. */
  transport(name: string): OpenTransport {
    return (events) => {
      const tab: Tab = { id: randomUUID(), name, events, isReading: false }
      queueMicrotask(() => {
        if (this.isDown) {
          events.closed()
          return
        }
        this.tabs.add(tab)
        events.opened()
        if (this.isFull) {
          events.received({ type: 'error', code: 'RATE_LIMITED', message: 'Too many.' })
          this.tabs.delete(tab)
          events.closed()
          return
        }
        events.received({
          type: 'welcome',
          connection: tab.id,
          schema: schemaVersion,
          maxBytes: 1e6,
        })
      })
      return {
        send: (messages) => {
          const sent = structuredClone(messages)
          queueMicrotask(() => {
            for (const message of sent) if (this.tabs.has(tab)) this.#take(tab, message)
          })
        },
        close: () => this.tabs.delete(tab),
      }
    }
  }

  get content(): PageDocument {
    // SAFETY: a document of the page schema.
    return this.doc.toJSON() as PageDocument
  }

  /** A program, or a save of the whole page, changes the text. */
  writes(content: PageDocument): void {
    const next = schema.nodeFromJSON(content)
    const { steps, moves } = diffDocuments(this.doc, next)
    this.doc = next
    this.version += 1
    const message: BatchMessage = {
      type: 'batch',
      version: this.version,
      author: { id: 'bob', name: 'Bob', via: 'api' },
      connection: '',
      pageId: 'p',
      id: randomUUID(),
      ...writeBatch(steps, moves),
    }
    this.rows.push({ message, change: changeOf(steps, moves, 'bob'), tab: '' })
    for (const { events, isReading } of this.tabs) {
      if (isReading) events.received(structuredClone(message))
    }
  }

  /** Cuts all connections. */
  cut(): void {
    for (const tab of this.tabs) {
      this.tabs.delete(tab)
      tab.events.closed()
    }
  }

  send(message: ServerMessage): void {
    for (const { events } of this.tabs) events.received(structuredClone(message))
  }

  #take(tab: Tab, message: ClientMessage): void {
    this.received.push(message)
    if (message.type === 'open' && this.closing !== undefined) {
      tab.events.received({ type: 'closed', pageId: message.pageId, ...this.closing })
    } else if (message.type === 'open') {
      tab.isReading = true
      const batches = this.rows.slice(message.version - 1).map((row) => row.message)
      const { version } = this
      const { pageId } = message
      tab.events.received({ type: 'opened', pageId, version, level: 'write', batches, people: [] })
    } else if (message.type === 'steps') this.#accept(tab, message)
    else if (message.type === 'fields') {
      const { pageId, id, fields } = message
      Object.assign(this.fields, fields)
      this.#store(tab, { pageId, id, steps: [], fields }, changeOf([]), true)
    }
  }

  #accept(tab: Tab, message: StepsMessage): void {
    const { pageId, id, base } = message
    if (this.refusal !== undefined) {
      const refused = { type: 'refused', pageId, id, message: 'No.', ...this.refusal } as const
      tab.events.received(refused)
      return
    }
    const known = this.rows.find((row) => row.message.id === id)
    if (known !== undefined) {
      tab.events.received(structuredClone(known.message))
      return
    }
    const batch = readBatch(schema, message, tab.name)
    const over = this.rows.slice(base - 1).map(({ change }) => change)
    const rebased = batch && rebase(this.doc, over, batch)
    if (!rebased?.ok) throw new Error(`steps that do not fit: ${JSON.stringify(message)}`)
    this.doc = rebased.doc
    this.doc.check()
    const { steps, moves = [] } = writeBatch(rebased.steps, rebased.moves)
    const change = changeOf(rebased.steps, rebased.moves, tab.name)
    this.#store(tab, { pageId, id, steps, moves }, change, over.length === 0)
  }

  #store(
    tab: Tab,
    given: Pick<BatchMessage, 'pageId' | 'id' | 'steps' | 'moves' | 'fields'>,
    change: Change,
    isAsSent: boolean,
  ): void {
    this.version += 1
    const { version } = this
    const author = { id: tab.name, name: tab.name, via: 'web' }
    const message: BatchMessage = { type: 'batch', version, author, connection: tab.id, ...given }
    this.rows.push({ message, change, tab: tab.id })
    const { pageId, id } = given
    for (const other of this.tabs) {
      if (!other.isReading) continue
      if (other === tab && this.losesAnswers) continue
      if (other === tab && isAsSent) {
        other.events.received({ type: 'accepted', pageId, version, id })
      } else other.events.received(structuredClone(message))
    }
    if (this.losesAnswers) {
      this.tabs.delete(tab)
      tab.events.closed()
    }
  }
}
