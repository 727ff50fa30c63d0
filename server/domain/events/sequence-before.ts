import { events, type Reader } from '../../store/index.ts'

/** The sequence number before the first event at a time or later: events are in the order of their times. */
export async function sequenceBefore(
  reader: Reader,
  workspaceId: string,
  time: number,
): Promise<number> {
  let low = 0
  let high = await events.last(reader, workspaceId)
  while (low < high) {
    const middle = Math.floor((low + high + 1) / 2)
    const event = await events.bySequence(reader, workspaceId, middle)
    // Events before the first that is kept are gone.
    if (event === undefined || event.createdAt < time) low = middle
    else high = middle - 1
  }
  return low
}
