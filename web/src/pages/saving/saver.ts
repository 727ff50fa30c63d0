import { DraftKeeper } from './draft-keeper.ts'
import type { DraftSlot } from './draft-keeper.ts'
import type { Draft } from './drafts.ts'
import { baseOnceSent, mergePages, undisputed } from './merge-page.ts'
import { applyChoices } from './merge.ts'
import type { Choice } from './merge.ts'
import { changesSince, hasChanges } from './page-state.ts'
import type { Changes, PageState, PageVersion } from './page-state.ts'
import { isLasting, isPassing, unsentState } from './save-status.ts'
import type { Conflict, Failure, LoadResult, SaveStatus, SendResult } from './save-status.ts'

export type SaverOptions = {
  base: PageVersion
  /** What the person sees now. */
  read: () => PageState
  /** Shows another state to the person. */
  show: (state: PageState) => void
  send: (input: Changes & { version: number }) => Promise<SendResult>
  load: () => Promise<LoadResult>
  slot: DraftSlot
  /** Milliseconds without a change before a save, and the longest while somebody keeps typing. */
  delayMs?: number
  maxDelayMs?: number
  draftDelayMs?: number
  /** Milliseconds until what failed is tried again. */
  retryDelayMs?: number
}

type PendingDraft = { draft: Draft; onAdopted: () => void }

const maxRetryDelayMs = 30_000
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
  /** Whether the page is saved by other means for now. */
  #isPaused = false
  /** Since when there are unsaved changes. */
  #changedAt: number | undefined
  #remoteVersion: number
  #retries = 0
  #keeper: DraftKeeper
  #pendingDrafts: PendingDraft[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<void> | undefined
  #listeners = new Set<() => void>()

  constructor(options: SaverOptions) {
    const delays = { delayMs: 800, maxDelayMs: 2500, draftDelayMs: 500, retryDelayMs: 2000 }
    this.#options = { ...delays, ...options }
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
    this.#changedAt ??= Date.now()
    this.#keeper.soon()
    const { kind } = this.#status
    if (this.#status.kind === 'failed' && isLasting(this.#status.reason)) {
      // From now on something is unsent.
      if (!wasDirty) this.#setStatus({ ...this.#status })
      return
    }
    if (kind === 'saved' || kind === 'saving') this.#setStatus({ kind: 'unsaved' })
    this.#schedule(this.#delayBeforeSave())
  }

  /** The server has this version of the page; it may be the one that is being saved. */
  noteRemoteVersion(version: number): void {
    this.#remoteVersion = Math.max(this.#remoteVersion, version)
    if (this.#isBehind() && this.#running === undefined) this.#schedule(0)
  }

  /** The page cannot be saved now. What is written from now on is stored as a draft. */
  failed(failure: Failure): void {
    clearTimeout(this.#timer)
    this.#setStatus({ kind: 'failed', ...failure })
    void this.#keeper.keep()
  }

  /** Stops saving, as the page is saved by other means now. False if it has to be saved here first. */
  hold(): boolean {
    const { kind } = this.#status
    if (this.#running !== undefined || this.#isBehind()) return false
    if (kind === 'conflict' || kind === 'failed') return false
    clearTimeout(this.#timer)
    this.#keeper.stop()
    this.#isPaused = true
    return true
  }

  /** Saves the page here again. It was `base`, and is loaded first: what was sent by other means may be in it. */
  release(base: PageVersion): void {
    this.#isPaused = false
    this.#base = { ...base, version: base.version - 1 }
    this.#remoteVersion = base.version
    this.#isDirty = hasChanges(changesSince(base, this.#options.read()))
    this.#changedAt = undefined
    this.#setStatus({ kind: this.#isDirty ? 'unsaved' : 'saved' })
    this.#schedule(0)
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
    const newest = this.#base
    this.#isDirty = true
    this.#changedAt ??= Date.now()
    this.#rebase(draft.base, draft.mine)
    this.#setStatus({ kind: 'unsaved' })
    if (newest.version > draft.base.version) this.#merge(draft.mine, newest)
    void this.#keeper.keep().then((isStored) => isStored && onAdopted())
    this.#schedule(0)
  }

  /** Before a person resolves a conflict: adds what they wrote since it was found. */
  review(): void {
    if (this.#status.kind !== 'conflict') return
    this.#merge(this.#options.read(), this.#status.conflict.theirs)
    this.#schedule(0)
  }

  /** Resolves the conflict that the person was shown. What others saved since then is merged as usual. */
  resolve(conflict: Conflict, choices: readonly Choice[], title: 'mine' | 'theirs'): void {
    if (this.#status.kind !== 'conflict') return
    const content = applyChoices(conflict.hunks, (index) => choices[index] ?? 'both')
    this.#isDirty = true
    this.#setStatus({ kind: 'unsaved' })
    const fields = { ...conflict.fields, title: conflict.title[title] }
    this.#rebase(conflict.theirs, { ...fields, content })
    this.#schedule(0)
  }

  /** Saves unsaved changes now. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined
      const { kind } = this.#status
      if (this.#isBehind() && (kind === 'saved' || kind === 'conflict')) this.#schedule(0)
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
    clearTimeout(this.#timer)
  }

  /** Discards unsaved changes. */
  discard(): void {
    clearTimeout(this.#timer)
    this.#isDirty = false
    this.#isDiscarded = true
    this.#changedAt = undefined
    this.#keeper.drop()
    this.#setStatus({ kind: 'saved' })
  }

  #isBehind(): boolean {
    return this.#remoteVersion > this.#newest().version
  }

  /** The newest version that was loaded. */
  #newest(): PageVersion {
    return this.#status.kind === 'conflict' ? this.#status.conflict.theirs : this.#base
  }

  #setStatus(status: SaveStatus): void {
    this.#status = status
    for (const listener of this.#listeners) listener()
  }

  #schedule(after: number): void {
    clearTimeout(this.#timer)
    if (this.#isPaused) return
    this.#timer = setTimeout(() => void this.flush(), after)
  }

  #delayBeforeSave(): number {
    const { delayMs, maxDelayMs } = this.#options
    const latest = (this.#changedAt ?? Date.now()) + maxDelayMs
    return Math.max(0, Math.min(delayMs, latest - Date.now()))
  }

  async #work(): Promise<void> {
    for (let round = 0; round < maxRounds; round += 1) {
      if (this.#isBehind() && !(await this.#pull())) return
      if (!this.#isDirty) return
      if (await this.#push()) return
    }
    this.#schedule(this.#options.retryDelayMs)
  }

  /** Loads the newer version and merges it. False when it could not be loaded. */
  async #pull(): Promise<boolean> {
    const result = await this.#options.load()
    if (result.kind !== 'loaded') {
      this.#handleFailure(result, this.#remoteVersion)
      return false
    }
    const theirs = result.page
    this.#remoteVersion = theirs.version
    if (theirs.version <= this.#newest().version) return true
    const mine = this.#options.read()
    if (hasChanges(changesSince(this.#base, mine))) {
      this.#merge(mine, theirs)
      return true
    }
    this.#isDirty = false
    this.#rebase(theirs, theirs)
    this.#markSaved()
    return true
  }

  #merge(mine: PageState, theirs: PageVersion): void {
    const merge = mergePages(this.#base, mine, theirs)
    this.#isDirty = true
    if (merge.kind === 'merged') {
      if (this.#status.kind === 'conflict') this.#setStatus({ kind: 'unsaved' })
      this.#rebase(theirs, merge.state)
      return
    }
    // The version stays: whoever goes on from this draft meets the same conflict.
    this.#base = { ...this.#base, ...merge.base }
    if (hasChanges(changesSince(mine, merge.mine))) this.#options.show(merge.mine)
    this.#setStatus({ kind: 'conflict', conflict: merge.conflict })
    void this.#keeper.keep()
  }

  #rebase(base: PageVersion, shown: PageState): void {
    this.#base = base
    this.#options.show(shown)
  }

  #markSaved(): void {
    this.#retries = 0
    this.#setStatus({ kind: this.#isDirty ? 'unsaved' : 'saved' })
    if (this.#isDirty) {
      this.#schedule(this.#delayBeforeSave())
      return
    }
    this.#keeper.drop()
  }

  /** True when there is nothing more to do for now. */
  async #push(): Promise<boolean> {
    if (this.#status.kind === 'conflict') return this.#pushUndisputed()
    const changes = changesSince(this.#base, this.#options.read())
    this.#isDirty = false
    this.#changedAt = undefined
    if (!hasChanges(changes)) {
      this.#markSaved()
      return true
    }
    if (this.#status.kind === 'unsaved') this.#setStatus({ kind: 'saving' })
    const result = await this.#options.send({ version: this.#base.version, ...changes })
    if (result.kind === 'saved') {
      const { version, updatedAt, updatedBy } = result
      this.#base = { ...this.#base, ...changes, version, updatedAt, updatedBy }
      this.#markSaved()
      return true
    }
    if (this.#isDiscarded) return true
    this.#isDirty = true
    this.#changedAt ??= Date.now()
    return this.#handleFailure(result, this.#base.version)
  }

  /** In a conflict, all other paragraphs are still saved. */
  async #pushUndisputed(): Promise<boolean> {
    this.review()
    clearTimeout(this.#timer)
    if (this.#status.kind !== 'conflict') return false
    const { conflict } = this.#status
    const { theirs } = conflict
    const agreed = undisputed(conflict)
    const changes = agreed === undefined ? {} : changesSince(theirs, agreed)
    this.#changedAt = undefined
    if (agreed === undefined || !hasChanges(changes)) return true
    const result = await this.#options.send({ version: theirs.version, ...changes })
    if (result.kind !== 'saved') return this.#handleFailure(result, theirs.version)
    this.#retries = 0
    const { version, updatedAt, updatedBy } = result
    this.#remoteVersion = Math.max(this.#remoteVersion, version)
    // Chosen meanwhile: what was sent is met again as a newer version.
    if (this.#status.kind !== 'conflict') return false
    const newest = { ...theirs, ...agreed, version, updatedAt, updatedBy }
    this.#base = { ...this.#base, ...baseOnceSent(conflict, this.#base) }
    this.#merge(this.#options.read(), newest)
    if (this.#changedAt !== undefined) this.#schedule(this.#delayBeforeSave())
    return this.#status.kind === 'conflict'
  }

  #handleFailure(result: Exclude<SendResult, { kind: 'saved' }>, version: number): boolean {
    if (result.kind === 'conflict') {
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
    if (isPassing(reason)) this.#tryLater()
    return true
  }

  #waitForServer(): void {
    if (this.#status.kind !== 'conflict') this.#setStatus({ kind: 'offline' })
    void this.#keeper.keep()
    this.#tryLater()
  }

  #tryLater(): void {
    this.#schedule(Math.min(maxRetryDelayMs, this.#options.retryDelayMs * 2 ** this.#retries))
    this.#retries += 1
  }
}
