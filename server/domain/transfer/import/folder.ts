import { createReadStream, type Dirent } from 'node:fs'
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import { AppError } from '../../../lib/errors.ts'
import { type Found, type ImportRoot, type Skipped, UnreadableFile } from './root.ts'
import { compareNames, isMarkdown } from './scan.ts'

/** A folder on the machine of the server. Never leaves it, not even through symbolic links. */
export async function openFolder(folder: string): Promise<ImportRoot> {
  const root = await resolveRoot(folder)
  const listing: Listing = { root, sizes: new Map(), skipped: [], hidden: 0 }
  await listInto(listing, '')
  const { sizes, skipped, hidden } = listing
  return {
    name: root.split(sep).at(-1) ?? '',
    files: {
      folder: basename(root),
      paths: () => [...sizes.keys()],
      size: (path) => sizes.get(path) ?? 0,
      read: (path) => readFile(join(root, path)).catch(refuse),
    },
    find: (path) => findRegularFile(root, path),
    open: (path) => readParts(join(root, path)),
    skipped,
    hidden,
  }
}

async function resolveRoot(folder: string): Promise<string> {
  const root = await realpath(folder).catch(() => undefined)
  if (root !== undefined && (await stat(root)).isDirectory()) return root
  throw new AppError('VALIDATION_FAILED', `${folder} is not a folder. Choose an existing folder.`)
}

type Listing = { root: string; sizes: Map<string, number>; skipped: Skipped[]; hidden: number }

async function listInto(listing: Listing, folder: string): Promise<void> {
  const listed = await readdir(join(listing.root, folder), { withFileTypes: true }).catch(
    (error: unknown) => {
      listing.skipped.push({ path: `${folder}/`, reason: reasonOf(error) })
      return []
    },
  )
  for (const entry of listed.toSorted((a, b) => compareNames(a.name, b.name))) {
    if (entry.name.startsWith('.')) listing.hidden += 1
    else await take(listing, folder === '' ? entry.name : `${folder}/${entry.name}`, entry)
  }
}

async function take(listing: Listing, path: string, entry: Dirent): Promise<void> {
  if (entry.isDirectory()) return listInto(listing, path)
  const found = await findRegularFile(listing.root, path)
  if ('size' in found) {
    listing.sizes.set(path, found.size)
    return
  }
  const isLink = entry.isSymbolicLink()
  const reason = isLink && found.target === 'is a folder' ? 'is a link to a folder' : found.target
  if (isLink || isMarkdown(entry.name)) listing.skipped.push({ path, reason })
}

/** The size of a regular file in the root, or else what was found there. */
async function findRegularFile(root: string, path: string): Promise<Found> {
  try {
    const target = await realpath(join(root, path))
    if (!isInside(root, target)) return { target: 'is a link to outside the folder' }
    const found = await stat(target)
    if (found.isFile()) return { size: found.size }
    // Following a link to a parent folder would never end.
    return { target: found.isDirectory() ? 'is a folder' : 'is not a regular file' }
  } catch (error) {
    return { target: reasonOf(error) }
  }
}

/** Whether a resolved path lies inside the resolved root. */
function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)
}

async function* readParts(path: string): AsyncGenerator<Uint8Array> {
  const stream = createReadStream(path)
  const parts: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]()
  try {
    for (;;) {
      const part = await parts.next().catch(refuse)
      if (part.done === true) return
      yield part.value
    }
  } finally {
    stream.destroy()
  }
}

function refuse(error: unknown): never {
  throw new UnreadableFile(reasonOf(error), { cause: error })
}

/** The message for an error of the file system. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied'
  if (code === 'ENOENT') return 'does not exist'
  return `cannot be read (${code})`
}
