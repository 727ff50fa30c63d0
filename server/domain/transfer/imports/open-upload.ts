import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { WorkspaceContext } from '../../context.ts'
import { openFile, requireFile } from '../../files/files.ts'
import { type ImportRoot, rootOf } from '../import/root.ts'
import { openArchive } from '../sources/archive/open-archive.ts'
import { convertSource } from '../sources/convert.ts'
import type { Loss, SourceFiles, SourceKind } from '../sources/source-files.ts'

export type OpenUpload = {
  root: ImportRoot
  kind: SourceKind
  losses: readonly Loss[]
  warnings: readonly string[]
  close: () => Promise<void>
}

/** Opens an uploaded file for an import. Throws FILE_NOT_FOUND, VALIDATION_FAILED or DamagedContent. */
export async function openUpload(
  context: WorkspaceContext,
  { fileId, chosen }: { fileId: string; chosen: SourceKind | undefined },
): Promise<OpenUpload> {
  const file = await requireFile(context.store, context.viewer, fileId)
  const folder = await mkdtemp(join(tmpdir(), 'quire-import-'))
  const close = () => rm(folder, { recursive: true, force: true })
  try {
    const path = join(folder, 'source')
    await pipeline(await openFile(context, file), createWriteStream(path))
    const files = isArchive(file.name)
      ? await openArchive(path)
      : singleFile(path, file.name, file.size)
    const { files: converted, ...found } = await convertSource(files, chosen)
    return { ...found, root: rootOf(stemOf(file.name), converted), close }
  } catch (error) {
    await close()
    throw error
  }
}

function isArchive(name: string): boolean {
  return extname(name).toLowerCase() === '.zip'
}

/** A document that is not in an archive. */
function singleFile(path: string, name: string, size: number): SourceFiles {
  const own = name.replaceAll(/[/\\]/g, '-')
  return { paths: () => [own], size: () => size, read: () => readFile(path) }
}

/** The name of a file without its ending. */
function stemOf(name: string): string {
  return name.slice(0, name.length - extname(name).length) || name
}
