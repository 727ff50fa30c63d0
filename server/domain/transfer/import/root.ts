import { posix } from 'node:path'
import { storable } from '../../../lib/text.ts'
import type { SourceFiles } from '../sources/source-files.ts'

export type Skipped = { path: string; reason: string }

/** A regular file, or else what was found at a path. */
export type Found = { size: number } | { target: string }

/** What is imported: its files, and what it has besides. */
export type ImportRoot = {
  /** The name of the folder or archive. */
  name: string
  files: SourceFiles
  /** The size of a regular file, also of one that `files` does not list. */
  find: (path: string) => Promise<Found>
  /** The bytes of a file. Throws UnreadableFile. */
  open: (path: string) => AsyncIterable<Uint8Array>
  /** What cannot be imported. */
  skipped: readonly Skipped[]
  /** Hidden files and folders that `files` does not list. */
  hidden: number
}

/** A file of the source cannot be read. The import continues without it. */
export class UnreadableFile extends Error {}

/** Files that are read as a whole, such as those of an archive. */
export function rootOf(name: string, files: SourceFiles): ImportRoot {
  const paths = new Set(files.paths())
  let folders: ReadonlySet<string> | undefined
  return {
    name: storable(name),
    files,
    find: async (path) => {
      if (paths.has(path)) return { size: files.size(path) }
      folders ??= foldersOf(paths)
      return { target: folders.has(path) ? 'is a folder' : 'does not exist' }
    },
    open: (path) => readWhole(files, path),
    skipped: [],
    hidden: 0,
  }
}

/** Above this size in bytes, one file at a time is in memory. */
const largeSize = 4 * 1024 * 1024
let lastLarge = Promise.resolve()

async function* readWhole(files: SourceFiles, path: string): AsyncGenerator<Uint8Array> {
  const isLarge = files.size(path) > largeSize
  const { promise, resolve } = Promise.withResolvers<void>()
  const before = lastLarge
  if (isLarge) lastLarge = promise
  try {
    if (isLarge) await before
    const bytes = await files.read(path).catch(unreadable)
    if (typeof bytes === 'string') throw new UnreadableFile(bytes)
    yield bytes
  } finally {
    resolve()
  }
}

/** Why a file cannot be read, from what reading it threw. */
export function unreadable(error: unknown): string {
  if (error instanceof UnreadableFile) return error.message
  return `cannot be read (${error instanceof Error ? error.message : String(error)})`
}

function foldersOf(paths: Iterable<string>): Set<string> {
  const folders = new Set([''])
  for (const path of paths) {
    for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) {
      if (folders.has(folder)) break
      folders.add(folder)
    }
  }
  return folders
}
