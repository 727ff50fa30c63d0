import { posix } from 'node:path'
import { addTable } from '../databases/add-table.ts'
import { readTableFile } from '../databases/table.ts'
import { createOutput } from '../folder/output.ts'
import { uniquePaths } from '../folder/unique-paths.ts'
import { tryFile } from '../pages/not-converted.ts'
import type { ConvertedFolder, SourceFiles } from '../source-files.ts'

const table = /\.(?:csv|tsv)$/i

/** Tables: each is a page with a view, and a page with properties for each row. */
export async function convertTables(files: SourceFiles): Promise<ConvertedFolder> {
  const output = createOutput(files)
  const folders = uniquePaths(files.paths(), (path) => path.replace(table, ''))
  for (const [source, folder] of folders) {
    const read = table.test(source)
      ? await tryFile(output, source, () => readTableFile(files, source, (value) => value))
      : undefined
    if (read === undefined) output.addFile(source, source)
    else await addTable(output, { path: `${folder}/index.md`, title: titleOf(source) }, read)
  }
  return output.finish('csv')
}

function titleOf(path: string): string {
  return posix.basename(path, posix.extname(path))
}
