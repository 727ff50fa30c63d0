import type { Node } from 'prosemirror-model'
import type { Step } from 'prosemirror-transform'
import { type PageDocument, storedDocument } from '../../../content/document.ts'
import { type Edit, editDocument } from '../../../content/edit.ts'
import {
  type FoundConflict,
  locateConflicts,
  type NearLocation,
  locateNear,
} from '../../../content/merge/locations.ts'
import { mergeDocuments } from '../../../content/merge/merge.ts'
import { attribute, type Writer } from '../../../content/steps/attribution.ts'
import { type Change, changeOf } from '../../../content/steps/batch.ts'
import { checkChange } from '../../../content/steps/check-step.ts'
import { diffDocuments, type DocumentDiff } from '../../../content/steps/diff.ts'
import { carriedBy, writeBatch } from '../../../content/steps/write-batch.ts'
import { AppError } from '../../lib/errors.ts'
import { parseJson } from '../../lib/json/parse-json.ts'
import {
  type JournalChange,
  type KnownWriters,
  packMap,
  readChange,
  readMapOf,
} from './attribution.ts'
import { readDocument } from './stored-body.ts'
import { nodeLike, nodeOfDocument, readNode, readStep } from './stored-node.ts'
import {
  type Edited,
  fromDocument,
  prepare,
  type Prepared,
  type PreparedContent,
  type StoredBody,
  wantedBy,
} from './tasks.ts'

/** Pure functions from documents and steps to each other, which run on the main thread or in a worker. */

/** Who writes, and who wrote the document before. */
export type Writers = KnownWriters & { writer: Writer }

export type BodyChange = Writers & { id: string; before: string; after: string }

/** The steps of a change and its notes, as JSON for the journal, and who wrote which part after it. */
export type ChangedBy = Pick<JournalChange, 'steps' | 'notes'> & { attribution: Uint8Array }

/** The change from one stored document to another. */
export function change({ id, before, after, ...writers }: BodyChange): ChangedBy {
  return changeBetween(readDocument(before, id), readDocument(after, id), writers)
}

export type BodyEdit = StoredBody & { change: Edit; writers: Writers }

/** `written`: the steps of the edit, if they were asked for. */
export type EditedBody =
  | (Extract<Edited, { ok: true }> & { written?: ChangedBy })
  | Extract<Edited, { ok: false }>

/** An edit of a stored document, with its steps. */
export function editWithSteps({ id, document, change: edit, writers }: BodyEdit): EditedBody {
  const before = readDocument(document, id)
  const result = editDocument(before, edit)
  if (!result.ok) return result
  const content = { ...prepare(result.document), wanted: wantedBy(edit) }
  const written = changeBetween(before, result.document, writers)
  return { ok: true, content, removed: result.removed, written }
}

function changeBetween(
  before: PageDocument,
  after: PageDocument,
  { writer, ...known }: Writers,
): ChangedBy {
  const old = nodeOfDocument(before)
  const { steps, moves, written } = stepsBetween(old, nodeLike(after, before, old))
  const map = attribute(readMapOf(old, known), old, { writer, steps, moves })
  return { ...written, attribution: packMap(map) }
}

/** The steps from one document to another, also as JSON for the journal. */
export function stepsBetween(
  old: Node,
  now: Node,
): DocumentDiff & { written: Pick<JournalChange, 'steps' | 'notes'> } {
  const { steps, moves } = diffDocuments(old, now)
  const carried = carriedBy(changeOf(steps, moves, undefined, docsBetween(old, steps)))
  const notes =
    moves.length > 0 || carried
      ? JSON.stringify({ ...(moves.length > 0 && { moves }), carried })
      : null
  return { steps, moves, written: { steps: JSON.stringify(writeBatch(steps).steps), notes } }
}

/** The document before each step. */
function docsBetween(document: Node, steps: readonly Step[]): Node[] {
  let current = document
  return steps.map((step) => {
    const before = current
    current = step.apply(before).doc ?? before
    return before
  })
}

/** A stored document and the steps of its journal since, as JSON lists. */
export type BodyWithSteps = StoredBody & { steps: readonly string[] }

/** The document after the steps, as it is stored. */
export function apply(body: BodyWithSteps): string {
  return JSON.stringify(storedDocument(applied(body)))
}

/** Like `apply`, ready to be stored. */
export function prepareApplied(body: BodyWithSteps): Prepared {
  return fromDocument(applied(body).toJSON())
}

export type Merge = StoredBody & {
  /** The changes since the document, in order. */
  since: readonly JournalChange[]
  /** What the author made of the document. */
  after: string
}

/** `near`: where both sides changed words beside each other. Nothing is merged where there are conflicts. */
export type MergedBody =
  | { ok: true; content: PreparedContent; near: NearLocation[] }
  | { ok: false; conflicts: FoundConflict[] }
  | Extract<Prepared, { ok: false }>

/** A merged body, or the places where both sides changed the same in two ways. */
export type AcceptedMerge = Exclude<MergedBody, { reason: string }>

/** The current document with the change that an author made of an older one. */
export function merge({ id, document, since, after }: Merge): MergedBody {
  const base = nodeOf({ id, document })
  const { changes, now } = replay(id, base, since)
  const sides = { base, mine: nodeOf({ id, document: after }), now, since: changes }
  const merged = mergeDocuments(sides)
  if (!merged.ok) {
    return merged.conflicts === undefined
      ? { ok: false, path: '', reason: merged.reason }
      : { ok: false, conflicts: locateConflicts(sides, merged.conflicts) }
  }
  const checked = checkChange(now, merged.doc)
  if (!checked.ok) return { ok: false, path: '', reason: checked.reason }
  const prepared = fromDocument(merged.doc.toJSON())
  return prepared.ok ? { ...prepared, near: locateNear(base, merged) } : prepared
}

/** The changes as a rebase takes them, and the document after them. */
function replay(
  id: string,
  before: Node,
  since: readonly JournalChange[],
): { changes: Change[]; now: Node } {
  let now = before
  const changes = since.map((row) => {
    const { steps, moves } = readChange(row)
    const docs = steps.map((step) => {
      const document = now
      now = applyStep(id, document, step)
      return document
    })
    return changeOf(steps, moves, row.authorId, docs)
  })
  return { changes, now }
}

function applied({ steps, ...body }: BodyWithSteps): Node {
  let node = nodeOf(body)
  for (const step of steps.flatMap(readSteps)) {
    node = applyStep(body.id, node, readStep(step))
  }
  return node
}

function applyStep(id: string, document: Node, step: Step): Node {
  const { doc, failed } = step.apply(document)
  if (!doc) throw new AppError('INTERNAL', `A step of ${id} does not apply: ${failed}`)
  return doc
}

function readSteps(json: string): unknown[] {
  const steps = parseJson(json)
  return Array.isArray(steps) ? steps : []
}

function nodeOf({ id, document }: StoredBody): Node {
  return readNode(document, id)
}
