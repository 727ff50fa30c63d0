import { extname } from 'node:path'
import { invalidInput } from '../../../lib/errors.ts'
import type { SourceFile } from '../../document/page-source.ts'
import { isFileName } from '../export/names.ts'
import { adjacentEnding, indexRank, isMarkdown, noteEnding } from '../import/scan.ts'

/** What an import takes as the name of a page. */
export function nameOf({ name, index }: SourceFile): string {
  return index === undefined ? name.slice(0, name.length - extname(name).length) : name
}

/** Throws VALIDATION_FAILED for names that a folder cannot have. */
export function requireFileName({ name, index }: SourceFile, at = '/file'): void {
  if (!isFileName(name) || (index === undefined && !isMarkdown(name))) {
    const message = 'must be the name of a Markdown file, or of a folder.'
    throw invalidInput([{ path: `${at}/name`, rule: 'fileName', message }])
  }
  const ending = adjacentEnding(index)
  const isAdjacent = ending !== undefined && index === `../${name}${ending}`
  if (index === undefined || index === '' || indexRank(index) < Infinity) return
  if (!isAdjacent && noteEnding(name, index) === undefined) {
    const message =
      'must be index.md or README.md, the file of its name in the folder or beside it such as ../Name.md, or empty for a folder without a file.'
    throw invalidInput([{ path: `${at}/index`, rule: 'fileName', message }])
  }
}
