import type { Node } from 'prosemirror-model'
import { Transform } from 'prosemirror-transform'
import { schema } from '../../../../content/schema.ts'
import type { Writer } from '../../../../content/steps/attribution.ts'
import { checkChange } from '../../../../content/steps/check-step.ts'
import { diffDocuments } from '../../../../content/steps/diff.ts'
import type { PastChange } from '../../../../content/steps/revert/past-change.ts'
import type { RemainingText } from '../../../../content/steps/revert/remaining-text.ts'
import { revertChanges } from '../../../../content/steps/revert/revert-changes.ts'
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
}

/** Text that stays, who wrote it, and what stood in the place of a correction before. */
export type RemainingPart = {
  reason: RemainingText['reason']
  text: string
  userId: string | null
  before?: string
}

export type RevertedBody =
  | {
      ok: true
      /** Undefined if the document stays as it is. */
      content: PreparedContent | undefined
      written: ChangedBy | undefined
      remaining: RemainingPart[]
    }
  | { ok: false; reason: string }

const maxRemaining = 100
const maxRemainingLength = 500

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
    const parts = remaining.slice(0, maxRemaining).map(toPart)
    if (doc.eq(now)) return { ok: true, content: undefined, written: undefined, remaining: parts }
    const checked = checkChange(now, doc)
    if (!checked.ok) return { ok: false, reason: checked.reason }
    const prepared = fromDocument(doc.toJSON())
    if (!prepared.ok) return { ok: false, reason: prepared.reason }
    const { content } = prepared
    const isSame = readNode(content.document, id).eq(doc)
    const written = isSame
      ? { ...stepsBetween(now, doc).written, attribution: packMap(attribution) }
      : undefined
    return { ok: true, content, written, remaining: parts }
  } catch (error) {
    if (!isOfSteps(error)) throw error
    return { ok: false, reason: 'The history of the page is damaged.' }
  }
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

function toPart({ reason, text, writer, before }: RemainingText): RemainingPart {
  const part = { reason, text: short(text), userId: writer?.userId ?? null }
  return before === undefined ? part : { ...part, before: short(before) }
}

function short(text: string): string {
  return Array.from(text).slice(0, maxRemainingLength).join('')
}

/** ProseMirror throws these for steps that do not fit; it does not export the second one. */
function isOfSteps(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === 'TransformError')
}
