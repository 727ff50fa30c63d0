import { isBoard } from '../../../../content/board.ts'
import type { PageDocument } from '../../../../content/document.ts'
import { differingFields, pickFields, pickSome } from '../../../../server/lib/page-fields.ts'
import { DraftKeeper } from '../../lib/drafts/draft-keeper.ts'
import type { LiveTarget } from '../../lib/page-body.ts'
import type { LivePage } from '../../live/live-page.ts'
import type { LiveSource } from '../../live/live-source.ts'
import type { LiveEvents } from '../../live/live-types.ts'
import type { Draft, PendingDraft } from './drafts.ts'
import { type Edited, LastEdit } from './last-edit.ts'
import { LiveEntry } from './live-entry.ts'
import { statusOf } from './live-status.ts'
import { merging } from './merging.ts'
import type { PageState, PageVersion } from './page-state.ts'
import type { PageSyncOptions } from './page-sync-options.ts'
import { type Failure, isPassing, type SaveStatus, unsentState } from './save-status.ts'
import { Saver } from './saver.ts'

/** Before a page that is left counts as not sent, in milliseconds. */
const closingMs = 3000
/** Within which an editor is there, in milliseconds. */
const liveWithinMs = 4000
/** Attempts to connect, while the server answers, after which it is asked why, and the page saved as a whole. */
const attempts = { ask: 2, giveUp: 6 }

/** Brings an open page to the server and back: live by steps, or saved as a whole while that is not possible. */
export class PageSync {
  #options: PageSyncOptions
  readonly #saver: Saver
  readonly #keeper: DraftKeeper<Draft>
  readonly #listeners = new Set<() => void>()
  readonly #entry = new LiveEntry((isConnected) => {
    this.#notify()
    if (isConnected) this.#connected()
  })
  #target: LiveTarget | undefined
  #live: LivePage | undefined
  #status: SaveStatus = { kind: 'saved' }
  /** While it is the same, the status stays the same object. */
  #statusKey = ''
  readonly #lastEdit: LastEdit
  /** Beside what the live page knows itself. */
  #failure: Failure | undefined
  #failedAttempts = 0
  /** Whether the page is saved as a whole first, before it is live again. */
  #isReturning = false
  #pending: PendingDraft[] = []

  constructor(options: PageSyncOptions) {
    this.#options = options
    this.#lastEdit = new LastEdit(options.me, options.base)
    this.#saver = new Saver({
      ...options,
      read: () => this.#options.read(),
      show: (state) => this.#options.show(state),
    })
    const { draftDelayMs = 500 } = options
    this.#keeper = new DraftKeeper({
      slot: options.slot,
      maxDelayMs: draftDelayMs,
      read: () => this.draft(),
    })
    this.#saver.subscribe(() => {
      if (this.#live !== undefined) return
      this.#notify()
      setTimeout(() => this.#enter())
    })
  }

  get status(): SaveStatus {
    return this.#status
  }

  /** The page as the server has it. */
  get base(): PageVersion {
    const live = this.#live
    if (live === undefined) return this.#saver.base
    const { version, fields } = live
    return { ...this.updated, ...fields, version, content: live.documents().confirmed }
  }

  /** Who changed the page last, and when. */
  get updated(): Edited {
    return this.#lastEdit.now
  }

  get hasUnsent(): boolean {
    return this.#live?.hasUnsent ?? this.#saver.hasUnsent
  }

  /** The page as it is open live; undefined while it is saved as a whole. */
  get live(): LivePage | undefined {
    return this.#live
  }

  /** What the server has not got; undefined when it has everything. */
  draft(): Draft | undefined {
    const live = this.#live
    if (live === undefined) return this.#saver.draft()
    if (!live.hasUnsent) return undefined
    const journal = live.journal()
    return {
      base: this.base,
      mine: this.#options.read(),
      state: unsentState(this.#readStatus()) ?? { kind: 'unsaved' },
      ...(journal === undefined ? {} : { live: journal }),
    }
  }

  /** Whether the page is not live because too many tabs are open. */
  get isFull(): boolean {
    return this.#entry.isFull
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Opens the page live as soon as there is a connection. */
  goLive(source: LiveSource): void {
    this.#entry.source = source
    this.#entry.watch()
  }

  /** The editor that holds the text now. Returns what is to be called before it goes. */
  attach(target: LiveTarget): () => void {
    this.#target = target
    if (this.#live === undefined) this.#enter()
    else this.#live.move(target)
    return () => {
      if (this.#target !== target) return
      this.#target = undefined
      if (this.#live?.isInEditor === true) this.#live.move(undefined)
    }
  }

  /** The person changed something. */
  changed(): void {
    const live = this.#live
    if (live === undefined) return this.#saver.changed()
    // While there is a connection: what fails to load without one can fail until the tab is closed.
    if (live.isOpen) void merging.load()
    if (live.isInEditor) live.changed()
    else live.write(this.#options.read().content)
    this.#keeper.soon()
  }

  /** The person replaced the whole text, such as by a board. */
  replaced(): void {
    if (this.#live?.isInEditor === true) this.#live.move(undefined)
    this.changed()
  }

  /** The server has this version of the page. */
  noteRemoteVersion(version: number): void {
    if (this.#live === undefined) this.#saver.noteRemoteVersion(version)
  }

  /** The page cannot be saved now. What is written from now on is stored as a draft. */
  failed(failure: Failure): void {
    if (this.#live === undefined) return this.#saver.failed(failure)
    this.#failure = failure
    this.#notify()
    void this.#keeper.keep()
  }

  async retry(): Promise<void> {
    if (this.#live === undefined) return this.#saver.retry()
    this.#failure = undefined
    this.#live.retry()
    this.#notify()
    await this.#live.settled(closingMs)
  }

  /** Whether the unsaved changes are stored in this browser now. */
  keepDraft(): Promise<boolean> {
    return this.#live === undefined ? this.#saver.keepDraft() : this.#keeper.keep()
  }

  /**
   * Continues with changes that were not saved when the page was left. `onAdopted` is called once they are
   * stored as the draft of this page.
   */
  restore(draft: Draft, onAdopted: () => void = () => undefined): void {
    if (this.#live === undefined && draft.live === undefined) {
      this.#saver.restore(draft, onAdopted)
      return
    }
    this.#pending.push({ draft, onAdopted })
    this.#enter()
    this.#restoreNext()
    // Where nothing can be live, the draft is merged as a whole.
    if (this.#live === undefined) setTimeout(() => this.#restoreWhole(), liveWithinMs)
  }

  /** Takes a side in one place of a conflict, or for the title. */
  choose(...choice: Parameters<Saver['choose']>): void {
    this.#saver.choose(...choice)
  }

  /** Saves unsaved changes now. Live ones are on their way: they are kept in this browser meanwhile. */
  async flush(): Promise<void> {
    await (this.#live === undefined ? this.#saver.flush() : this.#keeper.keep())
  }

  /** The page is left: sends what is not sent, and keeps it as a draft if that fails. */
  async close(): Promise<void> {
    this.#entry.stop()
    this.#listeners.clear()
    const live = this.#live
    let last = this.#options.read()
    const readFields = () => pickFields(last)
    const show = (state: PageState) => (last = state)
    this.#options = { ...this.#options, read: () => last, show, readFields }
    if (live === undefined) {
      await this.#saver.close()
      return
    }
    if (live.isInEditor) live.move(undefined)
    await this.#keeper.keep()
    if (this.#failure === undefined) await live.settled(closingMs)
    await this.#keeper.keep()
    live.close()
  }

  /** Discards unsaved changes. */
  discard(): void {
    const live = this.#live
    if (live === undefined) return this.#saver.discard()
    this.#failure = undefined
    const { fields } = live
    live.discard()
    this.#options.show({ ...fields, content: live.documents().shown })
    this.#dropDraft()
    this.#notify()
  }

  #readStatus(): SaveStatus {
    const live = this.#live
    if (live === undefined) return this.#saver.status
    return this.#failure === undefined ? statusOf(live) : { kind: 'failed', ...this.#failure }
  }

  #notify(): void {
    const status = this.#readStatus()
    const key = JSON.stringify([status.kind === 'conflict' || status, this.hasUnsent])
    if (status.kind === 'conflict' || key !== this.#statusKey) this.#status = { ...status }
    this.#statusKey = key
    if (this.#live === undefined) this.#lastEdit.set(this.#saver.base)
    for (const listener of this.#listeners) listener()
  }

  /** What was written without a connection is saved first as a whole: it is merged by token, steps by letters. */
  #connected(): void {
    if (this.#saver.status.kind === 'offline') void this.#saver.retry()
    else this.#enter()
  }

  /** Goes on by steps, if nothing speaks against it. */
  #enter(): void {
    const { source, isConnected } = this.#entry
    if (source === undefined || this.#live !== undefined) return
    if (this.#saver.status.kind === 'offline') return
    if (!isConnected && this.#pending.length === 0) return
    if (this.#isReturning && this.#saver.status.kind !== 'saved') return
    const { content } = this.#options.read()
    const target = isBoard(content) ? undefined : this.#target
    if ((target === undefined && !isBoard(content)) || !this.#saver.hold()) return
    this.#isReturning = false
    this.#failedAttempts = 0
    const live = source.open({
      base: this.#saver.base,
      shown: content,
      target,
      readFields: () => this.#options.readFields(),
      events: this.#events(),
    })
    this.#live = live
    this.#entry.stop()
    this.#changedLive(live)
    if (live.hasUnsent) live.changed()
  }

  /**
   * Goes on saving the page as a whole. It is live again once that is done, and later where it was `closed`. `seen`: the
   * document that the unsent changes were made on, if the page was offline; then they are only merged first.
   */
  #leave({ closed, seen }: { closed?: string; seen?: PageDocument | undefined } = {}): void {
    const live = this.#live
    if (live === undefined) return
    const base = { ...this.base, ...(seen && { content: seen }) }
    live.close()
    this.#live = undefined
    this.#failure = undefined
    this.#isReturning = seen === undefined
    this.#saver.release(base)
    if (closed === undefined) this.#entry.watch()
    else this.#entry.pause(closed === 'RATE_LIMITED', this.#options.returnDelayMs)
    this.#notify()
  }

  #events(): LiveEvents {
    return {
      changed: () => {
        if (this.#live !== undefined) this.#changedLive(this.#live)
      },
      showFields: (fields) => {
        this.#options.show({ ...this.#options.read(), ...fields })
      },
      showDocument: () => this.#showDocument(),
      closed: (code) => void this.#ask(code),
      outdated: (seen) => this.#leave({ seen }),
      levelChanged: () => this.#options.levelChanged(),
      unreachable: () => {
        this.#failedAttempts += 1
        if (this.#failedAttempts >= attempts.ask) void this.#ask()
      },
    }
  }

  #changedLive(live: LivePage): void {
    if (live.isOpen) {
      this.#entry.isFull = false
      this.#failedAttempts = 0
      this.#failure = undefined
    }
    this.#lastEdit.note(live)
    if (!live.hasUnsent) {
      this.#dropDraft()
      this.#restoreNext()
    }
    this.#notify()
  }

  /** The text that no editor holds, such as that of a board. It may be of another kind now. */
  #showDocument(): void {
    const live = this.#live
    if (live === undefined) return
    const { content, ...fields } = this.#options.read()
    const { shown } = live.documents()
    if (live.isInEditor && isBoard(content) === isBoard(shown)) return
    if (live.isInEditor) live.move(undefined)
    this.#options.show({ ...fields, content: shown })
  }

  /** Asks by HTTP what is wrong with the connection, or why the server `closed` the page. */
  async #ask(closed?: string): Promise<void> {
    const live = this.#live
    const answer = await this.#options.load()
    if (live === undefined || this.#live !== live || live.isOpen) return
    if (answer.kind === 'unreachable') this.#failedAttempts = 0
    else if (answer.kind === 'refused' && (closed === undefined || !isPassing(answer.reason))) {
      this.failed({ reason: answer.reason, message: answer.message })
    } else if (closed !== undefined) {
      this.#leave({ closed })
    } else if (answer.kind === 'loaded') {
      const isKnown = this.#failure !== undefined
      this.#failure = undefined
      if (this.#failedAttempts >= attempts.giveUp) this.#leave()
      else if (isKnown) live.retry()
      this.#notify()
    }
  }

  /** One draft after another, each when nothing else is unsaved. */
  #restoreNext(): void {
    const live = this.#live
    if (live === undefined || live.hasUnsent) return
    const [first] = this.#pending.splice(0, 1)
    if (first === undefined) return
    const { draft, onAdopted } = first
    if (draft.live === undefined) {
      this.#leave()
      this.#saver.restore(draft, onAdopted)
      return
    }
    const names = differingFields(draft.base, draft.mine)
    live.restore(draft.live, draft.base.content)
    this.#options.show({ ...this.#options.read(), ...pickSome(draft.mine, names) })
    void this.#keeper.keep().then((isStored) => isStored && onAdopted())
    this.#notify()
  }

  #restoreWhole(): void {
    if (this.#live !== undefined) return
    for (const { draft, onAdopted } of this.#pending.splice(0)) {
      this.#saver.restore(draft, onAdopted)
    }
  }

  /** Without asking the browser each time for what it does not have. */
  #dropDraft(): void {
    if (this.#keeper.isStored) this.#keeper.drop()
    else this.#keeper.stop()
  }
}
