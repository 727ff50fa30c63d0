import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  createTemporaryFolder,
  removeTemporaryFolder,
} from '../../../../lib/folders/temporary-folders.ts'
import type { SourceFiles } from '../source-files.ts'

/** Files that a folder cannot contain: another file has the name of its folder, or a name is too long. */
const refused = new Set(['EEXIST', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'EILSEQ'])

/** Gives `use` a folder with these files, which exists until it is done, and the paths that could not be written. */
export async function withFolder<Result>(
  files: SourceFiles,
  name: string,
  use: (folder: string, skipped: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const temporary = await createTemporaryFolder('import')
  try {
    const root = join(temporary, name.replaceAll(/[/\\\0]|^\.+/g, '') || 'import')
    await mkdir(root)
    const skipped: string[] = []
    for (const path of files.paths()) {
      const content = await files.read(path)
      try {
        await mkdir(dirname(join(root, path)), { recursive: true })
        await writeFile(join(root, path), content, { flag: 'wx' })
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : ''
        if (!refused.has(code)) throw error
        skipped.push(path)
      }
    }
    return await use(root, skipped)
  } finally {
    await removeTemporaryFolder(temporary)
  }
}
