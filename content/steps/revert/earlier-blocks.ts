import type { Range } from '../mapping.ts'
import { wordsIn } from './copied-passages.ts'
import { type BlockText, sameLetters } from './same-letters.ts'

/** A save from before more changes than these replaces few letters of the run. */
const maxBlocks = 40
/** Of the words of an earlier text, as many make a text the same block. */
const minShare = 0.5

type Earlier = { readonly block: BlockText; readonly words: ReadonlySet<string> }

/**
 * The blocks with text of a run before others changed them. Who saves an older state of the page brings back what
 * others removed meanwhile, often only some letters.
 */
export class EarlierBlocks {
  #blocks: Earlier[] = []

  add(blocks: readonly BlockText[]): void {
    const added = blocks
      .filter(({ parts }) => parts.length > 0)
      .map((block) => ({ block, words: wordSetOf(block) }))
    this.#blocks = [...this.#blocks, ...added].slice(-maxBlocks)
  }

  /** The letters of the run that a block has in common with earlier states of it. */
  find(block: BlockText): Range[] {
    if (this.#blocks.length === 0) return []
    const words = wordSetOf(block)
    return this.#blocks
      .filter((earlier) => isMostlyIn(earlier.words, words))
      .flatMap((earlier) => sameLetters([earlier.block], [block]))
      .map(({ at }) => ({ from: at, to: at + 1 }))
  }
}

function wordSetOf({ text }: BlockText): Set<string> {
  return new Set(wordsIn(text).map((word) => word.text))
}

function isMostlyIn(words: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return words.size > 0 && words.intersection(others).size >= words.size * minShare
}
