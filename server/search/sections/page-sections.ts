/** The number of all pages outside of sections. */
export const noSection = 0

/** Which section each page of a workspace is in, by number. */
export class PageSections {
  /** The last assignment that is included; undefined while more are read. */
  sequence: number | undefined = 0
  readonly #pages = new Map<string, number>()
  readonly #numbers = new Map<string, number>()
  readonly #changed: string[] = []

  /** How many assignments were made. */
  get changes(): number {
    return this.#changed.length
  }

  get pages(): number {
    return this.#pages.size
  }

  /** The page of an assignment, numbered from 0. */
  changedAt(change: number): string {
    return this.#changed[change] ?? ''
  }

  sectionOf(pageId: string): number {
    return this.#pages.get(pageId) ?? noSection
  }

  numberOf(sectionId: string): number {
    const known = this.#numbers.get(sectionId)
    if (known !== undefined) return known
    const number = this.#numbers.size + 1
    this.#numbers.set(sectionId, number)
    return number
  }

  /** Null is outside of sections. */
  assign(pageId: string, sectionId: string | null): void {
    if (sectionId === null) this.#pages.delete(pageId)
    else this.#pages.set(pageId, this.numberOf(sectionId))
    this.#changed.push(pageId)
  }
}

/** The sections that some viewers can read: 1 by number, also for `noSection`. Others read none of the rest. */
export type SectionSet = { id: number; allowed: Uint8Array }
