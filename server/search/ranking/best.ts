import { AppError } from '../../lib/errors.ts'
import { cyrillicLanguages, latinLanguages } from '../analysis/languages.ts'
import type { Languages } from '../analysis/terms.ts'
import { comparePages, type Documents, pageId, type PageKey } from '../index/documents.ts'
import type { PartView } from '../index/part.ts'

export type ScoredPage = {
  pageId: string
  score: number
  /** What its terms were read in. */
  languages: Languages
}

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
    return this.#kept.map(({ document, score }) => {
      const { documents, number } = this.#locate(document)
      const { latin, cyrillic } = documents.facts(number)
      const languages = {
        latin: latinLanguages[latin] ?? 'en',
        cyrillic: cyrillicLanguages[cyrillic] ?? 'ru',
      }
      return { pageId: pageId(documents.key(number)), score, languages }
    })
  }

  #isBefore(document: number, score: number, kept: { document: number; score: number }): boolean {
    if (score !== kept.score) return score > kept.score
    return comparePages(this.#key(document), this.#key(kept.document)) < 0
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
