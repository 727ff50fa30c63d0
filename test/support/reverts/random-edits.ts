import assert from 'node:assert/strict'
import type { Fragment, Node } from 'prosemirror-model'
import { canSplit, ReplaceStep, Transform } from 'prosemirror-transform'
import { type Random, randomFrom } from '../../../bench/support/texts.ts'
import type { PageDocument } from '../../../content/document.ts'
import { parseMarkdown } from '../../../content/parse-markdown.ts'
import { schema } from '../../../content/schema.ts'
import { diffSteps } from '../../../content/steps/diff.ts'
import { tokenTexts } from '../../../content/tokens/tokens.ts'
import { writeMarkdown } from '../../../content/write-markdown.ts'

/** Random edits of pages whose letters are unique, so that each tells who wrote it. */

export type RandomEdit = { tr: Transform; moves: { remove: number; insert: number }[] }

const firstLetter = '\uac00'

/** The letters of a text that `RandomPage` made. */
export function lettersIn(text: string): string[] {
  return Array.from(text).filter((character) => character >= firstLetter && character < '\ud7a4')
}

export function lettersOf(document: Node): string[] {
  return lettersIn(document.textBetween(0, document.content.size))
}

export function pick<Item>(items: readonly Item[], random: Random): Item {
  const item = items[Math.floor(random() * items.length)]
  assert.ok(item !== undefined)
  return item
}

/** One page of a seed, its letters, and what each writer cut or copied last. */
export class RandomPage {
  readonly random: Random
  readonly document: Node
  readonly #clipboards = new Map<string, Node>()
  #next = firstLetter.charCodeAt(0)

  constructor(seed: number) {
    this.random = randomFrom(seed)
    const sentence = () => this.sentence()
    const parsed = parseMarkdown(
      `# ${sentence()}\n\n${sentence()}\n\n- ${sentence()}\n- ${this.word()}\n\n${sentence()}\n\n| ${this.word()} | ${this.word()} |\n|---|---|\n| ${this.word()} | ${this.word()} |\n`,
    )
    assert.ok(parsed.ok)
    this.document = schema.nodeFromJSON(parsed.document)
  }

  word(): string {
    return Array.from({ length: 3 }, () => String.fromCharCode(this.#next++)).join('')
  }

  sentence(): string {
    return Array.from({ length: 8 }, () => this.word()).join(' ')
  }

  /** What a person does at once: types, deletes, splits, joins, marks, moves, cuts or pastes. */
  byHand(document: Node, writer: string): RandomEdit {
    const tr = new Transform(document)
    const { position, node } = pick(textBlocks(document), this.random)
    const at = position + 1 + Math.floor(this.random() * (node.content.size + 1))
    const end = Math.min(at + Math.floor(this.random() * 6), position + 1 + node.content.size)
    const kind = Math.floor(this.random() * 11)
    if (kind <= 3) tr.insert(at, schema.text(this.word()))
    else if (kind === 4) tr.delete(at, end)
    else if (kind === 5 && canSplit(document, at)) tr.split(at)
    else if (kind === 6 && document.resolve(position).nodeBefore?.isTextblock) tr.join(position)
    else if (kind === 7) tr.addMark(at, end, schema.mark('bold'))
    else if (kind === 8) return this.#clip(tr, writer)
    else if (document.childCount > 3) return this.#move(tr)
    return { tr, moves: [] }
  }

  /** A program writes the page anew as Markdown, with other words or paragraphs. */
  byProgram(document: Node): RandomEdit {
    // SAFETY: a node of the schema is a document.
    const lines = writeMarkdown(document.toJSON() as PageDocument).split('\n')
    const long = lines.flatMap((line, index) => (line.split(' ').length > 5 ? [index] : []))
    const kind = Math.floor(this.random() * 5)
    if (long.length > 0 && kind <= 2) {
      const index = pick(long, this.random)
      const words = lines[index]?.split(' ') ?? []
      const removed = Math.floor(this.random() * 3)
      words.splice(1 + Math.floor(this.random() * words.length), removed, this.word(), this.word())
      lines[index] = words.join(' ')
    } else if (long.length > 1 && kind === 3) {
      lines.splice(pick(long, this.random), 1, '', this.sentence(), '')
    } else lines.push('', this.sentence())
    const parsed = parseMarkdown(lines.join('\n'))
    assert.ok(parsed.ok)
    const tr = new Transform(document)
    for (const step of diffSteps(document, schema.nodeFromJSON(parsed.document))) tr.step(step)
    return { tr, moves: [] }
  }

  /** Cuts or copies a paragraph, or pastes the last one. */
  #clip(tr: Transform, writer: string): RandomEdit {
    const copied = this.#clipboards.get(writer)
    if (copied !== undefined) {
      this.#clipboards.delete(writer)
      tr.insert(this.#between(tr.doc), copied)
    } else {
      const blocks = topLevel(tr.doc).filter(
        ({ node }) => node.type.name === 'paragraph' && node.childCount === 1,
      )
      const block = blocks[Math.floor(this.random() * blocks.length)]
      if (block === undefined || block.node.textContent.split(' ').length < 6) {
        return { tr, moves: [] }
      }
      this.#clipboards.set(writer, block.node)
      const { position, node } = block
      if (this.random() < 0.5 && tr.doc.childCount > 2)
        tr.delete(position, position + node.nodeSize)
    }
    return { tr, moves: [] }
  }

  #move(tr: Transform): RandomEdit {
    const { position, node } = pick(topLevel(tr.doc), this.random)
    tr.delete(position, position + node.nodeSize)
    tr.insert(this.#between(tr.doc), node)
    return { tr, moves: [{ remove: 0, insert: 1 }] }
  }

  #between({ children }: Node): number {
    const count = Math.floor(this.random() * (children.length + 1))
    return children.slice(0, count).reduce((sum, node) => sum + node.nodeSize, 0)
  }
}

function textBlocks(document: Node): { position: number; node: Node }[] {
  const blocks: { position: number; node: Node }[] = []
  document.descendants((node, position) => {
    if (node.isTextblock) blocks.push({ position, node })
  })
  return blocks
}

function topLevel(document: Node): { position: number; node: Node }[] {
  const blocks: { position: number; node: Node }[] = []
  document.forEach((node, position) => blocks.push({ position, node }))
  return blocks
}

/** Letters of words that are in part in what a comparison replaces: whoever changes a word wrote it, whole. */
export function rewrittenLetters({ steps, docs }: Transform): string[] {
  const known = new Set(docs[0] === undefined ? [] : wordsIn(docs[0].content))
  return steps.flatMap((step) => {
    if (!(step instanceof ReplaceStep)) return []
    const words = wordsIn(step.slice.content)
    return words.flatMap((word) => (known.has(word) ? [] : lettersIn(word)))
  })
}

function wordsIn(content: Fragment): string[] {
  return tokenTexts(content.textBetween(0, content.size, ' ', '\ufffc'))
}
