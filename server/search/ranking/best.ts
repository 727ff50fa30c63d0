import { AppError } from '../../lib/errors.ts'
import { cyrillicLanguages, latinLanguages } from '../analysis/languages.ts'
import type { Languages } from '../analysis/terms.ts'
import { comparePages, type Documents, pageId, type PageKey } from '../index/documents.ts'
import type { PartView } from '../index/part.ts'

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

  constructor(documents: Documents, number: number, score: number) {
    this.score = score
    this.#documents = documents
    this.#number = number
  }

  get pageId(): string {
    return pageId(this.#documents.key(this.#number))
  }

  get languages(): Languages {
    const { latin, cyrillic } = this.#documents.stats(this.#number)
    return {
      latin: latinLanguages[latin] ?? 'en',
      cyrillic: cyrillicLanguages[cyrillic] ?? 'ru',
    }
  }
}

/** Documents of an index with their scores, best first. */
export type DocumentList = { documents: Int32Array; scores: Float64Array }

/** Keeps the best documents offered to it; of equal ones the older page, whatever part it stands in. */
export class TopDocuments {
  readonly #views: readonly PartView[]
  readonly #limit: number
  /** Best first. */
  readonly #documents: Int32Array
  readonly #scores: Float64Array
  #count = 0
  /** A document that scores less is not kept. */
  threshold = Number.MIN_VALUE

  constructor(views: readonly PartView[], limit: number) {
    this.#views = views
    this.#limit = limit
    this.#documents = new Int32Array(limit)
    this.#scores = new Float64Array(limit)
  }

  /** The list that another thread made of the same documents. */
  static of(views: readonly PartView[], { documents, scores }: DocumentList): TopDocuments {
    const top = new TopDocuments(views, documents.length)
    top.#documents.set(documents)
    top.#scores.set(scores)
    top.#count = documents.length
    return top
  }

  /** What another thread needs to make the same list. */
  list(): DocumentList {
    const count = this.#count
    return { documents: this.#documents.slice(0, count), scores: this.#scores.slice(0, count) }
  }

  offer(document: number, score: number): void {
    const isFull = this.#count === this.#limit
    let low = 0
    let high = this.#count
    if (isFull && !this.#isBefore(document, score, high - 1)) return
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#isBefore(document, score, middle)) high = middle
      else low = middle + 1
    }
    if (!isFull) this.#count += 1
    this.#documents.copyWithin(low + 1, low, this.#count - 1)
    this.#scores.copyWithin(low + 1, low, this.#count - 1)
    this.#documents[low] = document
    this.#scores[low] = score
    if (this.#count === this.#limit) this.threshold = this.#scores[this.#limit - 1] ?? 0
  }

  pages(): ScoredPage[] {
    return Array.from(this.#documents.subarray(0, this.#count), (document, index) => {
      const { documents, number } = this.#locate(document)
      return new RankedDocument(documents, number, this.#scores[index] ?? 0)
    })
  }

  /** Whether a document comes before the one that stands at an index. */
  #isBefore(document: number, score: number, index: number): boolean {
    const other = this.#scores[index] ?? 0
    if (score !== other) return score > other
    return comparePages(this.#key(document), this.#key(this.#documents[index] ?? 0)) < 0
  }

  #key(document: number): PageKey {
    const { documents, number } = this.#locate(document)
    return documents.key(number)
  }

  #locate(document: number): { documents: Documents; number: number } {
    const view = this.#views.find(({ base, size }) => document < base + size)
    if (view === undefined) throw new AppError('INTERNAL', `The index has no document ${document}.`)
    return { documents: view.part.documents, number: document - view.base }
  }
}
