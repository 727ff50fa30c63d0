import { hash } from 'node:crypto'
import { AppError } from '../../lib/errors.ts'
import type { Secrets } from '../../lib/secrets/secrets.ts'
import { events, readableSections, type Store, type Viewer } from '../../store/index.ts'
import { openCursor, sealCursor } from './cursors.ts'
import { type FeedBatch, toJson } from './feed-batch.ts'
import type { StoredEvent } from './stored-events.ts'
import { viewEvent, viewLocations } from './views.ts'

/** An event, serialized for a subscriber. */
export type ChangeEvent = {
  /** Resumes after the event. */
  id: string
  type: string
  json: string
  event: StoredEvent
  /** The affected person, if any. */
  userId: string | undefined
}

/** The start of a stream, or its restart. */
export type FeedStart = { id: string; sequence: number }

export type Subscriber = {
  /** The ID of the last received event. Undefined starts with the next event. */
  after: string | undefined
  viewer: Viewer
  /** Checks the subscriber again. Throws FORBIDDEN. */
  readViewer: () => Promise<Viewer>
  onStart: (start: FeedStart) => void
  /** Events were missed, or the subscriber can read other sections than before: it has to read everything again. */
  onReset: (start: FeedStart) => void
  onEvent: (change: ChangeEvent) => void
  /** Nothing follows. */
  onEnd: () => void
}

export type FeedOutput =
  | { kind: 'event'; change: ChangeEvent }
  | { kind: 'reset'; start: FeedStart }
  | { kind: 'end' }

/** Subscribers that missed more events reload everything. */
export const maxMissedEvents = 500

type Dependencies = { store: Store; secrets: Secrets }

/**
 * A subscriber with its position. A subscriber that sees everything has the sequence numbers of the workspace.
 * For others events are numbered as they receive them, and cursors are encrypted, because gaps would tell of events
 * that they cannot see.
 */
export class FeedListener {
  readonly subscriber: Subscriber
  readonly #store: Store
  readonly #secrets: Secrets
  #viewer: Viewer
  /** The version at which the viewer and its sections were read. */
  #rightsVersion = 0
  /** Undefined while the viewer sees everything. */
  #sections: ReadonlySet<string> | undefined
  /** The last event that was considered. */
  #sequence = 0
  /** Of the last event that was sent. */
  #number = 0

  constructor({ store, secrets }: Dependencies, subscriber: Subscriber) {
    this.#store = store
    this.#secrets = secrets
    this.subscriber = subscriber
    this.#viewer = subscriber.viewer
  }

  get sequence(): number {
    return this.#sequence
  }

  /** The present position. */
  get position(): FeedStart {
    return this.#positionAt(this.#sequence)
  }

  /** Continues after the newest event. */
  skipTo(sequence: number): void {
    this.#sequence = sequence
    if (this.#viewer.seesEverything) this.#number = sequence
  }

  /** Finds the position to resume at; false if the subscriber has to read everything again. */
  async resume(newest: number): Promise<boolean> {
    const { after } = this.subscriber
    if (this.#viewer.seesEverything) {
      const given = after === undefined ? newest : this.#plainCursor(after)
      const isComplete = given !== undefined && given <= newest && newest - given <= maxMissedEvents
      this.skipTo(isComplete ? given : newest)
      return isComplete
    }
    const { workspaceId, everyoneId } = this.#viewer
    const state = await events.state(this.#store, workspaceId)
    await this.#readAccess(state.rightsVersion)
    const first = everyoneId === '' ? 0 : (state.rightsFromSequence ?? 0)
    this.#sequence = newest
    this.#number = first
    if (after === undefined) return true
    if (isPlain(after)) {
      const given = Number(after)
      if (given > first || given > newest) return false
      this.#sequence = given
      this.#number = given
      return true
    }
    const cursor = openCursor(this.#secrets, this.#viewer, after)
    if (cursor === undefined) return false
    this.#number = cursor.number
    if (cursor.access !== this.#access || cursor.sequence > newest) return false
    this.#sequence = cursor.sequence
    return true
  }

  /** What the subscriber receives for the events, in order. */
  async read(batch: FeedBatch): Promise<FeedOutput[]> {
    const output: FeedOutput[] = []
    const isChanged = batch.rightsVersion !== this.#rightsVersion || this.#isAboutMember(batch)
    if (isChanged && !(await this.#refresh(batch, output))) return this.#farewell(batch)
    const { events: found } = batch
    const last = found.at(-1)?.sequence ?? this.#sequence
    if (this.#viewer.seesEverything) {
      for (const event of batch.events) {
        this.#number = event.sequence
        output.push(changeOf(event, String(event.sequence), batch.sharedJson(event)))
      }
    } else if (batch.events.length > 0) await this.#readVisible(batch, output)
    this.#sequence = last
    return output
  }

  send(output: readonly FeedOutput[]): void {
    for (const one of output) {
      if (one.kind === 'event') this.subscriber.onEvent(one.change)
      else if (one.kind === 'reset') this.subscriber.onReset(one.start)
      else this.subscriber.onEnd()
    }
  }

  async #readVisible(batch: FeedBatch, output: FeedOutput[]): Promise<void> {
    const view = await viewLocations(this.#store, this.#viewer, await batch.locations())
    for (const event of batch.events) {
      const viewed = viewEvent(event, view)
      if (viewed === undefined) continue
      if (viewed.kind === 'event') {
        this.#number += 1
        const json = toJson(viewed.event, this.#number)
        output.push(changeOf(viewed.event, this.#cursorAt(event.sequence), json))
      } else if (output.at(-1)?.kind !== 'reset') {
        output.push({ kind: 'reset', start: this.#positionAt(event.sequence) })
      }
    }
  }

  /** False when the subscriber may no longer read the workspace. */
  async #refresh(batch: FeedBatch, output: FeedOutput[]): Promise<boolean> {
    const before = this.#sections
    try {
      this.#viewer = await this.subscriber.readViewer()
    } catch (error) {
      if (error instanceof AppError && error.code !== 'BUSY') return false
      throw error
    }
    await this.#readSections(batch.rightsVersion)
    const changed = new Set(this.#sections).symmetricDifference(before ?? new Set())
    for (const event of batch.events) {
      const sectionId = changedSectionOf(event)
      if (sectionId !== undefined && this.#sections?.has(sectionId)) changed.delete(sectionId)
    }
    if (before !== undefined && changed.size > 0)
      output.push({ kind: 'reset', start: this.position })
    return true
  }

  async #readAccess(rightsVersion: number): Promise<void> {
    this.#viewer = await this.subscriber.readViewer()
    await this.#readSections(rightsVersion)
  }

  async #readSections(rightsVersion: number): Promise<void> {
    this.#rightsVersion = rightsVersion
    const { seesEverything } = this.#viewer
    this.#sections = seesEverything
      ? undefined
      : new Set(await readableSections(this.#store, this.#viewer))
  }

  #isAboutMember({ events: found }: FeedBatch): boolean {
    return found.some((event) => userOf(event) === this.#viewer.viewerId)
  }

  /** A removed member receives that event, and nothing after it. */
  #farewell({ events: found }: FeedBatch): FeedOutput[] {
    const removed = found.find(
      (event) => event.type === 'member.removed' && userOf(event) === this.#viewer.viewerId,
    )
    if (removed === undefined) return [{ kind: 'end' }]
    this.#number = this.#sections === undefined ? removed.sequence : this.#number + 1
    const json = toJson(removed, this.#number)
    return [changeOf(removed, this.#cursorAt(removed.sequence), json), { kind: 'end' }]
  }

  #positionAt(sequence: number): FeedStart {
    return { id: this.#cursorAt(sequence), sequence: this.#number }
  }

  #cursorAt(sequence: number): string {
    if (this.#viewer.seesEverything) return String(sequence)
    const cursor = { sequence, number: this.#number, access: this.#access }
    return sealCursor(this.#secrets, this.#viewer, cursor)
  }

  #plainCursor(after: string): number | undefined {
    return isPlain(after) ? Number(after) : openCursor(this.#secrets, this.#viewer, after)?.sequence
  }

  get #access(): string {
    const ids = [this.#viewer.everyoneId, ...(this.#sections ?? [])]
    return hash('sha256', ids.join(' '), 'base64url').slice(0, 22)
  }
}

function isPlain(after: string): boolean {
  return /^\d{1,15}$/.test(after)
}

function changeOf(event: StoredEvent, id: string, json: string): FeedOutput {
  return { kind: 'event', change: { id, type: event.type, json, event, userId: userOf(event) } }
}

function userOf(event: StoredEvent): string | undefined {
  return event.isKnown && 'userId' in event.data ? event.data.userId : undefined
}

/** The section whose permissions changed, according to an event. */
function changedSectionOf(event: StoredEvent): string | undefined {
  const isKnown = event.isKnown && event.type === 'page.permissions_changed'
  return isKnown ? event.data.pageId : undefined
}
