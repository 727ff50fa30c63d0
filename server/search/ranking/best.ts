import { AppError } from '../../lib/errors.ts'
import { cyrillicLanguages, latinLanguages } from '../analysis/languages.ts'
import type { Languages } from '../analysis/terms.ts'
import { comparePages, type Documents, pageId, type PageKey } from '../index/documents.ts'
import type { SegmentView } from '../index/index-reader.ts'

export type ScoredPage = {
  readonly pageId: string
  readonly score: number
  /** What its terms were read in. */
  readonly languages: Languages
}

/** A document of the index, whose page id is only made when somebody asks: most of a list are never shown. */
class RankedDocument implements ScoredPage {
  readonly score: number
  readonly #documents: Documents
  readonly #number: number
  #pageId: string | undefined

  constructor(documents: Documents, number: number, score: number) {
    this.score = score
    this.#documents = documents
    this.#number = number
  }

  get pageId(): string {
    this.#pageId ??= pageId(this.#documents.key(this.#number))
    return this.#pageId
  }

  get languages(): Languages {
    const { latin, cyrillic } = this.#documents
    return {
      latin: latinLanguages[latin[this.#number] ?? 0] ?? 'en',
      cyrillic: cyrillicLanguages[cyrillic[this.#number] ?? 0] ?? 'ru',
    }
  }
}

/** Documents of an index with their scores, best first. */
export type DocumentList = { documents: Int32Array; scores: Float64Array }

/** Keeps the best documents offered to it; of equal ones the older page, whatever part it stands in. */
export class TopDocuments {
  readonly #views: readonly SegmentView[]
  readonly #limit: number
  /** A binary heap, the worst document at its root. */
  readonly #documents: number[] = []
  readonly #scores: number[] = []
  /** A document that scores less is not kept. */
  threshold = Number.MIN_VALUE

  constructor(views: readonly SegmentView[], limit: number) {
    this.#views = views
    this.#limit = limit
  }

  offer(document: number, score: number): void {
    const count = this.#documents.length
    if (count < this.#limit) this.#rise(count, document, score)
    else if (this.#isBefore(document, score, 0)) this.#sink(document, score)
    else return
    if (this.#documents.length === this.#limit) this.threshold = this.#scores[0] ?? 0
  }

  list(): DocumentList {
    const order = Array.from(this.#documents.keys())
    order.sort((one, other) => (this.#isAbove(one, other) ? -1 : 1))
    return {
      documents: Int32Array.from(order, (index) => this.#documents[index] ?? 0),
      scores: Float64Array.from(order, (index) => this.#scores[index] ?? 0),
    }
  }

  /** Puts a document at the end of the heap, or above those there that are before it. */
  #rise(end: number, document: number, score: number): void {
    let index = end
    while (index > 0) {
      const parent = (index - 1) >>> 1
      if (this.#isBefore(document, score, parent)) break
      this.#move(parent, index)
      index = parent
    }
    this.#documents[index] = document
    this.#scores[index] = score
  }

  /** Puts a document in the place of the root, or below those that are after it. */
  #sink(document: number, score: number): void {
    const count = this.#documents.length
    let index = 0
    for (let child = 1; child < count; child = 2 * index + 1) {
      const right = child + 1
      if (right < count && !this.#isAbove(right, child)) child = right
      if (!this.#isBefore(document, score, child)) break
      this.#move(child, index)
      index = child
    }
    this.#documents[index] = document
    this.#scores[index] = score
  }

  #move(from: number, to: number): void {
    this.#documents[to] = this.#documents[from] ?? 0
    this.#scores[to] = this.#scores[from] ?? 0
  }

  /** Whether the document at one index comes before the one at another. */
  #isAbove(index: number, other: number): boolean {
    return this.#isBefore(this.#documents[index] ?? 0, this.#scores[index] ?? 0, other)
  }

  /** Whether a document comes before the one that stands at an index. */
  #isBefore(document: number, score: number, index: number): boolean {
    const other = this.#scores[index] ?? 0
    if (score !== other) return score > other
    return comparePages(this.#key(document), this.#key(this.#documents[index] ?? 0)) < 0
  }

  #key(document: number): PageKey {
    const { documents, number } = locate(this.#views, document)
    return documents.key(number)
  }
}

/** The pages of a list that may come from another thread. */
export function pagesOf(
  views: readonly SegmentView[],
  { documents, scores }: DocumentList,
): ScoredPage[] {
  const pages: ScoredPage[] = []
  for (const [index, document] of documents.entries()) {
    const located = locate(views, document)
    pages.push(new RankedDocument(located.documents, located.number, scores[index] ?? 0))
  }
  return pages
}

function locate(
  views: readonly SegmentView[],
  document: number,
): { documents: Documents; number: number } {
  for (const { part, base, size } of views) {
    if (document < base + size) return { documents: part.documents, number: document - base }
  }
  throw new AppError('INTERNAL', `The index has no document ${document}.`)
}
