import { startTimeSlice } from '../../lib/time-slices.ts'
import { type Reader, runChanges } from '../../store/index.ts'

/** Events read at once. */
const batchSize = 1000

/** What the runs of a family proposed and others accepted. */
export type Accepted = {
  events: readonly runChanges.AcceptedEvent[]
  sequences: ReadonlySet<number>
  /** The event that created a page, by the ID of the page. */
  created: ReadonlyMap<string, { sequence: number; at: number }>
}

export async function readAccepted(
  reader: Reader,
  workspaceId: string,
  runs: ReadonlyMap<string, number>,
): Promise<Accepted> {
  const found: runChanges.AcceptedEvent[] = []
  const timeSlice = startTimeSlice()
  for (const [runId, since] of runs) {
    if (timeSlice.isOver()) await timeSlice.pause()
    for (let after = 0; ;) {
      const run = { workspaceId, runId, since }
      const part = await runChanges.accepted(reader, run, { after, limit: batchSize })
      found.push(...part)
      after = part.at(-1)?.sequence ?? after
      if (part.length < batchSize) break
    }
  }
  const created = new Map<string, { sequence: number; at: number }>()
  for (const { type, pageId, sequence, createdAt: at } of found) {
    if (type === 'page.created' && pageId !== null) created.set(pageId, { sequence, at })
  }
  return { events: found, sequences: new Set(found.map(({ sequence }) => sequence)), created }
}
