import type { Fragment, Mark } from 'prosemirror-model'
import type { Range } from './align.ts'
import { type MarkChange, markChange } from './mark-change.ts'

/** A part of a text and the change of its marks; undefined if no steps lead there. */
type MarkedPart = Range & { change: MarkChange | undefined }

/** Compares the marks of text that is the same in two text blocks. */
export class MarkRuns {
  readonly #old: NodeRuns
  readonly #now: NodeRuns

  constructor(old: Fragment, now: Fragment) {
    this.#old = new NodeRuns(old)
    this.#now = new NodeRuns(now)
  }

  /** The parts of a range of the old text that begins at `nowFrom` in the new one. */
  compare({ from, to }: Range, nowFrom: number): MarkedPart[] {
    const parts: MarkedPart[] = []
    const shift = nowFrom - from
    for (let at = from; at < to;) {
      const [old, now] = [this.#old.at(at), this.#now.at(at + shift)]
      const until = Math.min(to, old.to, now.to - shift)
      parts.push({ from: at, to: until, change: markChange(old.marks, now.marks) })
      at = until
    }
    return parts
  }
}

class NodeRuns {
  readonly #runs: (Range & { marks: readonly Mark[] })[] = []

  constructor(content: Fragment) {
    content.forEach((node, from) => {
      this.#runs.push({ from, to: from + node.nodeSize, marks: node.marks })
    })
  }

  /** The node at a position, by halving. */
  at(position: number): Range & { marks: readonly Mark[] } {
    let [low, high] = [0, this.#runs.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#runs[middle]?.to ?? Infinity) <= position) low = middle + 1
      else high = middle
    }
    return this.#runs[low] ?? { from: position, to: Infinity, marks: [] }
  }
}
