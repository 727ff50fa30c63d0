import type { Node } from 'prosemirror-model'
import { checkDocument } from '../../../content/document.ts'
import { isEven } from '../../../content/steps/mend-tables.ts'
import { lettersIn } from './letters.ts'
import type { Run } from './run.ts'

/** What came of a run. */
export type Summary = {
  readonly seed: number
  readonly typed: number
  readonly deleted: number
  /** Typed letters that are gone although nobody who saw them removed them. */
  readonly lost: string
  /** Typed letters that stand more than once, although no two people moved or undid the same thing. */
  readonly twice: string
  /** Letters that stand more than once because two people moved them or brought them back by undo. */
  readonly rewrittenTwice: string
  readonly isValid: boolean
  /** Writers whose document is not the server's. */
  readonly differing: number
  readonly unevenTables: number
  readonly retained: number
  readonly batches: number
  readonly refusals: readonly string[]
  readonly errors: readonly string[]
  /** Writes of programs that replace numbers and dates, and those that were refused. */
  readonly replaced: { readonly written: number; readonly refused: number }
  /** Words after such a write that nobody wrote. */
  readonly unknownTokens: readonly string[]
}

export function summarize(run: Run): Summary {
  const { authority, typed, deleted } = run
  const found = lettersIn(authority.doc)
  const letters = [...typed]
  const repeated = letters.filter((letter) => (found.get(letter) ?? 0) > 1)
  return {
    seed: run.setting.seed,
    typed: typed.size,
    deleted: deleted.size,
    lost: letters.filter((letter) => !found.has(letter) && !deleted.has(letter)).join(''),
    twice: repeated.filter((letter) => !isRewrittenByTwo(run, letter)).join(''),
    rewrittenTwice: repeated.filter((letter) => isRewrittenByTwo(run, letter)).join(''),
    isValid: isValid(authority.doc),
    differing: run.people.filter(({ writer }) => !writer.state.doc.eq(authority.doc)).length,
    unevenTables: countUneven(authority.doc),
    retained: authority.retained.length,
    batches: authority.batches.length,
    refusals: authority.refusals,
    errors: run.errors,
    replaced: run.replaced,
    unknownTokens: run.unknownTokens,
  }
}

function isRewrittenByTwo({ rewriters }: Run, letter: string): boolean {
  return (rewriters.get(letter)?.size ?? 0) > 1
}

function isValid(doc: Node): boolean {
  try {
    doc.check()
  } catch {
    return false
  }
  return checkDocument(doc.toJSON()).ok
}

function countUneven(doc: Node): number {
  let count = 0
  doc.descendants((node) => {
    if (node.type.name === 'table' && !isEven(node)) count += 1
  })
  return count
}
