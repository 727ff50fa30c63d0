import type { PageType } from '../../lib/vocabulary.ts'
import { levelIn, noLevel, trash, type Transaction, type Viewer } from '../../store/index.ts'

export type PageCount = {
  add: (ids: readonly string[]) => Promise<void>
  addRows: (rows: readonly trash.TypeCount[]) => void
  /** Pages that the viewer can read. */
  readable: () => Promise<number>
  /** The pages in the section of a page, and those in sections below it, for its event. */
  forEvent: (page: { sectionId: string | null }) => {
    pages: number
    pagesInSections?: Record<string, number>
  }
  /** Sections that the viewer cannot read. */
  hiddenSections: () => Promise<string[]>
  delta: (sign: 1 | -1) => Partial<Record<PageType, number>>
}

/** Counts deleted or restored pages by type and by section. */
export function countPages(transaction: Transaction, viewer: Viewer): PageCount {
  const { workspaceId } = viewer
  const byType = new Map<PageType, number>()
  const bySection = new Map<string | null, number>()
  const addRows: PageCount['addRows'] = (rows) => {
    for (const { type, sectionId, pages } of rows) {
      byType.set(type, (byType.get(type) ?? 0) + pages)
      bySection.set(sectionId, (bySection.get(sectionId) ?? 0) + pages)
    }
  }
  return {
    add: async (ids) => addRows(await trash.types(transaction, { workspaceId, ids })),
    addRows,
    readable: async () => {
      let readable = 0
      for (const [sectionId, pages] of bySection) {
        if ((await levelIn(transaction, viewer, sectionId)) !== noLevel) readable += pages
      }
      return readable
    },
    hiddenSections: async () => {
      const hidden: string[] = []
      for (const sectionId of bySection.keys()) {
        const isHidden = (await levelIn(transaction, viewer, sectionId)) === noLevel
        if (sectionId !== null && isHidden) hidden.push(sectionId)
      }
      return hidden
    },
    forEvent: ({ sectionId }) => {
      const others = [...bySection].filter(([id]) => id !== sectionId)
      const pages = bySection.get(sectionId) ?? 0
      if (others.length === 0) return { pages }
      return { pages, pagesInSections: Object.fromEntries(others) }
    },
    delta: (sign) =>
      Object.fromEntries(byType.entries().map(([type, pages]) => [type, sign * pages])),
  }
}
