import type { LiveNotice } from './live-types.ts'

/** What a person should know of their text, until they have read it. */
export class Notices {
  #all: readonly LiveNotice[] = []
  #count = 0

  get all(): readonly LiveNotice[] {
    return this.#all
  }

  add(notice: Omit<LiveNotice, 'id'>): void {
    this.#count += 1
    this.#all = [...this.#all, { id: this.#count, ...notice }]
  }

  remove(notice: LiveNotice): void {
    this.#all = this.#all.filter((other) => other !== notice)
  }
}
