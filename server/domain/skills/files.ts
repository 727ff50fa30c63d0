import { createHash } from 'node:crypto'

/** A file of a skill, with its bytes. */
export type FolderFile = {
  path: string
  content: Uint8Array
  sha256: string
  isExecutable: boolean
  /** The page that it was made from. */
  source: { pageId: string; version: number } | undefined
  /** The attached file that it is. */
  fileId: string | undefined
}

/**
 * The digest of a folder: the SHA-256 of one line for each file, by path, with the SHA-256 of the file, `x` for an
 * executable file or `-`, and the path.
 */
export function digestOf(
  files: readonly Pick<FolderFile, 'path' | 'sha256' | 'isExecutable'>[],
): string {
  const lines = files.map(
    (file) => `${file.sha256} ${file.isExecutable ? 'x' : '-'} ${file.path}\n`,
  )
  return createHash('sha256').update(lines.join('')).digest('hex')
}
