import type { Node } from 'prosemirror-model'
import type { StepMap } from 'prosemirror-transform'
import type { Change } from '../../../content/steps/batch.ts'
import { readNodeInSlices, readStep } from '../../domain/document/stored-node.ts'
import { isContiguous, readBody, readRows, versionBefore } from '../../domain/pages/journal/body.ts'
import type { PageAddress } from '../../domain/pages/tree.ts'
import { pageNotFound } from '../../domain/rights/page-not-found.ts'
import { clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import type {
  Author,
  BatchMessage,
  Cursor,
  StepJson,
  StepsMessage,
} from '../../lib/live-messages.ts'
import { mapInSlices, startTimeSlice } from '../../lib/time-slices.ts'
import { steps, type Store } from '../../store/index.ts'
import { maxRebasedLength } from '../limits.ts'
import type { Authors } from './authors.ts'
import { toBatchMessage, type ToAuthor } from './batch-message.ts'
import { removerOf } from './moved-out.ts'
import { isTypedRow, stepsOf } from './notes.ts'
import type { State } from './plan.ts'
import { changeOf, type Recent, RecentBatches } from './recent-batches.ts'
import { replacedMessages } from './replaced.ts'

const rowsAtOnce = 500
/** A client that missed more batches reads the page again, and merges. */
const maxMissed = 5000
/** Batches over which the cursor of someone who does not move it is mapped. */
const maxMapped = 200
/** For so long what someone typed is offered to them again when a write removes it. */
const offeredMs = 600_000

/** `change`: the batch, if it is parsed already. */
type Taken = { change?: Change; isTyped: boolean }

/** The document of an open page, with the batches that led to it. */
export class OpenDocument {
  readonly #store: Store
  readonly #address: PageAddress
  readonly #authors: Authors
  readonly #recent = new RecentBatches()
  #state: State

  private constructor(store: Store, address: PageAddress, authors: Authors, state: State) {
    this.#store = store
    this.#address = address
    this.#authors = authors
    this.#state = state
  }

  /** Throws PAGE_NOT_FOUND. */
  static async open(store: Store, address: PageAddress, authors: Authors): Promise<OpenDocument> {
    return new OpenDocument(store, address, authors, await readState(store, address))
  }

  get state(): State {
    return this.#state
  }

  get version(): number {
    return this.#state.version
  }

  /** Takes a batch that is in the journal. */
  advance(batch: BatchMessage, state: State, { change, isTyped }: Taken): void {
    this.#state = state
    const { version } = batch
    const at = performance.now()
    this.#recent.push({ version, json: JSON.stringify(batch), change, isTyped, at })
  }

  /** What a write by another interface removes of what was typed a short while ago, here or on another node. */
  replacedBy(write: BatchMessage): Promise<ToAuthor[]> {
    return replacedMessages(write, this.#state.document, () => this.#latest())
  }

  /** The batches of the last minutes, without a gap; those from before the page was opened are in the journal. */
  async #latest(): Promise<readonly Recent[]> {
    const since = performance.now() - offeredMs
    const recent = this.#recent.laterThan(since)
    if (this.#recent.reaches(since)) return recent
    const first = recent[0]?.version ?? this.version + 1
    const rows = await readRows(
      this.#store,
      this.#address,
      Math.max(0, first - 1 - rowsAtOnce),
      first - 1,
    )
    const earlier: Recent[] = []
    let next = first - 1
    for (const row of rows.toReversed()) {
      if (row.version !== next || row.at < clock.now() - offeredMs) break
      earlier.unshift(await this.#recentOf(row))
      next = versionBefore(row)
    }
    return [...earlier, ...recent]
  }

  async #recentOf(row: steps.StepsRow): Promise<Recent> {
    const message = await toBatchMessage(row, this.#authors)
    return { version: row.version, json: JSON.stringify(message), isTyped: isTypedRow(row) }
  }

  /** Who deleted the place where a batch inserts, if it is known. */
  removerOf(sent: StepsMessage): Author | undefined {
    return removerOf(sent, this.#recent.since(sent.base, this.version) ?? [])
  }

  /** Forgets everything and reads the page again. */
  async reload(): Promise<void> {
    this.#state = await readState(this.#store, this.#address)
    this.#recent.clear()
  }

  /** The next rows of the journal. */
  next(): Promise<steps.StepsRow[]> {
    return steps.since(this.#store, this.#address, this.version, rowsAtOnce)
  }

  /** The document after a row; undefined if the row does not lead on from this version. */
  async after(row: steps.StepsRow): Promise<State | undefined> {
    if (row.version !== this.version + 1) return undefined
    const document = await applySteps(this.#state.document, stepsOf(row))
    return document && { document, version: row.version }
  }

  /** The batches after a version as JSON; undefined if they are not all in the journal. */
  async jsonSince(version: number): Promise<string[] | undefined> {
    const recent = await this.#since(version)
    return recent?.map(({ json }) => json)
  }

  /** For batches that were made on these versions: what came after each, as far as the journal has it. */
  async changesSince(
    bases: readonly number[],
  ): Promise<(version: number) => readonly Change[] | undefined> {
    const known = new Map<number, readonly Change[] | undefined>()
    for (const base of new Set(bases)) known.set(base, await parseInSlices(await this.#since(base)))
    return (version) => known.get(version)
  }

  /** The same place in the present document; undefined if it was too long ago. */
  map({ version, anchor, head }: Cursor): Cursor | undefined {
    if (this.version - version > maxMapped) return undefined
    const changes = parse(this.#recent.since(version, this.version))
    if (changes === undefined) return undefined
    const maps = changes.flatMap((change) => change.maps)
    return {
      version: this.version,
      anchor: mapPosition(maps, anchor),
      head: mapPosition(maps, head),
    }
  }

  /** Where the last batch ended. */
  lastChange(): number | undefined {
    const [change] = parse(this.#recent.since(this.version - 1, this.version)) ?? []
    let at: number | undefined
    for (const map of change?.maps ?? []) {
      map.forEach((_from, _to, _newFrom, newTo) => {
        at = newTo
      })
    }
    return at
  }

  async #since(version: number): Promise<readonly Recent[] | undefined> {
    const recent = this.#recent.since(version, this.version)
    if (recent !== undefined) return recent
    const count = this.version - version
    if (count < 0 || count > maxMissed) return undefined
    const rows = await readRows(this.#store, this.#address, version, this.version)
    if (!isContiguous(rows, version, this.version)) return undefined
    const messages = rows.flatMap(withEmpty).map((row) => toBatchMessage(row, this.#authors))
    return (await Promise.all(messages)).map((message) => ({
      version: message.version,
      json: JSON.stringify(message),
    }))
  }
}

/** Clients count versions: before a merged row, one without steps for each version that it has in it. */
function withEmpty(row: steps.StepsRow): steps.StepsRow[] {
  const before = versionBefore(row)
  const empty = Array.from({ length: row.version - before - 1 }, (_, index) => ({
    ...row,
    version: before + index + 1,
    batchId: newId(),
    steps: '[]',
    notes: null,
  }))
  return [...empty, row]
}

function parse(recent: readonly Recent[] | undefined): Change[] | undefined {
  const changes = recent?.map(changeOf)
  return changes?.every((change) => change !== undefined) ? changes : undefined
}

/** Undefined also for more than a batch may be rebased over. */
async function parseInSlices(recent: readonly Recent[] | undefined): Promise<Change[] | undefined> {
  if (recent === undefined) return undefined
  const length = recent.reduce((sum, { json }) => sum + json.length, 0)
  if (length > maxRebasedLength) return undefined
  const changes = await mapInSlices(recent, changeOf)
  return changes.every((change) => change !== undefined) ? changes : undefined
}

function mapPosition(maps: readonly StepMap[], position: number): number {
  return maps.reduce((mapped, map) => map.map(mapped, -1), position)
}

async function readState(store: Store, address: PageAddress): Promise<State> {
  const { pageId } = address
  const body = await readBody(store, address)
  if (body === undefined) throw pageNotFound(pageId)
  let document: Node | undefined = await readNodeInSlices(body.document, pageId)
  for (const row of body.rows) document = document && (await applySteps(document, stepsOf(row)))
  if (document !== undefined)
    return { document, version: body.rows.at(-1)?.version ?? body.version }
  throw new AppError('INTERNAL', `The journal of page ${pageId} does not fit its document.`)
}

/** Undefined if a step does not fit. Throws STORE_NEWER. */
async function applySteps(document: Node, list: readonly StepJson[]): Promise<Node | undefined> {
  const slice = startTimeSlice()
  const steps = list.map(readStep)
  try {
    let current = document
    for (const step of steps) {
      if (slice.isOver()) await slice.pause()
      const { doc } = step.apply(current)
      if (doc === null) return undefined
      current = doc
    }
    return current
  } catch {
    return undefined
  }
}
