import { DraftKeeper } from './draft-keeper.ts'
import type { DraftSlot } from './draft-keeper.ts'
import type { Draft } from './drafts.ts'
import { baseOnceSent, mergePages, undisputed } from './merge-page.ts'
import { settle } from './merge.ts'
import type { Choice } from './merge.ts'
import { changesSince, hasChanges } from './page-state.ts'
import type { Changes, PageState, PageVersion } from './page-state.ts'
import { isLasting, isPassing, unsentState } from './save-status.ts'
import type { Conflict, Failure, LoadResult, SaveStatus, SendResult } from './save-status.ts'

export type SaverOptions = {
  base: PageVersion
  /** What the person sees now. */
  read: () => PageState
  /** Puts something else before the person. */
  show: (state: PageState) => void
  send: (input: Changes & { version: number }) => Promise<SendResult>
  load: () => Promise<LoadResult>
  slot: DraftSlot
  /** Milliseconds without a change until it is saved; whoever types on is saved after the longest delay. */
  delay?: number
  longestDelay?: number
  draftDelay?: number
  /** Milliseconds until what failed is tried again. */
  retryDelay?: number
}

type Found = { draft: Draft; kept: () => void }

const longestRetry = 30_000
/** Others who save faster than we can merge are waited for. */
const maxRounds = 5

/** Saves a page as it changes, and takes in what others change meanwhile. */
export class Saver {
  #options: Required<SaverOptions>
  /** What the page was before the person changed it. In a conflict its version is older than theirs. */
  #base: PageVersion
  #status: SaveStatus = { kind: 'saved' }
  #isDirty = false
  #isDiscarded = false
  /** Since when something waits to be sent. */
  #changedAt: number | undefined
  #heardOf: number
  #retries = 0
  #keeper: DraftKeeper
  #found: Found[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<void> | undefined
  #listeners = new Set<() => void>()

  constructor(options: SaverOptions) {
    const delays = { delay: 800, longestDelay: 2500, draftDelay: 500, retryDelay: 2000 }
    this.#options = { ...delays, ...options }
    this.#base = options.base
    this.#heardOf = options.base.version
    const { slot, draftDelay } = this.#options
    this.#keeper = new DraftKeeper({ slot, within: draftDelay, read: () => this.draft() })
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
      if (!wasDirty) this.#become({ ...this.#status })
      return
    }
    if (kind === 'saved' || kind === 'saving') this.#become({ kind: 'unsaved' })
    this.#schedule(this.#wait())
  }

  /** Somebody tells of a version of the page; it may be the one that we are just saving. */
  heard(version: number): void {
    this.#heardOf = Math.max(this.#heardOf, version)
    if (this.#isBehind() && this.#running === undefined) this.#schedule(0)
  }

  /** Told by others that the page cannot be saved now; what is written from now on is kept. */
  failed(failure: Failure): void {
    clearTimeout(this.#timer)
    this.#become({ kind: 'failed', ...failure })
    void this.#keeper.keep()
  }

  /** The reason why nothing was saved may be over. */
  async retry(): Promise<void> {
    const { kind } = this.#status
    if (kind === 'failed' || kind === 'offline') {
      this.#become({ kind: this.#isDirty ? 'unsaved' : 'saved' })
    }
    await this.flush()
  }

  /** Whether what is unsaved is in this browser by now. */
  keepDraft(): Promise<boolean> {
    return this.#keeper.keep()
  }

  /** Goes on with what was not saved when the page was left. `kept` is called once it is this page's own draft. */
  restore(draft: Draft, kept: () => void = () => undefined): void {
    if (this.#isDirty || this.#running !== undefined) {
      this.#found.push({ draft, kept })
      return
    }
    this.#isDiscarded = false
    const newest = this.#base
    this.#isDirty = true
    this.#changedAt ??= Date.now()
    this.#takeOver(draft.base, draft.mine)
    this.#become({ kind: 'unsaved' })
    if (newest.version > draft.base.version) this.#merge(draft.mine, newest)
    void this.#keeper.keep().then((isKept) => isKept && kept())
    this.#schedule(0)
  }

  /** Before a person chooses: what they wrote since is theirs, too. */
  review(): void {
    if (this.#status.kind !== 'conflict') return
    this.#merge(this.#options.read(), this.#status.conflict.theirs)
    this.#schedule(0)
  }

  /** Ends the conflict that the person was shown; what others saved since then is merged as ever. */
  resolve(conflict: Conflict, choices: readonly Choice[], title: 'mine' | 'theirs'): void {
    if (this.#status.kind !== 'conflict') return
    const content = settle(conflict.pieces, (index) => choices[index] ?? 'both')
    this.#isDirty = true
    this.#become({ kind: 'unsaved' })
    const fields = { ...conflict.fields, title: conflict.title[title] }
    this.#takeOver(conflict.theirs, { ...fields, content })
    this.#schedule(0)
  }

  /** Saves now what is not saved. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined
      const { kind } = this.#status
      if (this.#isBehind() && (kind === 'saved' || kind === 'conflict')) this.#schedule(0)
      if (kind !== 'saved') return
      const found = this.#found.shift()
      if (found !== undefined) this.restore(found.draft, found.kept)
    })
    return this.#running
  }

  /** The page is left: what is unsaved is sent as it is now, and kept if that fails. */
  async close(): Promise<void> {
    let last = this.#options.read()
    this.#options = { ...this.#options, read: () => last, show: (state) => (last = state) }
    this.#listeners.clear()
    this.#found = []
    void this.#keeper.keep()
    await this.#running
    if (this.#isDirty) await this.flush()
    clearTimeout(this.#timer)
  }

  /** Forgets what is not saved, as the person wants it. */
  discard(): void {
    clearTimeout(this.#timer)
    this.#isDirty = false
    this.#isDiscarded = true
    this.#changedAt = undefined
    this.#keeper.drop()
    this.#become({ kind: 'saved' })
  }

  #isBehind(): boolean {
    return this.#heardOf > this.#newest().version
  }

  /** The newest version that we have seen. */
  #newest(): PageVersion {
    return this.#status.kind === 'conflict' ? this.#status.conflict.theirs : this.#base
  }

  #become(status: SaveStatus): void {
    this.#status = status
    for (const listener of this.#listeners) listener()
  }

  #schedule(after: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), after)
  }

  #wait(): number {
    const { delay, longestDelay } = this.#options
    const latest = (this.#changedAt ?? Date.now()) + longestDelay
    return Math.max(0, Math.min(delay, latest - Date.now()))
  }

  async #work(): Promise<void> {
    for (let round = 0; round < maxRounds; round += 1) {
      if (this.#isBehind() && !(await this.#takeIn())) return
      if (!this.#isDirty) return
      if (await this.#push()) return
    }
    this.#schedule(this.#options.retryDelay)
  }

  /** False when the newer version could not be had. */
  async #takeIn(): Promise<boolean> {
    const result = await this.#options.load()
    if (result.kind !== 'loaded') {
      this.#goOnAfter(result, this.#heardOf)
      return false
    }
    const theirs = result.page
    this.#heardOf = theirs.version
    if (theirs.version <= this.#newest().version) return true
    const mine = this.#options.read()
    if (hasChanges(changesSince(this.#base, mine))) {
      this.#merge(mine, theirs)
      return true
    }
    this.#isDirty = false
    this.#takeOver(theirs, theirs)
    this.#settled()
    return true
  }

  #merge(mine: PageState, theirs: PageVersion): void {
    const merge = mergePages(this.#base, mine, theirs)
    this.#isDirty = true
    if (merge.kind === 'merged') {
      if (this.#status.kind === 'conflict') this.#become({ kind: 'unsaved' })
      this.#takeOver(theirs, merge.state)
      return
    }
    // The version stays: whoever goes on from this draft meets the same conflict.
    this.#base = { ...this.#base, ...merge.base }
    if (hasChanges(changesSince(mine, merge.mine))) this.#options.show(merge.mine)
    this.#become({ kind: 'conflict', conflict: merge.conflict })
    void this.#keeper.keep()
  }

  #takeOver(base: PageVersion, shown: PageState): void {
    this.#base = base
    this.#options.show(shown)
  }

  #settled(): void {
    this.#retries = 0
    this.#become({ kind: this.#isDirty ? 'unsaved' : 'saved' })
    if (this.#isDirty) {
      this.#schedule(this.#wait())
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
      this.#settled()
      return true
    }
    if (this.#status.kind === 'unsaved') this.#become({ kind: 'saving' })
    const result = await this.#options.send({ version: this.#base.version, ...changes })
    if (result.kind === 'saved') {
      const { version, updatedAt, updatedBy } = result
      this.#base = { ...this.#base, ...changes, version, updatedAt, updatedBy }
      this.#settled()
      return true
    }
    if (this.#isDiscarded) return true
    this.#isDirty = true
    this.#changedAt ??= Date.now()
    return this.#goOnAfter(result, this.#base.version)
  }

  /** In a conflict all other paragraphs are saved as ever. */
  async #pushUndisputed(): Promise<boolean> {
    this.review()
    clearTimeout(this.#timer)
    if (this.#status.kind !== 'conflict') return false
    const { conflict } = this.#status
    const { theirs } = conflict
    const settled = undisputed(conflict)
    const changes = settled === undefined ? {} : changesSince(theirs, settled)
    this.#changedAt = undefined
    if (settled === undefined || !hasChanges(changes)) return true
    const result = await this.#options.send({ version: theirs.version, ...changes })
    if (result.kind !== 'saved') return this.#goOnAfter(result, theirs.version)
    this.#retries = 0
    const { version, updatedAt, updatedBy } = result
    this.#heardOf = Math.max(this.#heardOf, version)
    // Chosen meanwhile: what was sent is met again as a newer version.
    if (this.#status.kind !== 'conflict') return false
    const newest = { ...theirs, ...settled, version, updatedAt, updatedBy }
    this.#base = { ...this.#base, ...baseOnceSent(conflict, this.#base) }
    this.#merge(this.#options.read(), newest)
    if (this.#changedAt !== undefined) this.#schedule(this.#wait())
    return this.#status.kind === 'conflict'
  }

  #goOnAfter(result: Exclude<SendResult, { kind: 'saved' }>, version: number): boolean {
    if (result.kind === 'conflict') {
      this.#heardOf = Math.max(this.#heardOf, version + 1)
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
    if (this.#status.kind !== 'conflict') this.#become({ kind: 'offline' })
    void this.#keeper.keep()
    this.#tryLater()
  }

  #tryLater(): void {
    this.#schedule(Math.min(longestRetry, this.#options.retryDelay * 2 ** this.#retries))
    this.#retries += 1
  }
}
