import { comparePages, pageId, type PageKey } from './documents.ts'
import type { PartView } from './part.ts'

export type ScoredPage = { pageId: string; score: number }

/** Keeps the best documents offered to it; of equal ones the older page, whatever part it stands in. */
export class Best {
  readonly #views: readonly PartView[]
  readonly #limit: number
  /** Best first. */
  readonly #kept: { document: number; score: number }[] = []

  constructor(views: readonly PartView[], limit: number) {
    this.#views = views
    this.#limit = limit
  }

  offer(document: number, score: number): void {
    const last = this.#kept.at(-1)
    const isFull = this.#kept.length === this.#limit
    if (isFull && last !== undefined && !this.#isBefore(document, score, last)) return
    let low = 0
    let high = this.#kept.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const kept = this.#kept[middle]
      if (kept !== undefined && this.#isBefore(document, score, kept)) high = middle
      else low = middle + 1
    }
    this.#kept.splice(low, 0, { document, score })
    if (isFull) this.#kept.pop()
  }

  pages(): ScoredPage[] {
    return this.#kept.map(({ document, score }) => ({ pageId: pageId(this.#key(document)), score }))
  }

  #isBefore(document: number, score: number, kept: { document: number; score: number }): boolean {
    if (score !== kept.score) return score > kept.score
    return comparePages(this.#key(document), this.#key(kept.document)) < 0
  }

  #key(document: number): PageKey {
    for (const { part, base, size } of this.#views) {
      if (document < base + size) return part.documents.key(document - base)
    }
    return new Uint32Array(4)
  }
}
