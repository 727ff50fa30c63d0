import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import {
  access,
  constants,
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DamagedContent } from '../lib/damaged-content.ts'
import {
  diskError,
  flush,
  isNoEntry,
  makeFolder,
  probe,
  removed,
  removeProbes,
} from '../lib/disk.ts'
import { AppError } from '../lib/errors.ts'
import { DiskFaults } from '../lib/failures/disk-faults.ts'
import { newId } from '../lib/ids.ts'
import type { FileStore, StoredFile } from './file-store.ts'
import { checkContent, openContent, type OpenPart } from './reader.ts'

/**
 * Stores contents as `<folder>/ab/<sha256>`. Bytes are written to a temporary file, flushed and then renamed, so
 * that a name always stands for complete content, even after a crash.
 */
export async function openFolder(
  folder: string,
  use: 'read' | 'write' = 'write',
  faults = new DiskFaults(),
): Promise<FileStore> {
  const unfinished = join(folder, 'unfinished')
  // A reader may use a read-only disk.
  if (use === 'write') await prepare(folder, unfinished)
  const known = await identityOf(folder)
  const requireSame = async () => {
    const now = await identityOf(folder)
    if (known === undefined || known === now) return
    throw new AppError('STORE_UNUSABLE', removed(folder))
  }
  const flushed = new Set<string>()
  const faultOf = (error: unknown) => faults.note(diskError(error, folder))
  // What stays is removed an hour later, at a start: the outcome of the upload is decided.
  const removeTemporary = (path: string) => rm(path, { force: true }).catch(faultOf)
  const pathOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256)
  const partsOf = ({ sha256 }: StoredFile): OpenPart => {
    return async ({ start, end, signal }) => {
      const handle = await openHandle(folder, pathOf(sha256)).catch((error: unknown) => {
        throw faultOf(error)
      })
      const bytes = createReadStream('', { fd: handle, start, end, signal })
      return bytes.on('error', (error) => faults.note(error))
    }
  }

  return {
    put: async (content) => {
      const temporary = join(unfinished, newId())
      try {
        const stored = await write(temporary, content)
        await keep(temporary, pathOf(stored.sha256), flushed)
        await requireSame()
        return stored
      } catch (error) {
        await removeTemporary(temporary)
        throw faultOf(error)
      }
    },
    adopt: async (path, { sha256 }) => {
      const temporary = join(unfinished, newId())
      try {
        await flushContent(path)
        await linkOrCopy(path, temporary)
        await keep(temporary, pathOf(sha256), flushed)
        await requireSame()
      } catch (error) {
        throw faultOf(error)
      } finally {
        // If both names already refer to the same inode, rename leaves both.
        await removeTemporary(temporary)
      }
    },
    open: (content, range) => openContent(partsOf(content), content, range),
    check: (content, signal) => checkContent(partsOf(content), content, signal),
    size: async (sha256) => {
      const found = await stat(pathOf(sha256)).catch(() => undefined)
      return found?.size
    },
    remove: (sha256) =>
      rm(pathOf(sha256), { force: true }).catch((error: unknown) => {
        throw faultOf(error)
      }),
    list: () => listContents(folder),
    requireSame,
    requireReady: async () => {
      await requireSame()
      await probe(unfinished)
    },
  }
}

/** A single missing content is lost; a folder without any content is the wrong folder. */
async function openHandle(folder: string, path: string): Promise<FileHandle> {
  try {
    return await open(path)
  } catch (error) {
    if (!isNoEntry(error)) throw error
    if ((await stat(folder).catch(() => undefined)) === undefined) throw unusable(folder, error)
    throw new DamagedContent('lost', error)
  }
}

function unusable(folder: string, cause: unknown): AppError {
  return new AppError(
    'STORE_UNUSABLE',
    `The file folder ${folder} cannot be used. Make it a writable folder.`,
    { cause },
  )
}

/** Undefined when the folder has no identity yet. */
async function identityOf(folder: string): Promise<string | undefined> {
  const found = await stat(folder).catch(() => undefined)
  return found === undefined ? undefined : `${found.dev} ${found.ino}`
}

async function* listContents(folder: string): AsyncGenerator<string> {
  for (const start of await readdir(folder).catch(() => [])) {
    if (start.length !== 2) continue
    for (const name of await readdir(join(folder, start))) yield name
  }
}

async function prepare(folder: string, unfinished: string): Promise<void> {
  try {
    await mkdir(unfinished, { recursive: true })
    await flush(dirname(folder))
    removeProbes(unfinished)
    await removeAbandoned(unfinished)
    await access(unfinished, constants.W_OK)
    await access(folder, constants.W_OK)
  } catch (error) {
    throw unusable(folder, error)
  }
}

async function write(
  path: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<StoredFile> {
  const hash = createHash('sha256')
  let size = 0
  const handle = await open(path, 'wx')
  try {
    for await (const chunk of content) {
      hash.update(chunk)
      size += chunk.byteLength
      await handle.writeFile(chunk)
    }
    await handle.datasync()
  } finally {
    await handle.close()
  }
  return { sha256: hash.digest('hex'), size }
}

/**
 * `flushed`: the folders whose directory entries this process has flushed. Another process or a concurrent upload
 * may have created one without flushing it yet.
 */
async function keep(temporary: string, path: string, flushed: Set<string>): Promise<void> {
  const folder = dirname(path)
  const isNew = await makeFolder(folder)
  if (isNew || !flushed.has(folder)) {
    await flush(dirname(folder))
    flushed.add(folder)
  }
  await rename(temporary, path)
  await flush(folder)
}

/** Creates a hard link, or a copy if the folders are on different disks. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch {
    await write(to, createReadStream(from, { highWaterMark: 1024 * 1024 }))
  }
}

async function flushContent(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

/** Leftovers of killed processes; no upload in progress is an hour old. */
async function removeAbandoned(folder: string): Promise<void> {
  const tooOld = Date.now() - 3_600_000
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found !== undefined && found.mtimeMs < tooOld) await rm(path, { force: true })
  }
}
