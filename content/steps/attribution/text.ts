import type { Node } from 'prosemirror-model'
import type { ContentNode } from '../../node.ts'
import { blockText, inlineText } from '../../text.ts'
import type { Attribution, Writer } from '../attribution.ts'
import type { Run } from './runs.ts'

/** Text of one writer; undefined if nobody knows who wrote it. Positions are those of the document. */
export type AttributedText = { from: number; to: number; text: string; writer: Writer | undefined }

/** A block of the page by its number from 1, with the parts of its text in order. */
export type AttributedBlock = { number: number; parts: AttributedText[] }

/** Who wrote the text of each block. Blocks without text are skipped and keep their number. */
export function attributedText(document: Node, { writers, runs }: Attribution): AttributedBlock[] {
  const reader = new RunReader(runs)
  const blocks: AttributedBlock[] = []
  document.forEach((block, offset, index) => {
    const parts: AttributedText[] = []
    eachText(block, offset, (node, start) => {
      for (const { from, to, writer } of reader.read(start, start + node.nodeSize)) {
        const text = node.text?.slice(from - start, to - start) ?? leafText(node)
        appendText(parts, { from, to, text, writer: writers[writer] })
      }
    })
    if (parts.length > 0) blocks.push({ number: index + 1, parts })
  })
  return blocks
}

function eachText(
  node: Node,
  position: number,
  visit: (node: Node, position: number) => void,
): void {
  if (node.isLeaf) visit(node, position)
  else node.forEach((child, offset) => eachText(child, position + 1 + offset, visit))
}

/** What a reader sees of an atom, such as the text of a formula. */
function leafText(node: Node): string {
  const json: ContentNode = node.toJSON()
  return node.isInline ? inlineText([json]) : blockText(json)
}

function appendText(parts: AttributedText[], part: AttributedText): void {
  if (part.text === '') return
  const last = parts.at(-1)
  if (last?.to === part.from && last.writer === part.writer) {
    last.to = part.to
    last.text += part.text
  } else parts.push(part)
}

/** Reads runs in the order of the document, each once. */
class RunReader {
  #index = 0
  #start = 0
  readonly #runs: readonly Run[]

  constructor(runs: readonly Run[]) {
    this.#runs = runs
  }

  read(from: number, to: number): { from: number; to: number; writer: number }[] {
    const parts: { from: number; to: number; writer: number }[] = []
    for (let run = this.#runs[this.#index]; run; run = this.#runs[this.#index]) {
      const end = this.#start + run[0]
      if (end > from) {
        parts.push({ from: Math.max(from, this.#start), to: Math.min(to, end), writer: run[1] })
      }
      if (end >= to) break
      this.#start = end
      this.#index += 1
    }
    return parts
  }
}
