import type { Node } from 'prosemirror-model'
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
  const compared = compare(id, { before, after }, current, base)
  const conflicts = new Set(conflictsOf(compared))
  const near = compared && findNear(compared.before, compared.mine, compared.now)
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
      conflicts:
        compared && conflicts.has(part.number)
          ? wordsInConflict(compared, withHunks(before, after, new Set([part.number])))
          : [],
      near: near?.get(part.number) ?? [],
    }
  })
}

function wordsInConflict(
  { before, now }: Compared,
  proposed: PageDocument,
): ShownPart['conflicts'] {
  const conflicts = conflictsBetween(before, nodeOfDocument(proposed), now)
  return conflicts.map(({ base, theirs, yours }) => ({ base, page: theirs, proposed: yours }))
}

/** The hunks, of those that are chosen, that are in conflict with what others changed since. */
function conflictingHunks(body: HunkBody): number[] {
  const { id, base, document, current = null, chosen } = body
  const documents = { before: readDocument(base, id), after: readDocument(document, id) }
  const conflicts = conflictsOf(compare(id, documents, current, base))
  return conflicts.filter((number) => chosen?.includes(number) ?? true)
}

/** The numbers of all hunks between two stored documents. */
function hunkNumbers({ id, base, document }: HunkBody): number[] {
  return numbersOf({ before: readDocument(base, id), after: readDocument(document, id) })
}

/** The base with some hunks, without those that would repeat what others changed. */
function partlyProposed({ id, base, document, chosen, current = null }: HunkBody): Prepared {
  const [before, after] = [readDocument(base, id), readDocument(document, id)]
  const compared = compare(id, { before, after }, current, base)
  const repeated = compared ? findRepeated(compared.before, compared.mine, compared.now) : []
  if (chosen === undefined && repeated.length === 0) return fromDocument(after)
  const wanted = chosen ?? hunkNumbers({ id, base, document })
  const numbers = wanted.filter((number) => !repeated.includes(number))
  return fromDocument(withHunks(before, after, new Set(numbers)))
}

type Documents = { before: PageDocument; after: PageDocument }

/** A proposal beside what others changed since. `mine` has each hunk alone; nothing if they are too many to compare. */
type Compared = { numbers: number[]; before: Node; mine: [number, Node][]; now: Node }

/** Undefined if nobody changed the page since. */
function compare(
  id: string,
  { before, after }: Documents,
  current: string | null,
  base: string,
): Compared | undefined {
  if (current === null || current === base) return undefined
  const numbers = numbersOf({ before, after })
  const mine = (numbers.length > maxCompared ? [] : numbers).map((number): [number, Node] => [
    number,
    nodeOfDocument(withHunks(before, after, new Set([number]))),
  ])
  const now = nodeOfDocument(readDocument(current, id))
  return { numbers, before: nodeOfDocument(before), mine, now }
}

function conflictsOf(compared: Compared | undefined): number[] {
  if (compared === undefined) return []
  const { numbers, before, mine, now } = compared
  return numbers.length > maxCompared ? numbers : findConflicts(before, mine, now)
}

function numbersOf({ before, after }: Documents): number[] {
  return hunksOf(before, after).flatMap((part) => (part.kind === 'hunk' ? [part.number] : []))
}

function markdownOf(blocks: readonly ContentNode[]): string {
  return blocks.length === 0 ? '' : writeMarkdown({ type: 'doc', content: blocks })
}
