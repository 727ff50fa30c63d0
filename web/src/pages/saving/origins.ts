import type { Conflict, Origin } from './save-status.ts'

/** Who wrote what the person changed too, as far as the server has said so. */
export class Origins {
  #known: readonly Origin[] = []
  #askedVersion = 0

  get known(): readonly Origin[] {
    return this.#known
  }

  note({ origins }: { origins: readonly Origin[] }): void {
    if (origins.length > 0) this.#known = origins
  }

  /** Whether the server should be asked, which happens once for each version. */
  isToAsk({ theirs, locations }: Conflict): boolean {
    if (this.#askedVersion === theirs.version) return false
    this.#askedVersion = theirs.version
    return locations.some(({ origin }) => origin === undefined)
  }
}
