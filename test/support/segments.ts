import assert from 'node:assert/strict'
import { startTimeSlice } from '../../server/lib/time-slices.ts'
import { type MergeSource, mergeParts } from '../../server/search/index/merge.ts'
import type { ChunkFormat } from '../../server/search/index/packed-chunks.ts'
import { SegmentWriter } from '../../server/search/index/segment-writer.ts'
import { loadSegment, type Segment } from '../../server/search/index/segment.ts'

/** A segment as a store would keep it, its chunks in memory. */
export async function writeSegment(
  sources: readonly MergeSource[],
  forgetRemoved: boolean,
  format: ChunkFormat = 'plain',
): Promise<Segment> {
  const chunks = new Map<string, Uint8Array>()
  const writer = new SegmentWriter(async ({ kind, number, data }) => {
    chunks.set(`${kind} ${number}`, data)
  }, format)
  const counts = await mergeParts(sources, writer, { forgetRemoved, timeSlice: startTimeSlice() })
  const info = { segment: 1, firstSequence: 1, lastSequence: 1, ...counts }
  return loadSegment(info, (kind, number, decode) =>
    decode(chunks.get(`${kind} ${number}`) ?? assert.fail(`no ${kind} ${number}`)),
  )
}
