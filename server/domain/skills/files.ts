import { createHash } from 'node:crypto'
import { AppError } from '../../lib/errors.ts'

/** The limits of the MCP extension. */
export const maxFiles = 512
export const maxBytes = 16 * 1024 * 1024

/** A file of a skill. */
export type FolderFile = {
  path: string
  sha256: string
  size: number
  isExecutable: boolean
  /** The page that it was made from. */
  source: { pageId: string; version: number } | undefined
  /** The attached file that it is. */
  fileId: string | undefined
  /** Throws VALIDATION_FAILED for a file that is larger than a skill may be. */
  read: () => Promise<Uint8Array>
}

/** With its bytes. */
export type LoadedFile = FolderFile & { content: Uint8Array }

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

export function sizeOf(files: readonly Pick<FolderFile, 'size'>[]): number {
  return files.reduce((sum, { size }) => sum + size, 0)
}

/** Whether it has more files, or more bytes, than a skill may have. */
export function isTooLarge(files: readonly Pick<FolderFile, 'size'>[]): boolean {
  return files.length > maxFiles || sizeOf(files) > maxBytes
}

/** Of a file that cannot be in a skill. */
export function tooLarge(path: string): AppError {
  return new AppError(
    'VALIDATION_FAILED',
    `${path} is larger than 16 MiB, which is the limit of a skill. Detach it, or attach a smaller file.`,
  )
}

/** Of a file that was sent as the text of a page. */
export function notMarkdown(path: string): AppError {
  return new AppError('VALIDATION_FAILED', `${path} is not Markdown in UTF-8. Correct the file.`)
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Whether it begins with `#!`. */
export function isScript([first, second]: Uint8Array): boolean {
  return first === 0x23 && second === 0x21
}
