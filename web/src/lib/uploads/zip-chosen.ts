import { zipFiles } from '../../../../client/zip.ts'
import type { ChosenFile } from './dropped-files.ts'

/** Chosen files as one archive, named after the folder that all are in. */
export async function zipChosen(files: readonly ChosenFile[]): Promise<File> {
  const entries = files.map(({ path, file }) => ({ path, contents: file }))
  const name = `${folderOf(files) ?? 'files'}.zip`
  return new File([await zipFiles(entries)], name, { type: 'application/zip' })
}

function folderOf(files: readonly ChosenFile[]): string | undefined {
  const folders = new Set(files.map(({ path }) => path.slice(0, path.indexOf('/') + 1)))
  const [folder = ''] = folders
  return folders.size === 1 && folder !== '' ? folder.slice(0, -1) : undefined
}
