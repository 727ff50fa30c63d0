import { basename } from 'node:path'
import { clock } from '../../../lib/clock.ts'
import { newId } from '../../../lib/ids.ts'
import { storable } from '../../../lib/text.ts'
import { requireFileQuota } from '../../administration/quotas.ts'
import type { Context } from '../../context.ts'
import { insertFile } from '../../files/files.ts'
import { mimeTypeOf } from '../../files/mime-types.ts'
import type { Ledger } from './ledger.ts'
import { type ImportRoot, UnreadableFile } from './root.ts'
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

type Target = { workspaceId: string; root: ImportRoot; ledger?: Ledger | undefined }

const inParallel = 16

export function createStoredFiles(context: Context, target: Target): StoredFiles {
  const taken = new Map<string, Promise<FileTaken>>()
  const inTurn = limitConcurrency(inParallel)
  let count = 0

  const store = async (path: string, named: Naming): Promise<FileTaken> => {
    try {
      const { id, isNew } = await storeFile(context, target, path, named)
      if (isNew) count += 1
      return { id }
    } catch (error) {
      // An error of the data folder ends the import; an error of the source does not.
      if (!(error instanceof UnreadableFile)) throw error
      return { reason: error.message }
    }
  }

  return {
    put: (path, named = {}) => {
      const known = taken.get(path) ?? inTurn(() => store(path, named))
      taken.set(path, known)
      return known
    },
    count: () => count,
    has: (path) => taken.has(path) || target.ledger?.file(path)?.isDone === true,
  }
}

async function storeFile(
  context: Context,
  { workspaceId, root, ledger }: Target,
  path: string,
  named: Naming,
): Promise<{ id: string; isNew: boolean }> {
  const known = ledger?.file(path)
  if (known?.isDone === true) return { id: known.id, isNew: false }
  if (ledger !== undefined) await requireFileQuota(context, workspaceId, root.files.size(path))
  const storedAt = clock.now()
  const stored = { storedAt, ...(await context.files.put(root.open(path))) }
  const isSame = known?.sha256 === stored.sha256
  const id = isSame ? known.id : (ledger?.newId('file', path) ?? newId())
  const name = storable(named.name ?? basename(path)).slice(0, 512)
  const mimeType = storable(named.mimeType ?? mimeTypeOf(path)).slice(0, 128)
  await context.store.transactIn({ workspaceId }, async (transaction) => {
    if (!isSame) {
      await insertFile(transaction, context, { workspaceId, id, name, mimeType, ...stored })
    }
    await ledger?.putFile(transaction, path, { id, sha256: stored.sha256 })
  })
  return { id, isNew: !isSame }
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
