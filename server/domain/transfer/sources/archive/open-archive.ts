import { AppError } from '../../../../lib/errors.ts'
import { startTimeSlice } from '../../../../lib/time-slices.ts'
import { type Bytes, bytesInMemory, bytesOf, bytesWithin } from '../../../../lib/zip/bytes.ts'
import { dataStart, readContent } from '../../../../lib/zip/content.ts'
import { brokenArchive, isLink, type ZipEntry } from '../../../../lib/zip/directory.ts'
import { deflated, stored } from '../../../../lib/zip/format.ts'
import type { SourceFiles } from '../source-files.ts'
import { readDirectory } from './directory.ts'
import { archiveLimits, type ArchiveLimits } from './limits.ts'
import { isOutside, pathOf } from './names.ts'

/** The files of an archive, and sentences about entries that cannot be read. */
export type ArchiveFiles = SourceFiles & { warnings: readonly string[] }

/** Of small files, any ratio is harmless. */
const unlimitedRatioBytes = 1024 ** 2

type Located = { bytes: Bytes; entry: ZipEntry }
type Opening = {
  limits: ArchiveLimits
  files: Map<string, Located>
  entries: number
  total: number
  nested: number
  encrypted: number
  links: number
  others: number
}

/**
 * Opens a zip archive: its directory is read and checked, its files are read on demand. Archives that Notion splits a
 * large export into are opened too. Throws VALIDATION_FAILED.
 */
export async function openArchive(
  bytesOrFile: Uint8Array | string,
  limits: ArchiveLimits = archiveLimits,
): Promise<ArchiveFiles> {
  const opening = { limits, files: new Map(), entries: 0, total: 0, nested: 0 }
  const opened: Opening = { ...opening, encrypted: 0, links: 0, others: 0 }
  await addEntries(opened, await bytesOf(bytesOrFile))
  await addParts(opened)
  if (opened.files.size === 0 && opened.encrypted > 0) {
    const message = 'The archive is encrypted. Export it without a password.'
    throw new AppError('VALIDATION_FAILED', message)
  }
  const prefix = commonFolder([...opened.files.keys()])
  const files = await withoutFolder(opened.files, prefix)
  const paths = [...files.keys()]
  return {
    paths: () => paths,
    size: (path) => locate(files, path).entry.size,
    read: async (path) => readEntry(locate(files, path)),
    folder: prefix.slice(0, -1),
    warnings: warningsOf(opened),
  }
}

function locate(files: ReadonlyMap<string, Located>, path: string): Located {
  const found = files.get(path)
  if (found !== undefined) return found
  throw new AppError('VALIDATION_FAILED', `${path} is not in the archive.`)
}

async function addEntries(opening: Opening, bytes: Bytes): Promise<void> {
  const { limits, files } = opening
  const entries = await readDirectory(bytes, limits.entries - opening.entries)
  opening.entries += entries.length
  const timeSlice = startTimeSlice()
  for (const entry of entries) {
    if (timeSlice.isOver()) await timeSlice.pause()
    const path = pathOf(entry.name)
    if (isOutside(entry.name)) {
      const message = 'The archive has a file with a path outside of it. It was not opened.'
      throw new AppError('VALIDATION_FAILED', message)
    }
    if (path === undefined) continue
    if (isLink(entry)) opening.links += 1
    else if (entry.isEncrypted) opening.encrypted += 1
    else if (entry.method !== stored && entry.method !== deflated) opening.others += 1
    else if (!files.has(path)) {
      opening.total += entry.size
      checkLimits(opening, path, entry)
      files.set(path, { bytes, entry })
    }
  }
}

function checkLimits({ limits, total }: Opening, path: string, entry: ZipEntry): void {
  const { size, compressed } = entry
  if (path.length > limits.pathLength) {
    const message = `A path in the archive has more than ${limits.pathLength} characters. Shorten it.`
    throw new AppError('VALIDATION_FAILED', message)
  }
  if (size > unlimitedRatioBytes && size > compressed * limits.ratio) {
    const message = `${path} is packed so tightly that it is not a document. Remove it from the archive.`
    throw new AppError('VALIDATION_FAILED', message)
  }
  if (size > limits.fileBytes || total > limits.totalBytes) {
    const what = size > limits.fileBytes ? `${path} is` : 'The files of the archive are'
    const message = `${what} too large to import. Split the export, or remove large files from it.`
    throw new AppError('VALIDATION_FAILED', message)
  }
}

/** An archive of archives only is a large export in parts. */
async function addParts(opening: Opening): Promise<void> {
  const { files } = opening
  if (files.keys().some((path) => !isPartOrIndex(path))) return
  const parts = [...files].filter(([path]) => /\.zip$/i.test(path))
  for (const [path, located] of parts) {
    files.delete(path)
    await addEntries(opening, await openPart(opening, located))
  }
}

function isPartOrIndex(path: string): boolean {
  return /\.zip$/i.test(path) || /^(?:[^/]+\/)?index\.html$/.test(path)
}

/** A part that is stored as it is stays in the file around it. */
async function openPart(opening: Opening, located: Located): Promise<Bytes> {
  const { bytes, entry } = located
  if (entry.method === stored) return bytesWithin(bytes, await dataStart(bytes, entry), entry.size)
  opening.nested += entry.size
  if (opening.nested > opening.limits.nestedBytes) {
    const message = 'The archives in the archive are too large. Unpack it and import each of them.'
    throw new AppError('VALIDATION_FAILED', message)
  }
  return bytesInMemory(await readEntry(located))
}

async function readEntry({ bytes, entry }: Located): Promise<Buffer> {
  const content = await readContent(bytes, entry)
  if (content === undefined) throw brokenArchive()
  return content
}

/** The files without the folder that all of them are in. */
async function withoutFolder(
  files: ReadonlyMap<string, Located>,
  prefix: string,
): Promise<ReadonlyMap<string, Located>> {
  if (prefix === '') return files
  const found = new Map<string, Located>()
  const timeSlice = startTimeSlice()
  for (const [path, located] of files) {
    found.set(path.slice(prefix.length), located)
    if (timeSlice.isOver()) await timeSlice.pause()
  }
  return found
}

/** The folder that contains everything, with its slash: programs that pack a folder add it. */
function commonFolder(paths: readonly string[]): string {
  const [first = ''] = paths
  const folder = first.slice(0, first.indexOf('/') + 1)
  if (folder === '' || folder.startsWith('.')) return ''
  return paths.every((path) => path.startsWith(folder)) ? folder : ''
}

function warningsOf({ encrypted, links, others }: Opening): string[] {
  const sentence = (count: number, what: string): string[] =>
    count === 0
      ? []
      : [`${count.toLocaleString('en')} ${count === 1 ? 'file' : 'files'} skipped: ${what}`]
  return [
    ...sentence(encrypted, 'encrypted. Export without a password to import them.'),
    ...sentence(links, 'links to other files.'),
    ...sentence(others, 'packed in a way that Quire cannot read. Use the zip format.'),
  ]
}
