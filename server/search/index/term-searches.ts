import { LRUCache } from 'lru-cache'
import type { TermCount, TermSearch } from './index-reader.ts'

const maxBytes = 128 * 1024
const bytesPerSearch = 150
const bytesPerTerm = 100

/** What the last searches among terms that never change have found. */
export class TermSearches {
  readonly #found = new LRUCache<string, readonly TermCount[]>({
    maxSize: maxBytes,
    sizeCalculation: (terms, key) =>
      terms.reduce(
        (sum, { term }) => sum + 2 * term.length + bytesPerTerm,
        bytesPerSearch + 2 * key.length,
      ),
  })

  /** Gives what was found under a key; searches first where nothing was. */
  find(key: string, search: () => TermSearch): TermSearch {
    const known = this.#found.get(key)
    return known === undefined ? this.#search(key, search()) : listed(known)
  }

  *#search(key: string, search: TermSearch): TermSearch {
    const found: TermCount[] = []
    for (const term of search) {
      if (term !== undefined) found.push(term)
      yield term
    }
    this.#found.set(key, found)
  }
}

function* listed(terms: readonly TermCount[]): TermSearch {
  yield* terms
}
