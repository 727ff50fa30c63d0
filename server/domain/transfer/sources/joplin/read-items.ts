import { posix } from 'node:path'
import { AppError } from '../../../../lib/errors.ts'
import { archiveLimits } from '../archive/limits.ts'
import { openTar } from '../archive/open-tar.ts'
import type { Output } from '../folder/output.ts'
import { readText } from '../folder/read-text.ts'
import { tryFile } from '../pages/not-converted.ts'
import type { SourceFiles } from '../source-files.ts'
import { isItemName, type Item, readItem } from './item.ts'

/** Items of an export, and the files of its resources, with their paths by ID. */
export type Items = {
  items: ReadonlyMap<string, Item & { path: string }>
  resources: ReadonlyMap<string, string>
}

const archive = /\.jex$/i
const resourceName = /^([\da-f]{32})(?:\.[^/]{1,100})?$/i

/** The files with those of `.jex` archives among them, below the path of their archive. */
export async function unpackArchives(files: SourceFiles): Promise<SourceFiles> {
  const paths = files.paths().filter((path) => archive.test(path))
  if (paths.length === 0) return files
  const size = paths.reduce((sum, path) => sum + files.size(path), 0)
  if (size > archiveLimits.nestedBytes) {
    const message = 'The archives in it are too large. Import each of them.'
    throw new AppError('VALIDATION_FAILED', message)
  }
  const found = new Map<string, { files: SourceFiles; path: string }>()
  for (const path of files.paths()) {
    if (!archive.test(path)) found.set(path, { files, path })
    else {
      const inner = await openTar(await files.read(path))
      for (const one of inner.paths()) found.set(`${path}/${one}`, { files: inner, path: one })
    }
  }
  const find = (path: string) => {
    const located = found.get(path)
    if (located !== undefined) return located
    throw new AppError('VALIDATION_FAILED', `${path} is not in the export.`)
  }
  return {
    ...(files.folder === undefined ? {} : { folder: files.folder }),
    paths: () => [...found.keys()],
    size: (path) => find(path).files.size(find(path).path),
    read: (path) => find(path).files.read(find(path).path),
  }
}

/** Reads what the items say of themselves. Their texts are read again when they are converted. */
export async function readItems(files: SourceFiles, output: Output): Promise<Items> {
  const items = new Map<string, Item & { path: string }>()
  const resources = new Map<string, string>()
  for (const path of files.paths()) {
    const name = posix.basename(path)
    const id = resourceName.exec(name)?.[1]?.toLowerCase()
    if (id !== undefined && posix.basename(posix.dirname(path)) === 'resources') {
      resources.set(id, path)
      continue
    }
    if (!isItemName(name)) continue
    const read = await tryFile(output, path, async () => {
      const text = await readText(files, path)
      return { found: text === undefined ? undefined : readItem(text) }
    })
    const item = read?.found?.item
    if (item === undefined)
      output.warn(`${path} was skipped: it is no item of Joplin, or too large.`)
    else if (!items.has(item.id)) items.set(item.id, { ...item, path })
  }
  return { items, resources }
}
