import { type ComparedLine, compareLines } from '../../../../content/compare-lines.ts'
import type { PageDocument } from '../../../../content/document.ts'
import {
  conflictsBetween,
  findConflicts,
  findNear,
  findRepeated,
} from '../../../../content/hunks/conflicts.ts'
import { hunksOf, withHunks } from '../../../../content/hunks/hunks.ts'
import type { ContentNode } from '../../../../content/node.ts'
import { writeMarkdown } from '../../../../content/write-markdown.ts'
import { readDocument } from '../stored-body.ts'
import { nodeOfDocument } from '../stored-node.ts'
import { fromDocument, type Prepared } from '../tasks.ts'
import { type ComparedWord, compareWords } from './compare-words.ts'

/**
 * `base` became `document`. `current` is the body of the page now, if others changed it since; `chosen` are numbers of
 * hunks, all if they are left out.
 */
export type HunkBody = {
  id: string
  base: string
  document: string
  current?: string | null
  chosen?: readonly number[]
}

/** What can be asked about the hunks of a body. */
export type HunkAnswers = {
  parts: ShownPart[]
  numbers: number[]
  conflicts: number[]
  partly: Prepared
}

export type HunkTask = HunkBody & { asked: keyof HunkAnswers }

const answers: { [Asked in keyof HunkAnswers]: (body: HunkBody) => HunkAnswers[Asked] } = {
  parts: proposedParts,
  numbers: hunkNumbers,
  conflicts: conflictingHunks,
  partly: partlyProposed,
}

export function hunks<Asked extends keyof HunkAnswers>(
  asked: Asked,
  body: HunkBody,
): HunkAnswers[Asked] {
  return answers[asked](body)
}

/** The same for a worker. */
export function hunkTask({ asked, ...body }: HunkTask): HunkAnswers[keyof HunkAnswers] {
  return hunks(asked, body)
}

/** A part of a proposed body: `number` is null where it stays. */
export type ShownPart = {
  number: number | null
  lines: ComparedLine[]
  words: ComparedWord[]
  /** Others changed the same text since. */
  isConflict: boolean
  /** The words in conflict: before, on the page now, and as proposed. */
  conflicts: { base: string; page: string; proposed: string }[]
  /** Blocks of the page now, where others changed other words of the same sentence, cell or list item. */
  near: string[]
}

/** Hunks that are compared with later changes one by one; of more, all count as in conflict. */
const maxCompared = 200

/** The difference between two stored documents, as Markdown, with the conflicts of its hunks. */
function proposedParts({ id, base, document, current = null }: HunkBody): ShownPart[] {
  const [before, after] = [readDocument(base, id), readDocument(document, id)]
  const conflicts = new Set(conflictsOf(id, { before, after }, current, base))
  const near = nearOf(id, { before, after }, current, base)
  return hunksOf(before, after).map((part): ShownPart => {
    if (part.kind === 'same') {
      const lines = markdownOf(part.blocks)
        .split('\n')
        .slice(0, -1)
        .map((text) => ({ kind: 'same' as const, text }))
      return { number: null, lines, words: [], isConflict: false, conflicts: [], near: [] }
    }
    const [old, now] = [markdownOf(part.before), markdownOf(part.after)]
    return {
      number: part.number,
      lines: compareLines(old, now),
      words: compareWords(old, now),
      isConflict: conflicts.has(part.number),
      conflicts: conflicts.has(part.number)
        ? wordsInConflict(id, { before, after }, part.number, current)
        : [],
      near: near.get(part.number) ?? [],
    }
  })
}

function wordsInConflict(
  id: string,
  { before, after }: Documents,
  number: number,
  current: string | null,
): ShownPart['conflicts'] {
  if (current === null) return []
  const mine = nodeOfDocument(withHunks(before, after, new Set([number])))
  const conflicts = conflictsBetween(
    nodeOfDocument(before),
    mine,
    nodeOfDocument(readDocument(current, id)),
  )
  return conflicts.map(({ base, theirs, yours }) => ({ base, page: theirs, proposed: yours }))
}

/** The hunks, of those that are chosen, that are in conflict with what others changed since. */
function conflictingHunks(body: HunkBody): number[] {
  const { id, base, document, current = null, chosen } = body
  const documents = { before: readDocument(base, id), after: readDocument(document, id) }
  const conflicts = conflictsOf(id, documents, current, base)
  return conflicts.filter((number) => chosen?.includes(number) ?? true)
}

/** The numbers of all hunks between two stored documents. */
function hunkNumbers({ id, base, document }: HunkBody): number[] {
  return numbersOf({ before: readDocument(base, id), after: readDocument(document, id) })
}

/** The base with some hunks, without those that would repeat what others changed. */
function partlyProposed({ id, base, document, chosen, current = null }: HunkBody): Prepared {
  const [before, after] = [readDocument(base, id), readDocument(document, id)]
  const repeated = compareWith(findRepeated, id, { before, after }, current, base)
  if (chosen === undefined && repeated.length === 0) return fromDocument(after)
  const wanted = chosen ?? hunkNumbers({ id, base, document })
  const numbers = wanted.filter((number) => !repeated.includes(number))
  return fromDocument(withHunks(before, after, new Set(numbers)))
}

type Documents = { before: PageDocument; after: PageDocument }

function conflictsOf(
  id: string,
  { before, after }: Documents,
  current: string | null,
  base: string,
): number[] {
  if (current === null || current === base) return []
  const numbers = numbersOf({ before, after })
  if (numbers.length > maxCompared) return numbers
  return compareWith(findConflicts, id, { before, after }, current, base)
}

function numbersOf({ before, after }: Documents): number[] {
  return hunksOf(before, after).flatMap((part) => (part.kind === 'hunk' ? [part.number] : []))
}

function compareWith(
  find: typeof findRepeated<number>,
  id: string,
  documents: Documents,
  current: string | null,
  base: string,
): number[] {
  if (current === null || current === base) return []
  return find(nodeOfDocument(documents.before), eachHunk(documents), nodeOf(current, id))
}

function nearOf(
  id: string,
  documents: Documents,
  current: string | null,
  base: string,
): ReadonlyMap<number, string[]> {
  if (current === null || current === base) return new Map()
  return findNear(nodeOfDocument(documents.before), eachHunk(documents), nodeOf(current, id))
}

/** The document before with each hunk alone; none if they are too many to compare. */
function eachHunk({ before, after }: Documents) {
  const numbers = numbersOf({ before, after })
  if (numbers.length > maxCompared) return []
  return numbers.map((number) => {
    const document = withHunks(before, after, new Set([number]))
    return [number, nodeOfDocument(document)] as const
  })
}

function nodeOf(document: string, id: string) {
  return nodeOfDocument(readDocument(document, id))
}

function markdownOf(blocks: readonly ContentNode[]): string {
  return blocks.length === 0 ? '' : writeMarkdown({ type: 'doc', content: blocks })
}
