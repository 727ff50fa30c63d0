import type { Random } from '../../../bench/support/texts.ts'
import { boardOf } from '../../../content/board.ts'
import type { PageDocument } from '../../../content/document.ts'
import { tokenTexts } from '../../../content/tokens/tokens.ts'
import { nodeOf } from './past-changes.ts'
import { pick } from './random-edits.ts'

/** Random texts of pages and boards: sentences, ticks, lists and tables, whose words, numbers and dates are unique. */

const words = /w\d+x[a-z]+|\d{1,3},\d{3}|20\d\d-\d\d-\d\d/g
const listItem = /^\s*- (?:\[[ x]\] )?/

export class RandomPages {
  readonly #random: Random
  #count = 0

  constructor(random: Random) {
    this.#random = random
  }

  word(): string {
    this.#count += 1
    const letters = Array.from({ length: 3 }, () => String.fromCharCode(97 + this.#below(26)))
    return `w${this.#count}x${letters.join('')}`
  }

  text(): string {
    const blocks = [
      `${this.word()} costs ${this.#number()} since ${this.#date()}.`,
      `- [ ] ${this.word()}\n- [x] ${this.word()} at ${this.#number()}\n- [ ] ${this.word()}`,
      `| Name | Value |\n| - | - |\n| ${this.word()} | ${this.#number()} |\n| ${this.word()} | ${this.#date()} |`,
      `## ${this.word()}\n\n- ${this.word()}\n- ${this.word()}`,
    ]
    return blocks.filter((_block, index) => index === 0 || this.#random() < 0.7).join('\n\n')
  }

  board(): PageDocument {
    const columns = `## ${this.word()}\n\n- [ ] ${this.word()}\n- [ ] ${this.#number()}\n\n## ${this.word()}\n\n- [x] ${this.word()}\n`
    // SAFETY: a node of the schema is a document.
    return boardOf(nodeOf(columns).toJSON() as PageDocument)
  }

  /** The Markdown of a page with one change. */
  changed(markdown: string): string {
    const lines = markdown.trimEnd().split('\n')
    const kind = this.#below(10)
    if (kind <= 3) return this.#withOtherWord(markdown)
    const items = lines.flatMap((line, index) => (listItem.test(line) ? [index] : []))
    const rows = lines.flatMap((line, index) => (/^\| (?!Name|-)/.test(line) ? [index] : []))
    if (kind === 4 && items.length > 0) return this.#ticked(lines, pick(items, this.#random))
    if (kind === 5 && items.length > 1) return this.#withMovedItem(lines, items)
    if (kind === 6 && items.length > 1) lines.splice(pick(items, this.#random), 1)
    else if (kind === 7 && items.length > 0) {
      const at = pick(items, this.#random)
      const [prefix = '- '] = listItem.exec(lines[at] ?? '') ?? []
      lines.splice(at + 1, 0, `${prefix}${this.word()} ${this.#number()}`)
    } else if (kind === 8 && rows.length > 0) {
      const row = `| ${this.word()} | ${this.#number()} |`
      lines.splice(pick(rows, this.#random), this.#random() < 0.3 && rows.length > 1 ? 1 : 0, row)
    } else if (!isBoard(lines)) lines.push('', `${this.word()} at ${this.#number()}.`)
    return lines.join('\n')
  }

  /**
   * One change of words, marks, ticks or paragraphs that a page has both with and without what a run did, made in both.
   * Undefined if it has none.
   */
  changedAdjacent(
    withRun: string,
    without: string,
  ): { withRun: string; without: string } | undefined {
    const kind = this.#below(8)
    const lines = withRun.trimEnd().split('\n')
    if (kind === 0 && !isBoard(lines)) {
      const added = `\n\n${this.word()} at ${this.#number()}.`
      return { withRun: withRun.trimEnd() + added, without: without.trimEnd() + added }
    }
    const known = new Set(without.trimEnd().split('\n'))
    const ticks = lines.filter((line) => line.includes('- [') && known.has(line))
    if (kind === 1 && ticks.length > 0) {
      const tick = pick(ticks, this.#random)
      const ticked = (markdown: string) => {
        const all = markdown.split('\n')
        return this.#ticked(all, all.indexOf(tick))
      }
      return { withRun: ticked(withRun), without: ticked(without) }
    }
    const sentence = lines.find((line) => / since [-\d]+\.$/.test(line) && known.has(line))
    if (kind === 6 && sentence !== undefined) {
      const split = sentence.replace(' since ', '\n\nsince ')
      return {
        withRun: withRun.replace(sentence, split),
        without: without.replace(sentence, split),
      }
    }
    const others = new Set(without.match(words))
    const shared = (withRun.match(words) ?? []).filter((word) => others.has(word))
    if (shared.length === 0) return undefined
    const word = pick(shared, this.#random)
    const isMarked = [withRun, without].some((text) => text.includes(`*${word}`))
    const now = kind === 7 && !isMarked ? `**${word}**` : this.#otherThan(word)
    return { withRun: withRun.replace(word, now), without: without.replace(word, now) }
  }

  #otherThan(word: string): string {
    if (word.startsWith('w')) return this.word()
    return word.includes(',') ? this.#number() : this.#date()
  }

  #withOtherWord(markdown: string): string {
    const found = [...markdown.matchAll(words)]
    if (found.length === 0) return markdown
    const { 0: word, index } = pick(found, this.#random)
    const other = this.#otherThan(word)
    return markdown.slice(0, index) + other + markdown.slice(index + word.length)
  }

  #ticked(lines: readonly string[], at: number): string {
    return lines
      .map((line, index) =>
        index !== at
          ? line
          : line.includes('[ ]')
            ? line.replace('[ ]', '[x]')
            : line.replace('[x]', '[ ]'),
      )
      .join('\n')
  }

  #withMovedItem(lines: readonly string[], items: readonly number[]): string {
    const [from, to] = [pick(items, this.#random), pick(items, this.#random)]
    const moved = [...lines]
    const [line = ''] = moved.splice(from, 1)
    moved.splice(to, 0, line)
    return moved.join('\n')
  }

  #number(): string {
    this.#count += 1
    return `${1 + this.#below(9)},${String(this.#count).padStart(3, '0')}`
  }

  #date(): string {
    this.#count += 1
    const month = String(1 + (this.#count % 12)).padStart(2, '0')
    return `20${String(10 + (this.#count % 80))}-${month}-${String(10 + this.#below(18))}`
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit)
  }
}

/** A board has columns and cards only. */
function isBoard(lines: readonly string[]): boolean {
  return lines.every((line) => line === '' || line.startsWith('## ') || /^- \[[ x]\]/.test(line))
}

/** The words of a text, the kinds of its blocks, and how many columns its tables have. */
export type TextParts = { words: Set<string>; kinds: Set<string> }

export function partsOf(markdown: string): TextParts {
  const node = nodeOf(markdown)
  const kinds = new Set<string>()
  node.descendants((child) => {
    if (child.type.name === 'tableRow') kinds.add(`row of ${child.childCount}`)
    else if (child.isBlock) kinds.add(child.type.name)
  })
  const text = node.textBetween(0, node.content.size, '\n', '\ufffc')
  return { words: new Set(tokenTexts(text).filter((word) => /[\p{L}\p{N}]/u.test(word))), kinds }
}
