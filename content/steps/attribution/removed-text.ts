import type { Node } from 'prosemirror-model'
import { lengthOf, type Run, sliceRuns } from './runs.ts'

/** Stands for what is no text, so that each character has the index of its position. */
const noText = '\0'

/** What a batch removed, to recognise text of others that it carries elsewhere. */
export class RemovedText {
  readonly #passages: { text: string; runs: readonly Run[] }[] = []

  add(document: Node, from: number, runs: readonly Run[]): void {
    const text = textOf(document, from, from + lengthOf(runs))
    if (text !== '') this.#passages.push({ text, runs })
  }

  /** The writers of the first such text that are not this one. */
  writersOf(document: Node, from: number, to: number, writer: number): Run[] | undefined {
    const text = textOf(document, from, to)
    for (const passage of text === '' ? [] : this.#passages) {
      for (let index = passage.text.indexOf(text); index !== -1;) {
        const runs = sliceRuns(passage.runs, index, index + text.length)
        if (runs.every(([, other]) => other !== writer)) return runs
        index = passage.text.indexOf(text, index + 1)
      }
    }
    return undefined
  }
}

function textOf(document: Node, from: number, to: number): string {
  let text = ''
  document.nodesBetween(from, to, (node, position) => {
    if (node.text === undefined) return
    const start = Math.max(from, position)
    text = text.padEnd(start - from, noText)
    text += node.text.slice(start - position, to - position)
  })
  return text === '' ? '' : text.padEnd(to - from, noText)
}
