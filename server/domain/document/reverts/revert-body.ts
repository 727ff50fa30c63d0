import { createHash } from 'node:crypto'
import type { Node } from 'prosemirror-model'
import { Transform } from 'prosemirror-transform'
import { schema } from '../../../../content/schema.ts'
import type { Attribution, Writer } from '../../../../content/steps/attribution.ts'
import { checkChange } from '../../../../content/steps/check-step.ts'
import { diffDocuments } from '../../../../content/steps/diff.ts'
import type { PastChange } from '../../../../content/steps/revert/past-change.ts'
import type {
  CorrectedLocation,
  RemainingText,
} from '../../../../content/steps/revert/remaining-text.ts'
import { revertChanges } from '../../../../content/steps/revert/revert-changes.ts'
import { takeBack } from '../../../../content/steps/revert/take-back.ts'
import {
  type JournalChange,
  type KnownWriters,
  packMap,
  readChange,
  readMapOf,
} from '../attribution.ts'
import { type ChangedBy, stepsBetween } from '../steps.ts'
import { readNode } from '../stored-node.ts'
import { fromDocument, type PreparedContent } from '../tasks.ts'

/** A change of a page: its steps, or the document after it where the journal does not go back that far. */
export type RevertChange = JournalChange & { isReverted: boolean; document?: string | undefined }

export type BodyToRevert = KnownWriters & {
  id: string
  /** The document before the changes; null for a page that they created. */
  base: string | null
  changes: readonly RevertChange[]
  /** The document now. */
  present: string
  reverter: Writer
  /** IDs of corrected places that get their former text. */
  takeBack: readonly string[]
}

/** Text that stays, who wrote it, and what stood in the place of a correction before. */
export type RemainingPart = {
  reason: RemainingText['reason']
  text: string
  userId: string | null
  before?: string
  /** The ID of a corrected place. It is another one as soon as one of the two texts is. */
  location?: string
}

/** A document as it is stored, and the steps that lead to it. */
type WrittenBody = {
  /** Undefined if the document stays as it is. */
  content: PreparedContent | undefined
  written: ChangedBy | undefined
}

export type RevertedBody =
  | (WrittenBody & {
      ok: true
      /** Without what is taken back. */
      remaining: RemainingPart[]
      /** The document once more, with the former texts of places. */
      takenBack: PreparedContent | undefined
    })
  | { ok: false; reason: string }

const maxRemaining = 100
const maxRemainingLength = 500
const locationLength = 12

/** The document of a page without what the reverted changes wrote, and with what they removed. */
export function revertBody(task: BodyToRevert): RevertedBody {
  const { id, base, present, reverter, ...known } = task
  const start = base === null ? emptyDocument() : readNode(base, id)
  const now = readNode(present, id)
  try {
    const past = readPast(task, start, now)
    const { doc, attribution, remaining } = revertChanges(
      start,
      readMapOf(start, known),
      past,
      reverter,
    )
    const parts = withLocations(remaining)
    const taken = parts.filter(({ part }) => takeBackOf(task).has(part.location ?? ''))
    const reverted = doc.eq(now)
      ? { content: undefined, written: undefined }
      : prepared(id, { now, doc, attribution })
    if (typeof reverted === 'string') return { ok: false, reason: reverted }
    const locations = taken.flatMap(({ location }) => location ?? [])
    const after = locations.length === 0 ? doc : takeBack(doc, locations).doc
    const takenBack = after.eq(doc) ? undefined : prepared(id, { now: doc, doc: after })
    if (typeof takenBack === 'string') return { ok: false, reason: takenBack }
    const left = takenBack === undefined ? parts : parts.filter((one) => !taken.includes(one))
    return {
      ok: true,
      ...reverted,
      remaining: left.slice(0, maxRemaining).map(({ part }) => part),
      takenBack: takenBack?.content,
    }
  } catch (error) {
    if (!isOfSteps(error)) throw error
    return { ok: false, reason: 'The history of the page is damaged.' }
  }
}

function takeBackOf({ takeBack: ids }: BodyToRevert): ReadonlySet<string> {
  return new Set(ids)
}

/** A document ready to be stored, or why it cannot be. */
function prepared(
  id: string,
  { now, doc, attribution }: { now: Node; doc: Node; attribution?: Attribution },
): (WrittenBody & { content: PreparedContent }) | string {
  const checked = checkChange(now, doc)
  if (!checked.ok) return checked.reason
  const stored = fromDocument(doc.toJSON())
  if (!stored.ok) return stored.reason
  const { content } = stored
  const isSame = attribution !== undefined && readNode(content.document, id).eq(doc)
  const written = isSame
    ? { ...stepsBetween(now, doc).written, attribution: packMap(attribution) }
    : undefined
  return { content, written }
}

/** What the history does not tell is taken for a change of others. */
function readPast({ id, changes, reverter }: BodyToRevert, start: Node, now: Node): PastChange[] {
  const past: PastChange[] = []
  let doc = start
  for (const { isReverted, document, ...row } of changes) {
    const change =
      document === undefined
        ? readChange(row)
        : { ...readChange({ ...row, steps: '[]', notes: null }), ...leadingTo(id, doc, document) }
    past.push({ ...change, isReverted })
    doc = change.steps.reduce((tr, step) => tr.step(step), new Transform(doc)).doc
  }
  if (!doc.eq(now)) {
    past.push({
      writer: { ...reverter, runId: null },
      ...diffDocuments(doc, now),
      isReverted: false,
    })
  }
  return past
}

function leadingTo(id: string, before: Node, document: string) {
  return diffDocuments(before, readNode(document, id))
}

function emptyDocument(): Node {
  return schema.nodeFromJSON({ type: 'doc', content: [{ type: 'paragraph' }] })
}

type PartWithLocation = { part: RemainingPart; location: CorrectedLocation | undefined }

/** Equal corrections have different IDs, in the order of the page. */
function withLocations(remaining: readonly RemainingText[]): PartWithLocation[] {
  const counts = new Map<string, number>()
  return remaining.map(({ reason, text, writer, before, location }) => {
    const part = { reason, text: short(text), userId: writer?.userId ?? null }
    if (before === undefined) return { part, location: undefined }
    if (location === undefined) return { part: { ...part, before: short(before) }, location }
    const key = JSON.stringify([text, before])
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    const hash = createHash('sha256').update(`${key} ${count}`).digest('base64url')
    const corrected = { before: short(before), location: hash.slice(0, locationLength) }
    return { part: { ...part, ...corrected }, location }
  })
}

function short(text: string): string {
  return Array.from(text).slice(0, maxRemainingLength).join('')
}

/** ProseMirror throws these for steps that do not fit; it does not export the second one. */
function isOfSteps(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === 'TransformError')
}
