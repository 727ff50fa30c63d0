import { clock, dayMs } from '../../lib/clock.ts'
import type { ChunkFormat } from '../../search/index/packed-chunks.ts'
import { type Reader, search } from '../../store/index.ts'

/** The migration of the version that first read deflated segments. */
const firstMigration = 20
/** A store is made by all migrations at once: nodes that are older than the last of them never knew it. */
const makingMs = 60_000
/** By then an operator has replaced all nodes of the version before, which read no deflated segments. */
const replacedAfterMs = dayMs

/** How segments are written: as older versions read them, while a node of one may still run on the store. */
export async function segmentFormat(reader: Reader): Promise<ChunkFormat> {
  const { migratedAt, builtAt } = await search.migrated(reader, firstMigration)
  const isNew = migratedAt - builtAt < makingMs
  return isNew || clock.now() - migratedAt > replacedAfterMs ? 'deflated' : 'plain'
}
