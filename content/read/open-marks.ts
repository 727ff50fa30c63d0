import { maxMarks } from '../limits.ts'
import { numberAttribute, sameMark } from '../node.ts'
import type { Attributes, ContentNode, Mark } from '../node.ts'
import { markOrder } from '../vocabulary.ts'

type Opened = { mark: Mark; counted: boolean }

/** The open marks during the parsing of inline tokens, and the list of them for a text. */
export class OpenMarks {
  #opened: Opened[] = []
  #current: readonly Mark[] = []

  /** The same array until a mark opens or closes, so that neighbours can be compared by identity. */
  get current(): readonly Mark[] {
    return this.#current
  }

  has(type: string): boolean {
    return this.#current.some((mark) => mark.type === type)
  }

  /**
   * `covers` means that the mark is on exactly the text of the mark around it; `last` is the previous node. Both
   * decide the depth that prevents the writer from reordering or joining marks.
   */
  open(type: string, attrs: Attributes, covers: boolean, last: ContentNode | undefined): void {
    const parent = this.#opened.at(-1)
    let depth = this.#current.filter((mark) => mark.type === type).length
    if (parent !== undefined && covers) {
      const isInverted = order(type) < order(parent.mark.type)
      depth = Math.max(depth, numberAttribute(parent.mark, 'depth', 0) + (isInverted ? 1 : 0))
    }
    let mark = withDepth(type, attrs, depth)
    const others = last?.marks ?? []
    while (others.some((other) => sameMark(other, mark))) {
      if (this.#current.some((open) => sameMark(open, mark))) break
      depth += 1
      mark = withDepth(type, attrs, depth)
    }
    const counted = this.#current.length < maxMarks
    this.#opened.push({ mark, counted })
    if (counted) this.#current = [...this.#current, mark]
  }

  close(): void {
    if (this.#opened.pop()?.counted === true) this.#current = this.#current.slice(0, -1)
  }
}

function order(type: string): number {
  return markOrder.indexOf(type)
}

function withDepth(type: string, attrs: Attributes, depth: number): Mark {
  const all = depth > 0 ? { ...attrs, depth } : attrs
  return Object.keys(all).length > 0 ? { type, attrs: all } : { type }
}
