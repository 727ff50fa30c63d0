import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Node } from 'prosemirror-model'
import { Step } from 'prosemirror-transform'
import { isRecord } from '../../../content/check/state.ts'
import { schema } from '../../../content/schema.ts'
import {
  attribute,
  type Attribution,
  type AttributedChange,
  isMapOf,
  unattributed,
  whollyBy,
  type Writer,
} from '../../../content/steps/attribution.ts'
import { packAttribution, unpackAttribution } from '../../../content/steps/attribution/packed.ts'
import { type AttributedBlock, attributedText } from '../../../content/steps/attribution/text.ts'
import type { MoveMark, RetainedText } from '../../../content/steps/batch.ts'
import { AppError } from '../../lib/errors.ts'
import { parseJson } from '../../lib/json/parse-json.ts'
import { readDocument } from './stored-body.ts'
import type { StoredBody } from './tasks.ts'

/** A change of a page, as it is in the journal: lists of steps and notes as JSON. */
export type JournalChange = {
  authorId: string
  via: string | null
  keyId: string | null
  runId: string | null
  at: number
  steps: string
  notes: string | null
}

/** A stored document with its map, which is null if nobody knows who wrote it, and the changes since. */
export type ChangedBody = StoredBody & {
  attribution: Uint8Array | null
  changes: readonly JournalChange[]
}

/** Who wrote which part of the document after the changes. */
export function attributeChanges({ id, document, attribution, changes }: ChangedBody): Uint8Array {
  let node: Node = schema.nodeFromJSON(readDocument(document, id))
  let map = mapOf(node, attribution)
  for (const change of changes) {
    const attributed = readChange(change)
    map = attribute(map, node, attributed)
    for (const step of attributed.steps) {
      const { doc, failed } = step.apply(node)
      if (!doc) throw new AppError('INTERNAL', `A step of ${id} does not apply: ${failed}`)
      node = doc
    }
  }
  return pack(map)
}

/** The map of a new document. */
export function attributeNew({
  id,
  document,
  writer,
}: StoredBody & { writer: Writer }): Uint8Array {
  return pack(whollyBy(schema.nodeFromJSON(readDocument(document, id)), writer))
}

/** Who wrote the text of each block of a document. */
export function attributed({
  id,
  document,
  attribution,
}: Omit<ChangedBody, 'changes'>): AttributedBlock[] {
  const node = schema.nodeFromJSON(readDocument(document, id))
  return attributedText(node, mapOf(node, attribution))
}

function mapOf(document: Node, packed: Uint8Array | null): Attribution {
  const map = packed === null ? undefined : readMap(packed)
  return map !== undefined && isMapOf(map, document) ? map : unattributed(document)
}

/** Undefined if it is damaged, which `quire check` reports: then nobody knows who wrote the text before. */
function readMap(packed: Uint8Array): Attribution | undefined {
  try {
    return unpackAttribution(zstdDecompressSync(packed).toString())
  } catch {
    return undefined
  }
}

/** Whether a map has the length of a document. */
export function isAttributionOf(packed: Uint8Array, { id, document }: StoredBody): boolean {
  try {
    const node = schema.nodeFromJSON(readDocument(document, id))
    return isMapOf(unpackAttribution(zstdDecompressSync(packed).toString()), node)
  } catch {
    return false
  }
}

function pack(map: Attribution): Uint8Array {
  return zstdCompressSync(packAttribution(map))
}

/** A change with parsed steps and notes. */
export function readChange({ authorId, steps, notes, ...change }: JournalChange): AttributedChange {
  const { via, keyId, runId, at } = change
  const noted = notes === null ? undefined : parseJson(notes)
  const { moves, retained } = isRecord(noted) ? noted : {}
  return {
    writer: { userId: authorId, via, keyId, runId, at },
    steps: listOf(parseJson(steps)).map((step) => Step.fromJSON(schema, step)),
    moves: listOf(moves).filter(isMove),
    retained: listOf(retained).filter(isRetained),
  }
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function isMove(value: unknown): value is MoveMark {
  return (
    isRecord(value) && typeof value['remove'] === 'number' && typeof value['insert'] === 'number'
  )
}

function isRetained(value: unknown): value is RetainedText {
  if (!isRecord(value)) return false
  const { from, to, authorId, reason } = value
  const isText = authorId === undefined || typeof authorId === 'string'
  const isReason = reason === 'moved out' || reason === 'spared'
  return isText && isReason && typeof from === 'number' && typeof to === 'number'
}
