import { startTimeSlice } from '../../lib/time-slices.ts'
import { activity, trash } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { subtree } from '../pages/subtree.ts'
import type { PageAddress } from '../pages/tree.ts'
import type { Plan } from './plan.ts'
import { type Family, isReverted } from './target.ts'

/** Pages that one statement reads. */
const batchSize = 128
/** Events read at once. */
const eventsPerRead = 20

/**
 * Pages that the family created and an earlier revert moved to the trash, and that others restored since, with those
 * below them.
 */
export async function restoredByOthers(
  { store }: WorkspaceContext,
  family: Family,
  { pages }: Plan,
): Promise<ReadonlySet<string>> {
  const { workspaceId } = family
  const timeSlice = startTimeSlice()
  const deleted = pages.filter(
    ({ origin, deleted: sequence }) => origin === 'created' && sequence !== undefined,
  )
  const restored = new Set<string>()
  for (let start = 0; start < deleted.length; start += batchSize) {
    const ids = deleted.slice(start, start + batchSize).map(({ pageId }) => pageId)
    for (const { id: pageId } of await trash.live(store, { workspaceId, ids })) {
      const address = { workspaceId, pageId }
      if (!(await wasRestored(store, family, address))) continue
      for await (const below of subtree(store, address, null)) {
        for (const id of below) restored.add(id)
      }
    }
    if (timeSlice.isOver()) await timeSlice.pause()
  }
  return restored
}

/** Whether the last one who restored a page from the trash is not of the family. */
async function wasRestored(
  store: WorkspaceContext['store'],
  family: Family,
  { workspaceId, pageId }: PageAddress,
): Promise<boolean> {
  const whose = { of: 'page', id: pageId } as const
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const part = { before, limit: eventsPerRead }
    const found = await activity.newest(store, workspaceId, whose, part)
    const last = found.find(({ type }) => type === 'page.restored')
    if (last !== undefined) return !isReverted(family, { runId: last.runId, at: last.createdAt })
    if (found.length < eventsPerRead) return false
    before = found.at(-1)?.sequence ?? 0
  }
}
