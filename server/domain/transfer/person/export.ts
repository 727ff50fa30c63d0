import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'
import { addEntry, asError, requireFree } from '../archive.ts'
import { accountEntries } from './account.ts'
import type { Entry } from './entry.ts'
import { proposalCommentEntries, proposalEntries } from './proposals.ts'
import { auditEntries, commentEntries, fileEntries, pageEntries, type Source } from './works.ts'

/** Called before each file; throws to end an export that is no longer allowed. */
export type Check = () => Promise<void>

/**
 * The data of one person as a .tar.gz: what they can read now, and what they wrote themselves. It is read while it is
 * sent, so that it takes little memory however much there is.
 */
export function exportPerson(
  source: Source,
  userId: string,
  check: Check = async () => undefined,
): Readable {
  const archive = pack()
  const compressed = createGzip()
  // The reader of the archive gets the error.
  pipeline(archive, compressed).catch(() => undefined)
  fill(archive, source, entriesOf(source, userId), check).catch((error: unknown) =>
    archive.destroy(asError(error)),
  )
  return compressed
}

/** The same, in a new file. */
export async function writePersonExport(
  source: Source,
  userId: string,
  file: string,
): Promise<string> {
  const path = resolve(file)
  await requireFree(path)
  try {
    const target = createWriteStream(path, { flags: 'wx', mode: 0o600 })
    await pipeline(exportPerson(source, userId), target)
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return path
}

async function* entriesOf(source: Source, userId: string): AsyncGenerator<Entry> {
  yield* accountEntries(source.store, userId)
  yield* pageEntries(source, userId)
  yield* commentEntries(source, userId)
  yield* proposalEntries(source, userId)
  yield* proposalCommentEntries(source, userId)
  yield* fileEntries(source, userId)
  yield* auditEntries(source, userId)
}

async function fill(
  archive: Pack,
  { files }: Source,
  entries: AsyncIterable<Entry>,
  check: Check,
): Promise<void> {
  for await (const entry of entries) {
    await check()
    if ('content' in entry) {
      await addEntry(archive, entry.name, [entry.content], entry.content.length)
    } else {
      const { stored } = entry
      await addEntry(archive, entry.name, await files.open(stored), stored.size)
    }
  }
  archive.finalize()
}
