import { posix } from 'node:path'
import { AppError } from '../../../../lib/errors.ts'
import { readablePath } from '../../readable-path.ts'
import type { ConvertedFolder, Loss, SourceFiles, SourceKind } from '../source-files.ts'

type Content = { bytes: Uint8Array } | { from: string }

/** Collects the files of a converted folder. Texts are held in memory, other files are read when they are needed. */
export type Output = {
  addText: (path: string, text: string) => void
  addBytes: (path: string, bytes: Uint8Array) => void
  /** A file of the source, unchanged. */
  addFile: (path: string, from: string) => void
  has: (path: string) => boolean
  lose: (path: string, losses: readonly Omit<Loss, 'path'>[]) => void
  warn: (sentence: string) => void
  finish: (kind: SourceKind) => ConvertedFolder
}

/** The texts of 100,000 long pages. */
const maxTextBytes = 1024 ** 3
/** As many as an archive can have; each row of a table is one. */
const maxFiles = 200_000

export function createOutput(source: SourceFiles): Output {
  const collected = new Map<string, Content>()
  const losses: Loss[] = []
  const warnings: string[] = []
  let total = 0
  const addBytes = (path: string, bytes: Uint8Array): void => {
    total += bytes.length
    if (total > maxTextBytes || collected.size >= maxFiles) {
      const what = total > maxTextBytes ? 'The pages are too large' : 'There are too many pages'
      throw new AppError('VALIDATION_FAILED', `${what} to import at once. Split the export.`)
    }
    collected.set(path, { bytes })
  }
  const find = (path: string): Content => {
    const found = collected.get(path)
    if (found !== undefined) return found
    throw new AppError('VALIDATION_FAILED', `${path} is not in the converted folder.`)
  }
  return {
    addText: (path, text) => addBytes(path, Buffer.from(text)),
    addBytes,
    addFile: (path, from) => collected.set(path, { from }),
    has: (path) => collected.has(path),
    lose: (path, counts) => losses.push(...counts.map((one) => ({ path, ...one }))),
    warn: (sentence) => warnings.push(sentence),
    finish: (kind) => ({
      kind,
      losses,
      warnings,
      files: {
        ...(source.folder === undefined ? {} : { folder: source.folder }),
        paths: () => [...collected.keys()],
        size: (path) => {
          const content = find(path)
          return 'bytes' in content ? content.bytes.length : source.size(content.from)
        },
        read: async (path) => {
          const content = find(path)
          return 'bytes' in content ? content.bytes : source.read(content.from)
        },
      },
    }),
  }
}

/** A path as the address of a link in the file `from`. A colon in its first part would be a scheme. */
export function relativeUrl(from: string, to: string, anchor = ''): string {
  const path = readablePath(posix.relative(posix.dirname(from), to))
  const [first = ''] = path.split('/', 1)
  return (first.includes(':') ? path.replaceAll(':', '%3A') : path) + anchor
}
