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

/** A stored document and the changes since. */
export type ChangedBody = StoredBody & KnownWriters & { changes: readonly JournalChange[] }

/** What is known of who wrote a document. */
export type KnownWriters = {
  /** Its map, compressed; null if there is none. */
  attribution: Uint8Array | null
  /** Who created the page, while its first document stands. */
  firstWriter: Writer | undefined
}

/** Who wrote which part of the document after the changes. */
export function attributeChanges({ id, document, changes, ...known }: ChangedBody): Uint8Array {
  let node: Node = schema.nodeFromJSON(readDocument(document, id))
  let map = readMapOf(node, known)
  for (const change of changes) {
    const attributed = readChange(change)
    map = attribute(map, node, attributed)
    for (const step of attributed.steps) {
      const { doc, failed } = step.apply(node)
      if (!doc) throw new AppError('INTERNAL', `A step of ${id} does not apply: ${failed}`)
      node = doc
    }
  }
  return packMap(map)
}

/** Where an answer begins: a block, and a part of its text. */
export type PartStart = { offset: number; part: number }

/** Blocks of a document that are asked for, up to a number of parts: a table has one for each cell. */
export type AttributedPart = StoredBody &
  KnownWriters &
  PartStart & { limit: number; maxParts: number }

/** `total` counts all blocks with text. The rest begins at `next`. */
export type AttributedBlocks = { blocks: AttributedBlock[]; total: number; next: PartStart | null }

/** Who wrote the text of some blocks of a document. */
export function attributed({ id, document, ...asked }: AttributedPart): AttributedBlocks {
  const node = schema.nodeFromJSON(readDocument(document, id))
  const all = attributedText(node, readMapOf(node, asked))
  const end = Math.min(all.length, asked.offset + asked.limit)
  const blocks: AttributedBlock[] = []
  let { part } = asked
  let left = asked.maxParts
  for (let offset = asked.offset; offset < end; offset += 1) {
    const { number, parts } = all[offset] ?? { number: 0, parts: [] }
    const shown = parts.slice(part, part + left)
    if (shown.length > 0) blocks.push({ number, parts: shown })
    left -= shown.length
    part += shown.length
    if (part < parts.length) return { blocks, total: all.length, next: { offset, part } }
    part = 0
  }
  return { blocks, total: all.length, next: end < all.length ? { offset: end, part } : null }
}

/** A document, and when people accepted what a run has written in it. */
export type BodyToAccept = StoredBody & KnownWriters & { accepted: ReadonlyMap<string, number> }

/** What a run has written and no person has accepted or edited since: the numbers of its blocks, from 1. */
export type UnacceptedBlocks = {
  runId: string
  userId: string
  /** When the newest of them was written. */
  writtenAt: number
  blocks: number[]
}

/** The blocks with text of programs that no person has accepted or edited, by run. */
export function unaccepted({ id, document, ...known }: BodyToAccept): UnacceptedBlocks[] {
  const node = schema.nodeFromJSON(readDocument(document, id))
  const found = new Map<string, UnacceptedBlocks>()
  for (const { number, parts } of attributedText(node, readMapOf(node, known))) {
    const byPeople = parts.flatMap(({ writer }) => (writer?.keyId === null ? [writer.at] : []))
    const edited = byPeople.reduce((latest, at) => Math.max(latest, at), Number.NEGATIVE_INFINITY)
    for (const { writer } of parts) {
      if (writer === undefined || writer.keyId === null || writer.runId === null) continue
      const { runId, userId, at } = writer
      if (at <= edited || at <= (known.accepted.get(runId) ?? 0)) continue
      const run = found.get(runId) ?? { runId, userId, writtenAt: at, blocks: [] }
      run.writtenAt = Math.max(run.writtenAt, at)
      if (run.blocks.at(-1) !== number) run.blocks.push(number)
      found.set(runId, run)
    }
  }
  return [...found.values()]
}

/** The map of a document; without one, of its first writer, or of nobody. */
export function readMapOf(document: Node, { attribution, firstWriter }: KnownWriters): Attribution {
  const map = attribution === null ? undefined : readMap(attribution)
  if (map !== undefined && isMapOf(map, document)) return map
  const isFirst = attribution === null && firstWriter !== undefined
  return isFirst ? whollyBy(document, firstWriter) : unattributed(document)
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

export function packMap(map: Attribution): Uint8Array {
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
