import type { Draft, DraftStore } from './drafts.ts'
import { conflictsIn, mergeDocuments, settle } from './merge.ts'
import type { Choice, Piece } from './merge.ts'
import { changesSince, hasChanges } from './page-state.ts'
import type { Changes, PageState, PageVersion } from './page-state.ts'

/** Both sides changed the same: a person has to choose. */
export type Conflict = {
  pieces: Piece[]
  title: { mine: string; theirs: string }
  icon: string | null
  theirs: PageVersion
}

export type SaveStatus =
  | { kind: 'saved' | 'unsaved' | 'saving' | 'offline' }
  | { kind: 'failed'; message: string }
  | { kind: 'conflict'; conflict: Conflict }

/** How the server answered a save: what went wrong is a value, as each has its own way on. */
export type SendResult =
  | ({ kind: 'saved' } & Pick<PageVersion, 'version' | 'updatedAt' | 'updatedBy'>)
  | { kind: 'conflict' }
  | { kind: 'unreachable' }
  | { kind: 'refused'; message: string }

export type SaverOptions = {
  pageId: string
  base: PageVersion
  /** What the person sees now. */
  read: () => PageState
  /** Puts something else before the person. */
  show: (state: PageState) => void
  send: (input: Changes & { version: number }) => Promise<SendResult>
  load: () => Promise<PageVersion>
  drafts: DraftStore
  /** Milliseconds without a change until it is saved, and until what failed is tried again. */
  delay?: number
  retryDelay?: number
}

const longestRetry = 30_000
/** Others who save faster than we can merge are waited for. */
const maxRounds = 5

/** Saves a page as it changes, and takes in what others change meanwhile. */
export class Saver {
  #options: Required<SaverOptions>
  #base: PageVersion
  #status: SaveStatus = { kind: 'saved' }
  #isDirty = false
  #heardOf: number
  #retries = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #draftTimer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<void> | undefined
  #listeners = new Set<() => void>()

  constructor(options: SaverOptions) {
    this.#options = { delay: 800, retryDelay: 2000, ...options }
    this.#base = options.base
    this.#heardOf = options.base.version
  }

  get status(): SaveStatus {
    return this.#status
  }

  get base(): PageVersion {
    return this.#base
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The person changed something. */
  changed(): void {
    const { delay } = this.#options
    this.#isDirty = true
    clearTimeout(this.#draftTimer)
    this.#draftTimer = setTimeout(() => this.#keepDraft(), delay / 2)
    if (this.#status.kind === 'conflict') return
    if (this.#status.kind !== 'offline') this.#become({ kind: 'unsaved' })
    this.#schedule(delay)
  }

  /** Somebody tells of a version of the page; it may be the one that we are just saving. */
  heard(version: number): void {
    this.#heardOf = Math.max(this.#heardOf, version)
    if (this.#isBehind() && this.#running === undefined) this.#schedule(0)
  }

  /** Goes on with what was not saved when the page was left. */
  restore(draft: Draft): void {
    this.#isDirty = true
    this.#takeOver(draft.base, draft.mine)
    this.#become({ kind: 'unsaved' })
    this.#schedule(0)
  }

  /** Before a person chooses: what they wrote since is theirs, too. */
  review(): void {
    if (this.#status.kind !== 'conflict') return
    if (!this.#merge(this.#options.read(), this.#status.conflict.theirs)) return
    this.#become({ kind: 'unsaved' })
    this.#schedule(0)
  }

  resolve(choices: readonly Choice[], title: 'mine' | 'theirs'): void {
    if (this.#status.kind !== 'conflict') return
    const { conflict } = this.#status
    const content = settle(conflict.pieces, (index) => choices[index] ?? 'both')
    this.#isDirty = true
    this.#become({ kind: 'unsaved' })
    this.#takeOver(conflict.theirs, {
      title: conflict.title[title],
      icon: conflict.icon,
      content,
    })
    this.#schedule(0)
  }

  /** Saves now what is not saved. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined
      if (this.#isBehind() && this.#status.kind === 'saved') this.#schedule(0)
    })
    return this.#running
  }

  /** The page is left: what is unsaved is sent as it is now, and kept if that fails. */
  async close(): Promise<void> {
    const last = this.#options.read()
    this.#options = { ...this.#options, read: () => last, show: () => undefined }
    this.#listeners.clear()
    this.#keepDraft()
    await this.#running
    if (this.#isDirty && this.#status.kind !== 'conflict') await this.flush()
    clearTimeout(this.#timer)
  }

  #isBehind(): boolean {
    return this.#heardOf > this.#base.version
  }

  #become(status: SaveStatus): void {
    this.#status = status
    for (const listener of this.#listeners) listener()
  }

  #schedule(after: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), after)
  }

  #keepDraft(): void {
    clearTimeout(this.#draftTimer)
    if (!this.#isDirty) return
    const { drafts, pageId, read } = this.#options
    void drafts.set(pageId, { base: this.#base, mine: read() }).catch(() => undefined)
  }

  #dropDraft(): void {
    clearTimeout(this.#draftTimer)
    void this.#options.drafts.remove(this.#options.pageId).catch(() => undefined)
  }

  async #work(): Promise<void> {
    for (let round = 0; round < maxRounds; round += 1) {
      if (this.#status.kind === 'conflict') return
      if (this.#isBehind() && !(await this.#takeIn())) return
      if (!this.#isDirty || (await this.#push())) return
    }
    this.#schedule(this.#options.retryDelay)
  }

  /** False when the newer version could not be had, or a person has to choose first. */
  async #takeIn(): Promise<boolean> {
    const theirs = await this.#options.load().catch(() => undefined)
    if (theirs === undefined) {
      this.#waitForServer()
      return false
    }
    this.#heardOf = theirs.version
    if (theirs.version <= this.#base.version) return true
    const mine = this.#options.read()
    if (hasChanges(changesSince(this.#base, mine))) return this.#merge(mine, theirs)
    this.#isDirty = false
    this.#takeOver(theirs, theirs)
    this.#settled()
    return true
  }

  #merge(mine: PageState, theirs: PageVersion): boolean {
    const base = this.#base
    const pieces = mergeDocuments(base.content, mine.content, theirs.content)
    const title = threeWay(base.title, mine.title, theirs.title)
    const icon = mine.icon === base.icon ? theirs.icon : mine.icon
    this.#isDirty = true
    if (conflictsIn(pieces).length > 0 || title === undefined) {
      const titles = { mine: title ?? mine.title, theirs: title ?? theirs.title }
      this.#become({ kind: 'conflict', conflict: { pieces, title: titles, icon, theirs } })
      this.#keepDraft()
      return false
    }
    this.#takeOver(theirs, { title, icon, content: settle(pieces, () => 'both') })
    return true
  }

  #takeOver(base: PageVersion, shown: PageState): void {
    this.#base = base
    this.#options.show(shown)
  }

  #settled(): void {
    this.#retries = 0
    this.#become({ kind: this.#isDirty ? 'unsaved' : 'saved' })
    if (this.#isDirty) this.#schedule(this.#options.delay)
    else this.#dropDraft()
  }

  /** True when there is nothing more to do for now. */
  async #push(): Promise<boolean> {
    const changes = changesSince(this.#base, this.#options.read())
    this.#isDirty = false
    if (!hasChanges(changes)) {
      this.#settled()
      return true
    }
    this.#become({ kind: 'saving' })
    const result = await this.#options.send({ version: this.#base.version, ...changes })
    if (result.kind === 'saved') {
      const { version, updatedAt, updatedBy } = result
      this.#base = { ...this.#base, ...changes, version, updatedAt, updatedBy }
      this.#settled()
      return true
    }
    this.#isDirty = true
    this.#keepDraft()
    if (result.kind === 'conflict') {
      this.#heardOf = Math.max(this.#heardOf, this.#base.version + 1)
      return false
    }
    if (result.kind === 'unreachable') this.#waitForServer()
    else this.#become({ kind: 'failed', message: result.message })
    return true
  }

  #waitForServer(): void {
    this.#become({ kind: 'offline' })
    this.#schedule(Math.min(longestRetry, this.#options.retryDelay * 2 ** this.#retries))
    this.#retries += 1
  }
}

/** Undefined when both changed it, each to something else. */
function threeWay(base: string, mine: string, theirs: string): string | undefined {
  if (mine === theirs || theirs === base) return mine
  return mine === base ? theirs : undefined
}
