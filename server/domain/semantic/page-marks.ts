import { LRUCache } from 'lru-cache'
import { startTimeSlice } from '../../lib/time-slices.ts'
import { sharedBytes } from '../../search/index/shared-arrays.ts'
import type { SectionSet } from '../../search/sections/page-sections.ts'
import { SectionColumn, type NumberedPages } from '../../search/sections/section-column.ts'
import { readable, type Store, type Viewer } from '../../store/index.ts'
import { isAt, type ReadableSections } from '../rights/readable-sections.ts'

type Marked = { marks: Uint8Array; version: number }

const maxSets = 16

/** Which of some numbered pages a viewer can read. */
export class PageMarks {
  readonly #pages: NumberedPages
  readonly #column = new SectionColumn()
  readonly #sets = new LRUCache<number, Marked>({ max: maxSets })

  /** The lists may grow. */
  constructor(pageIds: readonly string[], numbers: ReadonlyMap<string, number>) {
    this.#pages = {
      get count() {
        return pageIds.length
      },
      idOf: (number) => pageIds[number] ?? '',
      numberOf: (pageId) => numbers.get(pageId),
    }
  }

  /** 1 for each page that the viewer can read; undefined for all. Pages that are added meanwhile are not marked. */
  async of(
    viewer: Viewer,
    { store, sections }: { store: Store; sections: ReadableSections },
  ): Promise<Uint8Array | undefined> {
    if (viewer.seesEverything) return undefined
    const pages = this.#pages
    const { count } = pages
    for (;;) {
      // Read after the pages: no page has older rights than its vectors.
      const versions = await readable.versions(store, viewer.workspaceId)
      if (versions.rightsVersion === 0 && viewer.everyoneId !== '') return undefined
      const found = await sections.of(viewer, versions)
      const timeSlice = startTimeSlice()
      const steps = this.#column.follow(found.sections, pages)
      while (steps.next().done !== true) if (timeSlice.isOver()) await timeSlice.pause()
      const isInStep = isAt(found, versions) && this.#column.isInStep(found.sections, pages)
      if (isInStep) return this.#marksOf(found.set, count)
    }
  }

  #marksOf({ id, allowed }: SectionSet, count: number): Uint8Array {
    const { version } = this.#column
    const known = this.#sets.get(id)
    if (known?.version === version && known.marks.length === count) return known.marks
    const marks = sharedBytes(count)
    for (let number = 0; number < count; number += 1) {
      marks[number] = allowed[this.#column.sectionOf(number)] === 1 ? 1 : 0
    }
    this.#sets.set(id, { marks, version })
    return marks
  }
}
