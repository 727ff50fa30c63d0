import { startWriteSlice } from '../../lib/time-slices.ts'
import { sections, type Transaction } from '../../store/index.ts'
import { updateAccess } from './effective-access.ts'

type Page = { workspaceId: string; id: string; sectionId: string | null }

/** Pages whose section one statement changes. */
const batchSize = 128
/** Pages whose children one statement reads. */
const parentBatchSize = 16

/**
 * Moves a page and the pages below it, deleted ones included, to another section: those that were in the section of
 * the page. Returns the IDs of the sections further down, which stay as they are.
 */
export async function assignSubtree(
  transaction: Transaction,
  { workspaceId, id, sectionId }: Page,
  to: string | null,
): Promise<string[]> {
  if (sectionId === to) return []
  const timeSlice = startWriteSlice()
  const nested: string[] = []
  await sections.assign(transaction, { workspaceId, ids: [id] }, to)
  let parents = [id]
  while (parents.length > 0) {
    const next: string[] = []
    for (let start = 0; start < parents.length; start += parentBatchSize) {
      const batch = { workspaceId, ids: parents.slice(start, start + parentBatchSize) }
      nested.push(...(await sections.directlyBelow(transaction, batch)))
      // Assigned pages are no longer in the section, so that each round finds the next ones.
      for (;;) {
        const ids = await sections.below(transaction, batch, sectionId, batchSize)
        if (ids.length > 0) await sections.assign(transaction, { workspaceId, ids }, to)
        next.push(...ids)
        if (ids.length < batchSize) break
        if (timeSlice.isOver()) await timeSlice.pause()
      }
    }
    parents = next
  }
  return nested
}

/** Moves all pages of a section to another one. */
export async function assignAll(
  transaction: Transaction,
  section: sections.SectionAddress,
  to: string | null,
): Promise<void> {
  const timeSlice = startWriteSlice()
  for (;;) {
    const ids = await sections.pagesIn(transaction, section, batchSize)
    if (ids.length === 0) return
    await sections.assign(transaction, { workspaceId: section.workspaceId, ids }, to)
    if (timeSlice.isOver()) await timeSlice.pause()
  }
}

/** After a page got another parent: its pages follow into the section of the parent, unless it is one itself. */
export async function assignMoved(
  transaction: Transaction,
  page: Page,
  to: string | null,
): Promise<void> {
  const { workspaceId, id, sectionId } = page
  if (sectionId === id) {
    await updateAccess(transaction, { workspaceId, sectionId: id }, to)
    await sections.advance(transaction, workspaceId)
    return
  }
  if (sectionId === to) return
  for (const nested of await assignSubtree(transaction, page, to)) {
    await updateAccess(transaction, { workspaceId, sectionId: nested }, to)
  }
  await sections.advance(transaction, workspaceId)
}
