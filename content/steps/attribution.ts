import type { Node } from 'prosemirror-model'
import { AttrStep, type Step } from 'prosemirror-transform'
import { CarriedText, mayCarryText } from './attribution/carried-text.ts'
import { RemovedText } from './attribution/removed-text.ts'
import { lengthOf, replaceRuns, type Run, sliceRuns } from './attribution/runs.ts'
import type { MoveMark, RetainedText } from './batch.ts'

/** A person, and the interface, API key and run of an agent that they wrote with. */
export type Writer = {
  userId: string
  via: string | null
  keyId: string | null
  runId: string | null
  /** Milliseconds since 1970, when this stretch of work began. */
  at: number
}

/** Who wrote which part of a document: runs over all its positions. */
export type Attribution = { readonly writers: readonly Writer[]; readonly runs: readonly Run[] }

/** An accepted batch: what one writer changed. */
export type AttributedChange = {
  writer: Writer
  steps: readonly Step[]
  /** Indexes of steps that remove blocks and insert them again elsewhere. */
  moves?: readonly MoveMark[]
  /** Text that the batch carries elsewhere, at positions after it. */
  retained?: readonly RetainedText[]
}

/** Work of one writer within this time is one stretch, so that a map has few writers. */
const stretchMs = 10 * 60_000

/** The map of a document with one author. */
export function whollyBy(document: Node, writer: Writer): Attribution {
  return { writers: [writer], runs: [[document.content.size, 0]] }
}

/** The map of a document that is older than its first map. */
export function unattributed(document: Node): Attribution {
  return { writers: [], runs: [[document.content.size, -1]] }
}

/** Whether a map has the length of a document. */
export function isMapOf({ runs }: Attribution, document: Node): boolean {
  return lengthOf(runs) === document.content.size
}

/**
 * The map after a batch that was made on this document. Inserted content belongs to its writer, moved and retained
 * content keeps its own, and so does text that the batch removes and inserts again.
 */
export function attribute(map: Attribution, before: Node, change: AttributedChange): Attribution {
  const writers = [...map.writers]
  const runs = [...map.runs]
  const writer = indexOfWriter(writers, change.writer)
  const { removed, after } = applySteps(runs, before, change, writer)
  for (const { from, to, authorId, reason } of change.retained ?? []) {
    // Without an author, text that moved out is the writer's own.
    if (authorId === undefined && reason === 'moved out') continue
    const known = removed.writersOf(after, from, to, writer)
    if (known) replaceRuns(runs, from, to, known)
    else if (authorId !== undefined && authorId !== change.writer.userId) {
      const author = indexOfAuthor(writers, authorId, change.writer.at)
      const owned = sliceRuns(runs, from, to).map(([length, index]): Run => [
        length,
        index === writer ? author : index,
      ])
      replaceRuns(runs, from, to, owned)
    }
  }
  return { writers, runs }
}

/** Returns what the steps removed, and the document after them if text may be somewhere else in it. */
function applySteps(
  runs: Run[],
  before: Node,
  change: AttributedChange,
  writer: number,
): { removed: RemovedText; after: Node } {
  const carried = mayCarryText(change.steps) ? new CarriedText(change.steps) : undefined
  const hasRetained = change.retained !== undefined && change.retained.length > 0
  const moved = new Map<number, Run[]>()
  const removed = new RemovedText()
  let document = before
  for (const [index, step] of change.steps.entries()) {
    if (step instanceof AttrStep) replaceRuns(runs, step.pos, step.pos + 1, [[1, writer]])
    const source = change.moves?.find((move) => move.insert === index)?.remove
    const isMoved = change.moves?.some((move) => move.remove === index) === true
    const after = carried || hasRetained ? (step.apply(document).doc ?? document) : document
    step.getMap().forEach((oldStart, oldEnd, newStart, newEnd) => {
      // Ranges of one step are in order: what stands before this one is new already.
      const end = newStart + oldEnd - oldStart
      const old = sliceRuns(runs, newStart, end)
      if (isMoved) moved.set(index, old)
      carried?.remove(document, oldStart, index, old)
      if (hasRetained) removed.add(document, oldStart, old)
      const content = source === undefined ? undefined : moved.get(source)
      const isComplete = content !== undefined && lengthOf(content) === newEnd - newStart
      replaceRuns(runs, newStart, end, isComplete ? content : [[newEnd - newStart, writer]])
      if (!isComplete) carried?.insert(after, newStart, newEnd, index)
    })
    document = after
  }
  carried?.restore(runs)
  return { removed, after: document }
}

function indexOfWriter(writers: Writer[], writer: Writer): number {
  const known = writers.findLastIndex(
    (other) =>
      other.userId === writer.userId &&
      other.via === writer.via &&
      other.keyId === writer.keyId &&
      other.runId === writer.runId &&
      writer.at >= other.at &&
      writer.at - other.at < stretchMs,
  )
  return known === -1 ? writers.push(writer) - 1 : known
}

/** What the author wrote last. */
function indexOfAuthor(writers: Writer[], authorId: string, at: number): number {
  const last = writers.findLastIndex(({ userId }) => userId === authorId)
  if (last !== -1) return last
  return writers.push({ userId: authorId, via: null, keyId: null, runId: null, at }) - 1
}
