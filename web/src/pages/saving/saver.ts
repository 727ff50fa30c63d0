import { DraftKeeper } from '../../lib/drafts/draft-keeper.ts'
import type { DraftSlot } from '../../lib/drafts/draft-keeper.ts'
import type { Draft, PendingDraft } from './drafts.ts'
import { merging } from './merging.ts'
import { Origins } from './origins.ts'
import { changesSince, hasChanges } from './page-state.ts'
import type { Changes, PageState, PageVersion } from './page-state.ts'
import { isLasting, isPassing, unsentState } from './save-status.ts'
import type { Failure, LoadResult, Saved, SaveStatus, SendResult, Side } from './save-status.ts'
import { type SaveDelays, SaveTimer } from './save-timer.ts'

export type SaverOptions = {
  base: PageVersion
  me: PageVersion['updatedBy']
  /** What the person sees now. */
  read: () => PageState
  /** Shows another state to the person. */
  show: (state: PageState) => void
  send: (input: Changes & { version: number }) => Promise<SendResult>
  load: () => Promise<LoadResult>
  slot: DraftSlot<Draft>
  draftDelayMs?: number
} & Partial<SaveDelays>

/** Merges in a row before waiting for others who save faster than that. */
const maxRounds = 5

/** Saves a page as it changes, and merges what others change meanwhile. */
export class Saver {
  #options: Required<SaverOptions>
  /** What the page was before the person changed it. In a conflict its version is older than theirs. */
  #base: PageVersion
  #status: SaveStatus = { kind: 'saved' }
  #isDirty = false
  #isDiscarded = false
  #remoteVersion: number
  /** Whether the page is loaded whatever its version is, as others may have changed it. */
  #isUnsure = false
  readonly #origins = new Origins()
  #keeper: DraftKeeper<Draft>
  #pendingDrafts: PendingDraft[] = []
  readonly #timer: SaveTimer
  #running: Promise<void> | undefined
  #listeners = new Set<() => void>()

  constructor(options: SaverOptions) {
    const delays = { delayMs: 800, maxDelayMs: 2500, draftDelayMs: 500, retryDelayMs: 2000 }
    this.#options = { ...delays, ...options }
    this.#timer = new SaveTimer(this.#options, () => void this.flush())
    this.#base = options.base
    this.#remoteVersion = options.base.version
    const { slot, draftDelayMs } = this.#options
    this.#keeper = new DraftKeeper({ slot, maxDelayMs: draftDelayMs, read: () => this.draft() })
  }

  get status(): SaveStatus {
    return this.#status
  }

  get base(): PageVersion {
    return this.#base
  }

  get hasUnsent(): boolean {
    return (this.#isDirty || this.#status.kind === 'saving') && !this.#isDiscarded
  }

  /** What the server has not got; undefined when it has everything. */
  draft(): Draft | undefined {
    if (!this.hasUnsent) return undefined
    return {
      base: this.#base,
      mine: this.#options.read(),
      state: unsentState(this.#status) ?? { kind: 'unsaved' },
    }
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The person changed something. */
  changed(): void {
    const wasDirty = this.#isDirty
    this.#isDiscarded = false
    this.#isDirty = true
    this.#timer.changed()
    this.#keeper.soon()
    const { kind } = this.#status
    if (this.#status.kind === 'failed' && isLasting(this.#status.reason)) {
      // From now on something is unsent.
      if (!wasDirty) this.#setStatus({ ...this.#status })
      return
    }
    if (kind === 'saved' || kind === 'saving') this.#setStatus({ kind: 'unsaved' })
    this.#timer.startAfterChange()
  }

  /** The server has this version of the page; it may be the one that is being saved. */
  noteRemoteVersion(version: number): void {
    this.#remoteVersion = Math.max(this.#remoteVersion, version)
    if (this.#isBehind() && this.#running === undefined) this.#timer.start(0)
  }

  /** The page cannot be saved now. What is written from now on is stored as a draft. */
  failed(failure: Failure): void {
    this.#timer.stop()
    this.#setStatus({ kind: 'failed', ...failure })
    void this.#keeper.keep()
  }

  /** Stops saving, as the page is saved by other means now. False if it has to be saved here first. */
  hold(): boolean {
    const { kind } = this.#status
    if (this.#running !== undefined || this.#isBehind()) return false
    if (kind === 'conflict' || kind === 'failed') return false
    this.#timer.stop()
    this.#keeper.stop()
    this.#timer.isPaused = true
    return true
  }

  /** Saves the page here again. It was `base`, and is loaded first: what was sent by other means may be in it. */
  release(base: PageVersion): void {
    this.#timer.isPaused = false
    this.#base = base
    this.#remoteVersion = base.version
    this.#isUnsure = true
    this.#isDirty = hasChanges(changesSince(base, this.#options.read()))
    this.#timer.changedAt = undefined
    this.#setStatus({ kind: this.#isDirty ? 'unsaved' : 'saved' })
    this.#timer.start(0)
  }

  /** Tries again after a failure. */
  async retry(): Promise<void> {
    const { kind } = this.#status
    if (kind === 'failed' || kind === 'offline') {
      this.#setStatus({ kind: this.#isDirty ? 'unsaved' : 'saved' })
    }
    await this.flush()
  }

  /** Whether the unsaved changes are stored in this browser now. */
  keepDraft(): Promise<boolean> {
    return this.#keeper.keep()
  }

  /**
   * Continues with changes that were not saved when the page was left. `onAdopted` is called once they are
   * stored as the draft of this page.
   */
  restore(draft: Draft, onAdopted: () => void = () => undefined): void {
    if (this.#isDirty || this.#running !== undefined) {
      this.#pendingDrafts.push({ draft, onAdopted })
      return
    }
    this.#isDiscarded = false
    this.#isDirty = true
    this.#timer.changed()
    this.#remoteVersion = Math.max(this.#remoteVersion, this.#base.version)
    this.#rebase(draft.base, draft.mine)
    this.#setStatus({ kind: 'unsaved' })
    void this.#keeper.keep().then((isStored) => isStored && onAdopted())
    this.#timer.start(0)
  }

  /** Before a person resolves a conflict: adds what they wrote since it was found. */
  review(): void {
    if (this.#status.kind !== 'conflict') return
    this.#merge(this.#options.read(), this.#status.conflict.theirs)
    this.#timer.start(0)
  }

  /** Takes a side in one place of the conflict, or for the title. What others saved since then is merged as usual. */
  choose(location: string, side: Side): void {
    this.review()
    if (this.#status.kind !== 'conflict') return
    const { conflict } = this.#status
    const chosen = merging.now?.chooseSide(conflict, location, side)
    if (chosen === undefined) return
    this.#rebase({ ...this.#base, ...chosen.base }, chosen.mine)
    this.#merge(chosen.mine, conflict.theirs)
    this.#timer.start(0)
  }

  /** Saves unsaved changes now. */
  flush(): Promise<void> {
    this.#timer.stop()
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined
      const { kind } = this.#status
      const isSettled = !this.#timer.isRetrying && (kind === 'saved' || kind === 'conflict')
      if (isSettled && this.#isBehind()) this.#timer.start(0)
      else if (isSettled && this.#timer.changedAt !== undefined) this.#timer.startAfterChange()
      if (kind !== 'saved') return
      const found = this.#pendingDrafts.shift()
      if (found !== undefined) this.restore(found.draft, found.onAdopted)
    })
    return this.#running
  }

  /** The page is left: sends unsaved changes, and stores them as a draft if that fails. */
  async close(): Promise<void> {
    let last = this.#options.read()
    this.#options = { ...this.#options, read: () => last, show: (state) => (last = state) }
    this.#listeners.clear()
    this.#pendingDrafts = []
    void this.#keeper.keep()
    await this.#running
    if (this.#isDirty) await this.flush()
    this.#timer.stop()
  }

  /** Discards unsaved changes. */
  discard(): void {
    this.#timer.stop()
    this.#isDirty = false
    this.#isDiscarded = true
    this.#timer.changedAt = undefined
    this.#keeper.drop()
    this.#setStatus({ kind: 'saved' })
  }

  #isBehind(): boolean {
    return this.#isUnsure || this.#remoteVersion > this.#newest().version
  }

  /** The newest version that was loaded. */
  #newest(): PageVersion {
    return this.#status.kind === 'conflict' ? this.#status.conflict.theirs : this.#base
  }

  #setStatus(status: SaveStatus): void {
    this.#status = status
    for (const listener of this.#listeners) listener()
  }

  async #work(): Promise<void> {
    for (let round = 0; round < maxRounds; round += 1) {
      if (this.#isBehind() && !(await this.#pull())) return
      if (!this.#isDirty) return
      if (await this.#push()) return
    }
    this.#timer.start(this.#options.retryDelayMs)
  }

  /** Loads the newer version and merges it. False when it could not be loaded. */
  async #pull(): Promise<boolean> {
    const result = await this.#options.load()
    if (result.kind !== 'loaded') {
      this.#handleFailure(result, this.#remoteVersion)
      return false
    }
    const theirs = result.page
    const isKnown = !this.#isUnsure && theirs.version <= this.#newest().version
    this.#remoteVersion = theirs.version
    this.#isUnsure = false
    if (isKnown) return true
    if (hasChanges(changesSince(this.#base, this.#options.read()))) {
      await merging.load()
      this.#merge(this.#options.read(), theirs)
      return true
    }
    this.#isDirty = false
    this.#rebase(theirs, theirs)
    this.#markSaved()
    return true
  }

  #merge(mine: PageState, theirs: PageVersion): void {
    const merge = merging.now?.mergePages(this.#base, mine, theirs, {
      origins: this.#origins.known,
      isOwn: theirs.updatedBy.id === this.#options.me.id,
    })
    if (merge === undefined) return
    this.#isDirty = true
    if (merge.kind === 'merged') {
      if (this.#status.kind === 'conflict') this.#setStatus({ kind: 'unsaved' })
      this.#rebase(theirs, merge.state)
      return
    }
    const { conflict } = merge
    // The version stays: whoever goes on from this draft meets the same conflict.
    this.#base = { ...this.#base, ...conflict.base }
    if (hasChanges(changesSince(mine, conflict.mine))) this.#options.show(conflict.mine)
    this.#setStatus({ kind: 'conflict', conflict })
    void this.#keeper.keep()
  }

  #rebase(base: PageVersion, shown: PageState): void {
    this.#base = base
    this.#options.show(shown)
  }

  #markSaved(): void {
    this.#timer.succeeded()
    this.#setStatus({ kind: this.#isDirty ? 'unsaved' : 'saved' })
    if (this.#isDirty) {
      this.#timer.startAfterChange()
      return
    }
    this.#keeper.drop()
  }

  /** True when there is nothing more to do for now. */
  async #push(): Promise<boolean> {
    if (this.#status.kind === 'conflict') return this.#pushUndisputed()
    const changes = changesSince(this.#base, this.#options.read())
    this.#isDirty = false
    this.#timer.changedAt = undefined
    if (!hasChanges(changes)) {
      this.#markSaved()
      return true
    }
    if (this.#status.kind === 'unsaved') this.#setStatus({ kind: 'saving' })
    const result = await this.#options.send({ version: this.#base.version, ...changes })
    if (result.kind === 'saved') {
      this.#sent(changes, result)
      if (result.merged !== true) this.#markSaved()
      return result.merged !== true
    }
    if (this.#isDiscarded) return true
    this.#isDirty = true
    this.#timer.changed()
    return this.#handleFailure(result, this.#base.version)
  }

  /** The server has these changes, and where it merged them, others that are not shown yet. */
  #sent(changes: Changes, { version, updatedAt, updatedBy, merged = false }: Saved): void {
    this.#base = { ...this.#base, ...changes, version, updatedAt, updatedBy }
    this.#isUnsure ||= merged
  }

  /** In a conflict, everything that nobody disputes is still saved. */
  async #pushUndisputed(): Promise<boolean> {
    this.review()
    this.#timer.stop()
    if (this.#status.kind !== 'conflict') return false
    const { theirs, settled, settledBase } = this.#status.conflict
    const changes = changesSince(theirs, settled)
    this.#timer.changedAt = undefined
    if (!hasChanges(changes)) return this.#askOrigins()
    const result = await this.#options.send({ version: theirs.version, ...changes })
    if (result.kind !== 'saved') return this.#handleFailure(result, theirs.version)
    this.#timer.succeeded()
    const { version, updatedAt, updatedBy } = result
    this.#isUnsure ||= result.merged === true
    this.#remoteVersion = Math.max(this.#remoteVersion, version)
    // Chosen meanwhile: what was sent is met again as a newer version.
    if (this.#status.kind !== 'conflict') return false
    const newest = { ...theirs, ...settled, version, updatedAt, updatedBy }
    this.#base = { ...this.#base, ...settledBase }
    this.#merge(this.#options.read(), newest)
    return this.#status.kind === 'conflict' && !this.#isUnsure && this.#askOrigins()
  }

  /** Asks the server who wrote what the person changed too: it refuses the save, and says so. */
  async #askOrigins(): Promise<boolean> {
    if (this.#status.kind !== 'conflict') return false
    if (!this.#origins.isToAsk(this.#status.conflict)) return true
    const { content } = this.#options.read()
    const result = await this.#options.send({ version: this.#base.version, content })
    if (result.kind === 'saved') {
      // By its journal, the server may find that there is no conflict.
      this.#sent({ content }, { ...result, merged: true })
      if (this.#status.kind === 'conflict') this.#setStatus({ kind: 'unsaved' })
      return false
    }
    if (result.kind === 'conflict') this.#origins.note(result)
    this.review()
    // Chosen meanwhile: that is to be saved.
    return this.#status.kind === 'conflict'
  }

  #handleFailure(result: Exclude<SendResult, { kind: 'saved' }>, version: number): boolean {
    if (result.kind === 'conflict') {
      this.#origins.note(result)
      this.#remoteVersion = Math.max(this.#remoteVersion, version + 1)
      void this.#keeper.keep()
      return false
    }
    if (result.kind === 'unreachable') {
      this.#waitForServer()
      return true
    }
    const { reason, message } = result
    this.failed({ reason, message })
    if (isPassing(reason)) this.#timer.startLater()
    return true
  }

  #waitForServer(): void {
    if (this.#status.kind !== 'conflict') this.#setStatus({ kind: 'offline' })
    void this.#keeper.keep()
    this.#timer.startLater()
  }
}
