import type { LRUCache } from 'lru-cache'
import { pageId, pageKey } from '../index/documents.ts'
import type { IndexReader, SegmentView } from '../index/index-reader.ts'
import { Memtable } from '../index/memtable.ts'
import { sharedBytes } from '../index/shared-arrays.ts'
import { countDocument, noTotals, type Totals } from '../index/totals.ts'
import type { SectionSet } from './page-sections.ts'
import { SectionColumn, type NumberedPages } from './section-column.ts'

/** What some viewers can read of a part: 1 for each such document. Valid for the other fields. */
export type PartMask = {
  marks: Uint8Array | undefined
  totals: Totals
  live: Uint8Array | undefined
  size: number
  version: number
}

/** The masks used last, by part and section set. */
export type MaskMemory = LRUCache<string, PartMask>

let lastId = 0

/** The sections of the documents of a part, as soon as somebody searches who cannot read all of them. */
export class PartSections {
  readonly pages: NumberedPages
  readonly column = new SectionColumn()
  readonly #id = (lastId += 1)

  constructor(part: IndexReader) {
    const { documents } = part
    this.pages = {
      get count() {
        return documents.count
      },
      idOf: (number) => pageId(documents.key(number)),
      numberOf: (id) => {
        if (part instanceof Memtable) return part.numberOf(id)
        const number = documents.find(pageKey(id))
        return number === -1 ? undefined : number
      },
    }
  }

  /** The column must be in step. */
  mask(
    { part, size, live }: Omit<SegmentView, 'base'>,
    set: SectionSet,
    memory: MaskMemory,
  ): PartMask {
    const key = `${this.#id} ${set.id}`
    const { version } = this.column
    const known = memory.get(key)
    if (known?.live === live && known?.size === size && known.version === version) return known
    const mask = { ...this.#make({ part, size, live }, set), live, size, version }
    memory.set(key, mask)
    return mask
  }

  #make(
    { part, size, live }: Omit<SegmentView, 'base'>,
    { allowed }: SectionSet,
  ): Pick<PartMask, 'marks' | 'totals'> {
    const marks = sharedBytes(size)
    const totals = noTotals()
    let hidden = 0
    for (let number = 0; number < size; number += 1) {
      if (live !== undefined && live[number] !== 1) continue
      if (allowed[this.column.sectionOf(number)] !== 1) {
        hidden += 1
        continue
      }
      marks[number] = 1
      countDocument(totals, part.documents, number)
    }
    return { marks: hidden === 0 ? live : marks, totals }
  }
}

/** Bytes of a mask in memory. */
export function maskSize({ size }: PartMask): number {
  return size + 1000
}
