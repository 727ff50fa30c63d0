import { createWriteStream } from 'node:fs'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  createTemporaryFolder,
  removeTemporaryFolder,
} from '../../../lib/folders/temporary-folders.ts'
import type { WorkspaceContext } from '../../context.ts'
import { openFile as openStored, requireFile } from '../../files/files.ts'
import { type ImportRoot, rootOf } from '../import/root.ts'
import { convertSource } from '../sources/convert.ts'
import { openFile } from '../sources/folder/open-folder.ts'
import type { Loss, SourceKind } from '../sources/source-files.ts'

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
  const folder = await createTemporaryFolder('import')
  const close = () => removeTemporaryFolder(folder)
  try {
    const path = join(folder, 'source')
    await pipeline(await openStored(context, file), createWriteStream(path))
    const { files: converted, ...found } = await convertSource(await openFile(path, file), chosen)
    return { ...found, root: rootOf(stemOf(file.name), converted), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The name of a file without its ending. */
function stemOf(name: string): string {
  return name.slice(0, name.length - extname(name).length) || name
}
