import { setTimeout as sleep } from 'node:timers/promises'
import { documentHash } from '../../../content/steps/document-hash.ts'
import { onPage } from '../../domain/pages/page-queue.ts'
import type { PageAddress } from '../../domain/pages/tree.ts'
import { keepRun } from '../../domain/runs/with-run.ts'
import { AppError } from '../../lib/errors.ts'
import type { Author, BatchMessage, PersonHere, ServerMessage } from '../../lib/live-messages.ts'
import { asRequestOf } from '../../lib/scheduling/current-request.ts'
import type { steps, Store } from '../../store/index.ts'
import type { LiveCounters } from '../counters.ts'
import { maxMissedLength, maxWaitingBatches } from '../limits.ts'
import { refusalOf } from '../refusals.ts'
import { agentHere } from './agents-here.ts'
import type { Authors } from './authors.ts'
import { retainedMessages, toBatchMessage, type ToAuthor } from './batch-message.ts'
import type { JournalQuota } from './journal-quota.ts'
import { isTypedRow } from './notes.ts'
import type { OpenDocument } from './open-document.ts'
import type { State } from './plan.ts'
import { Presence } from './presence.ts'
import { type PageReader, PageReaders, type Outbound, toOutbound } from './readers.ts'
import { commitGroup, type Outcome, type Sent } from './write-group.ts'

export type LivePageOptions = {
  store: Store
  authors: Authors
  counters: LiveCounters
  quota: JournalQuota
  /** Called after batches of this process were written. */
  onWritten: (page: LivePage) => void
  report: (error: unknown) => void
}

type Answered = Exclude<Outcome, { kind: 'waits' }>
type Waiting = { sent: Sent; since: number; resolve: (outcome: Answered) => void }

/** Batches that share a transaction. */
const maxGroup = 64
/** Between the starts of two transactions: what arrives meanwhile shares the next one, its flush and its frames. */
const pauseMs = 25
const maxAttempts = 60
const maxRetryMs = 100
const hashEvery = 100

/**
 * An open page. The journal in the store decides on the order of changes, here batches are rebased before they are
 * written, and sent on afterwards, with those of other nodes and interfaces.
 */
export class LivePage {
  readonly address: PageAddress
  readonly readers = new PageReaders()
  readonly presence = new Presence()
  readonly #document: OpenDocument
  readonly #options: LivePageOptions
  readonly #waiting: Waiting[] = []
  #isWriting = false
  #tail: Promise<unknown> = Promise.resolve()
  #startedAt = 0

  constructor(address: PageAddress, document: OpenDocument, options: LivePageOptions) {
    this.address = address
    this.#document = document
    this.#options = options
  }

  get version(): number {
    return this.#document.version
  }

  /**
   * Adds a reader, and gives it the batches after its version as JSON, without a gap between. False if the journal no
   * longer has them.
   */
  join(
    reader: PageReader,
    version: number,
    start: (missed: readonly string[]) => void,
  ): Promise<boolean> {
    return this.#alone(async () => {
      if (version > this.version) await this.#readNewer()
      const missed = await this.#document.jsonSince(version)
      if (missed === undefined || lengthOf(missed) > maxMissedLength) return false
      start(missed)
      this.readers.add(reader)
      return true
    })
  }

  /** The batch is durable when this resolves. */
  submit(sent: Sent): Promise<Answered> {
    if (this.#waiting.length >= maxWaitingBatches) {
      const error = new AppError('BUSY', 'Too many changes to this page wait. Try again shortly.')
      return Promise.resolve({ kind: 'refused', refusal: refusalOf(error) })
    }
    return new Promise((resolve) => {
      this.#waiting.push({ sent, since: performance.now(), resolve })
      // A page has its own turns: those of whoever sends belong to their requests.
      if (!this.#isWriting) void asRequestOf(this.address.pageId, () => this.#write())
    })
  }

  /** Reads what other nodes and interfaces have written. `head`: the version that the page is known to have. */
  catchUp(head = 0): Promise<void> {
    return this.#alone(async () => {
      await this.#readNewer()
      // A node of an earlier release has changed the page, without the journal.
      if (head > this.version) await this.#reload('outdated')
    })
  }

  /** A batch that is in the journal, as JSON. */
  batchOf(version: number): Promise<string | undefined> {
    return this.#alone(async () => {
      // Another node may have written it.
      if (version > this.version) await this.#readNewer()
      return (await this.#document.jsonSince(version - 1))?.[0]
    })
  }

  people(): PersonHere[] {
    return this.presence.list((cursor) => this.#document.map(cursor))
  }

  /** Shows a program that wrote for some seconds, with a cursor where it wrote. */
  showAgent(author: Author, at?: number): void {
    if (author.isAgent !== true || this.presence.isConnected(author)) return
    const cursor =
      at === undefined ? {} : { cursor: { version: this.version, anchor: at, head: at } }
    this.presence.show({ ...agentHere(author), ...cursor }, 'agent')
  }

  /** Sends who came, left or moved. */
  sendPresence(): void {
    if (this.presence.hasNews) this.readers.send(this.#presenceOutbound())
  }

  /** Waits for what is under way. */
  async waitUntilIdle(): Promise<void> {
    while (this.#isWriting) await sleep(2)
    await this.#tail
  }

  /** One after another: what changes the document here. */
  #alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#tail.then(work)
    this.#tail = result.catch(() => undefined)
    return result
  }

  async #write(): Promise<void> {
    this.#isWriting = true
    while (this.#waiting.length > 0) {
      const rest = this.#startedAt + pauseMs - performance.now()
      if (rest > 0) await sleep(rest)
      this.#startedAt = performance.now()
      await this.#writeGroup(this.#waiting.splice(0, maxGroup))
    }
    this.#isWriting = false
  }

  /** A batch that nothing foresaw must not hold up the others: then each is written alone. */
  async #writeGroup(group: readonly Waiting[]): Promise<void> {
    try {
      await this.#alone(() => this.#commit(group))
    } catch (error) {
      if (group.length > 1 && !(error instanceof AppError)) {
        for (const one of group) await this.#writeGroup([one])
        return
      }
      if (!(error instanceof AppError)) this.#options.report(error)
      const outcome: Answered = { kind: 'refused', refusal: refusalOf(error) }
      for (const { resolve } of group) resolve(outcome)
    }
  }

  async #commit(group: readonly Waiting[]): Promise<void> {
    const { store, quota } = this.#options
    const { address } = this
    const sent = group.map((one) => one.sent)
    const bases = sent.map(({ message }) => message.base)
    if (Math.max(...bases) > this.version) await this.#readNewer()
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const since = await this.#document.changesSince(bases)
      const { state } = this.#document
      const outcomes = await onPage(store, address, () =>
        commitGroup(store, { address, state, sent, quota, since }),
      )
      if (outcomes !== 'outdated') return this.#take(group, outcomes)
      await this.#readNewer()
      await sleep(Math.random() * Math.min(maxRetryMs, 2 ** attempt))
    }
    throw new AppError('BUSY', 'Others are changing this page at the same time. Try again shortly.')
  }

  /** Takes over what was written, sends it to the readers, and answers the senders. */
  async #take(group: readonly Waiting[], outcomes: readonly Outcome[]): Promise<void> {
    const { authors, counters, onWritten } = this.#options
    const messages = await Promise.all(
      outcomes.map(async (outcome, index) =>
        outcome.kind === 'accepted'
          ? toBatchMessage(outcome.row, authors, group[index]?.sent.connection)
          : undefined,
      ),
    )
    const outbound: Outbound[] = []
    for (const [index, outcome] of outcomes.entries()) {
      const message = messages[index]
      if (outcome.kind === 'refused') counters.refusals += 1
      if (outcome.kind !== 'accepted' || message === undefined) continue
      const { state, change, isAsSent } = outcome.accepted
      keepRun(outcome.run)
      const sent = group[index]?.sent
      const hasMoved = message.retained?.some(({ reason }) => reason === 'moved out') === true
      const remover = hasMoved && sent ? this.#document.removerOf(sent.message) : undefined
      this.#document.advance(message, state, { change, isTyped: true })
      outbound.push(...outboundOf(message, state, isAsSent ? sent : undefined, remover))
      counters.batches += 1
    }
    this.readers.send([...outbound, ...this.#presenceOutbound()])
    this.#waiting.unshift(...group.filter((_, index) => outcomes[index]?.kind === 'waits'))
    const now = performance.now()
    for (const [index, { resolve, since }] of group.entries()) {
      const outcome = outcomes[index]
      if (outcome === undefined || outcome.kind === 'waits') continue
      if (outcome.kind === 'accepted') counters.seconds += (now - since) / 1000
      resolve(outcome)
    }
    if (outbound.length > 0) onWritten(this)
  }

  async #readNewer(): Promise<void> {
    for (;;) {
      const rows = await this.#document.next()
      if (rows.length === 0) return
      const outbound: Outbound[] = []
      for (const row of rows) {
        const state = await this.#after(row)
        if (state === undefined) {
          const isGap = row.version !== this.version + 1
          return this.#reload(isGap ? 'outdated' : 'damaged')
        }
        const message = await toBatchMessage(row, this.#options.authors)
        const isTyped = isTypedRow(row)
        const isRead = this.readers.size > 0
        const replaced = isTyped || !isRead ? [] : await this.#document.replacedBy(message)
        this.#document.advance(message, state, { isTyped })
        this.showAgent(message.author, this.#document.lastChange())
        outbound.push(...outboundOf(message, state, undefined), ...replaced.map(toOnly))
      }
      this.readers.send([...outbound, ...this.#presenceOutbound()])
    }
  }

  /** Nobody goes on with a page that has content of a newer release. */
  async #after(row: steps.StepsRow): Promise<State | undefined> {
    try {
      return await this.#document.after(row)
    } catch (error) {
      if (error instanceof AppError) this.readers.close(error)
      throw error
    }
  }

  /** Clients read the page by HTTP, and open it again. */
  async #reload(reason: 'outdated' | 'damaged'): Promise<void> {
    await this.#document.reload()
    this.readers.send([toOutbound({ type: 'reload', pageId: this.address.pageId, reason })])
  }

  #presenceOutbound(): Outbound[] {
    const map = this.#document.map.bind(this.#document)
    return this.presence.takeMessages(this.address.pageId, map).map(toOutbound)
  }
}

function outboundOf(
  message: BatchMessage,
  { document }: State,
  asSent: Sent | undefined,
  remover?: Author,
): Outbound[] {
  const { pageId, version, id } = message
  const accepted: ServerMessage = { type: 'accepted', pageId, version, id }
  const sender = asSent && {
    connection: asSent.connection,
    userId: asSent.context.caller.userId,
    json: JSON.stringify(accepted),
  }
  const outbound: Outbound[] = [{ ...toOutbound(message), sender }]
  outbound.push(...retainedMessages(message, document, remover).map(toOnly))
  if (version % hashEvery === 0) {
    outbound.push(toOutbound({ type: 'hash', pageId, version, hash: documentHash(document) }))
  }
  return outbound
}

function toOnly({ userId, message }: ToAuthor): Outbound {
  return { ...toOutbound(message), only: { userId } }
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0)
}
