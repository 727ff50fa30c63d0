import { noSection, type PageSections } from './page-sections.ts'

/** Pages by number. More may follow. */
export type NumberedPages = {
  readonly count: number
  idOf: (number: number) => string
  numberOf: (pageId: string) => number | undefined
}

const pagesPerStep = 64

/** The section of each of some numbered pages. */
export class SectionColumn {
  /** Changes with every section that is not the first of its page. */
  version = 0
  #sections: PageSections | undefined
  #numbers = new Uint32Array(0)
  #filled = 0
  #changes = 0

  isInStep(sections: PageSections, pages: NumberedPages): boolean {
    const isSame = sections === this.#sections && this.#changes === sections.changes
    return isSame && this.#filled >= pages.count
  }

  sectionOf(number: number): number {
    return this.#numbers[number] ?? noSection
  }

  /** Follows assignments and new pages, in steps. Afterwards it is in step until the next change. */
  *follow(sections: PageSections, pages: NumberedPages): Generator<undefined, void> {
    if (sections !== this.#sections) this.#restart(sections)
    let steps = 0
    for (;;) {
      // Another caller may have restarted it meanwhile.
      if (sections !== this.#sections) return
      if (this.#filled < pages.count) this.#fill(sections, pages)
      else if (this.#changes < sections.changes) this.#change(sections, pages)
      else return
      steps += 1
      if (steps % pagesPerStep === 0) yield
    }
  }

  #restart(sections: PageSections): void {
    this.#sections = sections
    this.#filled = 0
    // What was assigned before is read with each page.
    this.#changes = sections.changes
    this.version += 1
  }

  #fill(sections: PageSections, pages: NumberedPages): void {
    const number = this.#filled
    if (number >= this.#numbers.length) {
      const grown = new Uint32Array(Math.max(pages.count, 64, number * 2))
      grown.set(this.#numbers)
      this.#numbers = grown
    }
    this.#numbers[number] = sections.sectionOf(pages.idOf(number))
    this.#filled += 1
  }

  #change(sections: PageSections, pages: NumberedPages): void {
    const pageId = sections.changedAt(this.#changes)
    this.#changes += 1
    const number = pages.numberOf(pageId)
    if (number === undefined || number >= this.#filled) return
    const section = sections.sectionOf(pageId)
    if (this.#numbers[number] === section) return
    this.#numbers[number] = section
    this.version += 1
  }
}
