import type { PageDocument } from '../../../content/document.ts'
import { schemaVersion } from '../../../content/schema-version.ts'
import type { OpenedMessage, PersonHere, ServerMessage } from '../../../server/lib/live-messages.ts'
import type { PageFields } from '../../../server/lib/page-fields.ts'
import type { LiveTarget } from '../lib/page-body.ts'
import type { Connection } from './connection.ts'
import { type Confirmed, Incoming } from './incoming.ts'
import { LateCursors } from './late-cursors.ts'
import { LiveFields } from './live-fields.ts'
import { documentOf, type LiveSteps } from './live-steps.ts'
import type { LiveEvents, LiveFailure, LiveJournal, LiveNotice, LiveStatus } from './live-types.ts'
import { Notices } from './notices.ts'
import { Outbox, type OutboundSteps } from './outbox.ts'
import { merging } from './parts.ts'

export type LivePageOptions = {
  workspaceId: string
  pageId: string
  connection: Connection
  steps: LiveSteps
  /** As the server has them, and as the person sees them now. */
  fields: PageFields
  readFields: () => PageFields
  events: LiveEvents
}

/** Who wrote what was confirmed last; undefined for the person themselves. */
export type LastWriter = { id: string; name: string } | undefined

type Message<Type extends ServerMessage['type']> = Extract<ServerMessage, { type: Type }>

/** While an input method composes, what would disturb it is tried again this often. */
const composingMs = 60
/** Before a refused batch is tried again. */
const busyMs = 700
const fullMs = 5000
/** Refusals for the moment, before a person is told of them. */
const maxQuietRefusals = 6

/** An open page: sends what the person types, shows what others do, and says how it stands. */
export class LivePage {
  readonly #options: LivePageOptions
  readonly #steps: LiveSteps
  readonly #outbox: Outbox
  readonly #incoming = new Incoming()
  readonly #cursors: LateCursors
  readonly #end: () => void
  readonly #fields: LiveFields
  #isOpen = false
  #hasBeenOpen = false
  /** Whether the person was offline, or an earlier visit is continued: others may have written unseen. */
  #wasAway = false
  #failure: LiveFailure | undefined
  #refusals = 0
  readonly #notices = new Notices()
  #lastWriter: LastWriter
  #applying: ReturnType<typeof setTimeout> | undefined
  #whenSaved: (() => void)[] = []

  constructor(options: LivePageOptions) {
    this.#options = options
    const { pageId, connection, steps } = options
    this.#steps = steps
    this.#fields = new LiveFields(options.fields, options.readFields)
    this.#outbox = new Outbox({
      pageId,
      source: {
        take: (id) => this.#take(id),
        taken: () => steps.taken(),
        release: (id) => steps.release(id),
        fields: () => this.#fields.changed(),
      },
      send: (message) => connection.send(message),
    })
    this.#cursors = new LateCursors({ pageId, connection, steps })
    this.#end = connection.listen(pageId, {
      connected: (schema) => this.#connected(schema),
      disconnected: () => this.#disconnected(),
      received: (message) => this.#receive(message),
    })
  }

  get status(): LiveStatus {
    if (this.#failure !== undefined) return { kind: 'failed', failure: this.#failure }
    if (!this.hasUnsent) return { kind: 'saved' }
    return { kind: this.#isOpen ? 'unsaved' : 'offline' }
  }

  get hasUnsent(): boolean {
    return this.#steps.count > 0 || this.#fields.changed() !== undefined
  }

  /** Whether changes go to and fro. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  get version(): number {
    return this.#steps.version
  }

  /** The title and the icon, as the server has them. */
  get fields(): PageFields {
    return this.#fields.confirmed
  }

  get lastWriter(): LastWriter {
    return this.#lastWriter
  }

  get people(): readonly PersonHere[] {
    return this.#cursors.people
  }

  get notices(): readonly LiveNotice[] {
    return this.#notices.all
  }

  /** Goes to the text of a notice, or inserts it again. */
  answer(notice: LiveNotice): void {
    if (notice.type === 'retained') this.#steps.goTo(notice.from, notice.version)
    else {
      this.#steps.append(notice.text)
      this.changed()
    }
    this.dismiss(notice)
  }

  dismiss(notice: LiveNotice): void {
    this.#notices.remove(notice)
    this.#options.events.changed()
  }

  /** The person changed the text, the title or the icon. */
  changed(): void {
    // What was refused may be acceptable now; but each key is not a new try.
    this.#outbox.soon(this.#failure === undefined ? undefined : 1000)
    this.#options.events.changed()
  }

  /** Tries again after a failure. */
  retry(): void {
    this.#failure = undefined
    this.#refusals = 0
    if (this.#isOpen) this.#outbox.again(0)
    else if (this.#options.connection.isConnected) this.#open()
    this.#options.events.changed()
  }

  /** What to keep in this browser; undefined when the server has everything. */
  journal(): LiveJournal | undefined {
    if (this.#steps.count === 0) return undefined
    const { sent, next } = this.#outbox.reserve()
    return this.#steps.journal(sent, next)
  }

  /** Continues with the changes of an earlier visit, made on an older version of the page. */
  restore(journal: LiveJournal, base: PageDocument): void {
    this.#outbox.isOpen = false
    this.#incoming.clear()
    this.#wasAway = true
    this.#steps.restore(journal, base)
    const ids = journal.batches.map(({ id }) => id)
    this.#outbox.resume(journal.isSent ? ids[0] : undefined, journal.isSent ? ids.slice(1) : ids)
    if (this.#options.connection.isConnected) this.#open()
    this.#options.events.changed()
  }

  /** The document as the server has it, and as it is shown. */
  documents(): { confirmed: PageDocument; shown: PageDocument } {
    return { confirmed: documentOf(this.#steps.confirmed()), shown: documentOf(this.#steps.doc) }
  }

  get isInEditor(): boolean {
    return this.#steps.isShown
  }

  /** Goes on in an editor, or without one. */
  move(target: LiveTarget | undefined): void {
    this.#steps.move(target)
    this.#cursors.now?.show()
  }

  /** The person changed a document that no editor shows. */
  write(content: PageDocument): void {
    this.#steps.write(content)
    this.changed()
  }

  /** Drops what is not saved. */
  discard(): void {
    this.#failure = undefined
    this.#steps.discard()
    this.#outbox.withdraw()
    this.#options.events.changed()
  }

  /** Waits until everything is saved, but no longer than this. */
  async settled(milliseconds: number): Promise<boolean> {
    if (!this.hasUnsent) return true
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#whenSaved.push(resolve)
    const timer = setTimeout(resolve, milliseconds)
    await promise
    clearTimeout(timer)
    return !this.hasUnsent
  }

  close(): void {
    clearTimeout(this.#applying)
    this.#outbox.isOpen = false
    this.#cursors.with((cursors) => cursors.close())
    this.#steps.close()
    this.#end()
  }

  /** What is larger than a frame is saved with the whole page. */
  #take(id: string): OutboundSteps | undefined {
    if (this.#steps.count === 0) return undefined
    void merging.load()
    const batch = this.#steps.take(id, this.#options.connection.maxBytes)
    if (batch === undefined) this.#options.events.outdated()
    return batch
  }

  #connected(schema: number): void {
    if (schema !== schemaVersion) {
      this.#fail({ code: 'SCHEMA', message: '' })
      return
    }
    // What a page has that is opened for the first time, it has just read.
    this.#wasAway ||= this.#hasBeenOpen && this.#options.connection.wasAway
    this.#open()
  }

  /** Asks for everything after the version that the page has. */
  #open(): void {
    const { workspaceId, pageId, connection } = this.#options
    this.#pause()
    const { version } = this.#steps
    connection.send({ type: 'open', workspaceId, pageId, version, schema: schemaVersion })
  }

  #pause(): void {
    this.#isOpen = false
    this.#outbox.isOpen = false
  }

  #disconnected(): void {
    const wasOpen = this.#isOpen
    this.#pause()
    this.#cursors.with((cursors) => cursors.clear())
    if (!wasOpen) this.#options.events.unreachable()
    this.#options.events.changed()
  }

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case 'opened':
        this.#opened(message)
        break
      case 'batch':
      case 'accepted':
        this.#incoming.add(message)
        this.#applySoon(0)
        break
      case 'refused':
        this.#refused(message)
        break
      case 'retained':
      case 'replaced':
        this.#notices.add(message)
        this.#options.events.changed()
        break
      case 'presence':
        this.#present(message.people)
        break
      case 'cursor':
        this.#cursors.with((cursors) => cursors.move(message))
        break
      case 'hash':
        if (!this.#steps.matches(message.version, message.hash)) this.#options.events.outdated()
        break
      case 'reload':
        if (message.reason === 'schema') this.#fail({ code: 'SCHEMA', message: '' })
        else this.#options.events.outdated()
        break
      case 'level':
        // What was refused may be accepted now.
        if (this.#failure?.code === 'FORBIDDEN') this.retry()
        this.#options.events.levelChanged()
        break
      case 'closed':
        this.#pause()
        this.#options.events.closed(message.code, message.message)
        break
    }
  }

  #opened({ batches, people, version }: OpenedMessage): void {
    // An answer to a request before an earlier version was restored.
    if ((batches[0]?.version ?? version + 1) > this.#steps.version + 1) return
    if (this.#wasAway) {
      const { now } = merging
      if (now === undefined) return void merging.load().then(() => this.retry())
      const seen = now.merge.seenBefore(batches, this.#steps, this.#outbox, this.#fields)
      if (seen !== undefined) return this.#options.events.outdated(seen)
    }
    this.#wasAway = false
    this.#incoming.clear()
    this.#incoming.add(...batches)
    this.#isOpen = true
    this.#hasBeenOpen = true
    this.#present(people)
    // All at once: to go over them one by one would carry text away more than once.
    this.#apply()
    this.#outbox.isOpen = this.#failure === undefined
    this.#cursors.with((cursors) => cursors.selectionChanged())
    this.#options.events.changed()
  }

  /** After the other messages of a frame, which belong together. */
  #applySoon(delayMs: number): void {
    this.#applying ??= setTimeout(() => this.#apply(), delayMs)
  }

  #apply(): void {
    clearTimeout(this.#applying)
    this.#applying = undefined
    const { next, isGap } = this.#incoming.after(this.#steps.version)
    const own = this.#outbox.inFlight?.id
    const received = this.#steps.receive(next, this.#outbox.reserved)
    if (received === 'waits') {
      this.#applySoon(composingMs)
      return
    }
    this.#incoming.clear()
    if (received === 'unreadable') {
      this.#options.events.outdated()
      return
    }
    for (const confirmed of next) this.#confirmed(confirmed)
    if (isGap) this.#open()
    if (next.length === 0) return
    if (next.some(({ id }) => id !== own)) this.#options.events.showDocument()
    this.#cursors.now?.show()
    this.#options.events.changed()
    if (!this.hasUnsent) for (const resolve of this.#whenSaved.splice(0)) resolve()
  }

  #confirmed(confirmed: Confirmed): void {
    const { inFlight } = this.#outbox
    const isOwn = inFlight?.id === confirmed.id
    const fields = confirmed.type === 'batch' ? confirmed.fields : undefined
    const given = fields ?? (isOwn ? inFlight?.fields : undefined)
    this.#lastWriter = confirmed.type === 'batch' && !isOwn ? confirmed.author : undefined
    const shown = given && this.#fields.confirm(given, isOwn)
    if (shown !== undefined) this.#options.events.showFields(shown)
    if (isOwn) {
      this.#failure = undefined
      this.#refusals = 0
    }
    this.#outbox.confirmed(confirmed.id)
  }

  #refused({ id, code, message }: Message<'refused'>): void {
    if (this.#outbox.inFlight?.id !== id) return
    this.#refusals += 1
    if (code === 'BUSY' || code === 'RATE_LIMITED' || code === 'STORAGE_FULL') {
      this.#outbox.again(code === 'STORAGE_FULL' ? fullMs : busyMs * this.#refusals)
      if (code === 'STORAGE_FULL' || this.#refusals > maxQuietRefusals)
        this.#show({ code, message })
      return
    }
    if (code === 'OUTDATED' || code === 'BATCH_TOO_LARGE' || code === 'NO_EFFECT') {
      this.#options.events.outdated()
      return
    }
    this.#outbox.withdraw()
    this.#show({ code, message })
  }

  #present(people: readonly PersonHere[]): void {
    this.#cursors.with((cursors) => {
      cursors.set(people)
      this.#options.events.changed()
    })
  }

  #show(failure: LiveFailure): void {
    this.#failure = failure
    this.#options.events.changed()
  }

  /** Nothing more is sent. What is typed stays in this browser. */
  #fail(failure: LiveFailure): void {
    this.#outbox.isOpen = false
    this.#show(failure)
  }
}
