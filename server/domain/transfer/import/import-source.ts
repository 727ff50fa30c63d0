import { basename, extname } from 'node:path'
import type { Context } from '../../context.ts'
import { convertSource } from '../sources/convert.ts'
import { openFiles } from '../sources/folder/open-folder.ts'
import { withFolder } from '../sources/folder/write-folder.ts'
import type { Loss, SourceKind } from '../sources/source-files.ts'
import { importFolder, type ImportInput, type Progress } from './import.ts'
import type { ImportReport } from './report.ts'

/** What an import of another program's export did. */
export type SourceReport = ImportReport & {
  kind: SourceKind
  losses: Loss[]
  warnings: string[]
}

export type SourceInput = Omit<ImportInput, 'folder'> & {
  /** A folder, a zip archive or a document. */
  source: string
  /** What it is; by default its files say so. */
  kind: SourceKind | undefined
}

/** Imports a folder, a zip archive or a document, converted from what another program exports. */
export async function importSource(
  operator: Context,
  { source, kind: chosen, ...input }: SourceInput,
  onProgress?: Progress,
): Promise<SourceReport> {
  const files = await openFiles(source)
  const { kind, losses, warnings, files: converted } = await convertSource(files, chosen)
  // A folder of Markdown needs no copy, and its links to files outside of it are checked.
  if (files.isFolder && kind === 'markdown') {
    const report = await importFolder(operator, { ...input, folder: source }, onProgress)
    return { ...report, kind, losses, warnings }
  }
  const name = files.isFolder ? basename(source) : basename(source, extname(source))
  return withFolder(converted, name, async (folder, skipped) => {
    const report = await importFolder(operator, { ...input, folder }, onProgress)
    const names = skipped.map((path) => ({ path, reason: 'has a name that cannot be written' }))
    return { ...report, skipped: [...report.skipped, ...names], kind, losses, warnings }
  })
}
