import { createReadStream } from 'node:fs'
import { basename, join } from 'node:path'
import { storable } from '../../../lib/text.ts'
import type { Context } from '../../context.ts'
import { addFile } from '../../files/files.ts'
import { mimeTypeOf } from '../../files/mime-types.ts'
import { reasonOf } from './scan.ts'
import type { NamedFile } from './source.ts'

/** The files of an import, each stored once however many pages link to it. */
export type StoredFiles = {
  /** Returns the id, or why the file was rejected. */
  put: (path: string, named?: Naming) => Promise<FileTaken>
  count: () => number
  has: (path: string) => boolean
}

type Naming = Partial<Pick<NamedFile, 'name' | 'mimeType'>>

export type FileTaken = { id: string } | { reason: string }

const inParallel = 16

export function createStoredFiles(
  context: Context,
  { workspaceId, root }: { workspaceId: string; root: string },
): StoredFiles {
  const taken = new Map<string, Promise<FileTaken>>()
  const inTurn = limitConcurrency(inParallel)
  let count = 0

  const store = async (path: string, named: Naming): Promise<FileTaken> => {
    const name = storable(named.name ?? basename(path)).slice(0, 512)
    const mimeType = storable(named.mimeType ?? mimeTypeOf(path)).slice(0, 128)
    const content = createReadStream(join(root, path))
    try {
      const file = { workspaceId, name, mimeType, content }
      const id = await addFile(context, file, async () => undefined)
      count += 1
      return { id }
    } catch (error) {
      // An error of the data folder ends the import; an error of the source does not.
      if (!isReadError(error, join(root, path))) throw error
      return { reason: reasonOf(error) }
    } finally {
      content.destroy()
    }
  }

  return {
    put: (path, named = {}) => {
      const known = taken.get(path) ?? inTurn(() => store(path, named))
      taken.set(path, known)
      return known
    },
    count: () => count,
    has: (path) => taken.has(path),
  }
}

function isReadError(error: unknown, path: string): boolean {
  if (!(error instanceof Error) || !('syscall' in error)) return false
  return error.syscall === 'read' || ('path' in error && error.path === path)
}

/** Runs at most `max` tasks at the same time; others wait in a queue. */
function limitConcurrency(max: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
