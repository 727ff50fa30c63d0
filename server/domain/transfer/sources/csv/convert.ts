import { posix } from 'node:path'
import { addTable } from '../databases/add-table.ts'
import { readTable } from '../databases/table.ts'
import { createOutput } from '../folder/output.ts'
import { readText } from '../folder/read-text.ts'
import type { ConvertedFolder, SourceFiles } from '../source-files.ts'

const table = /\.(?:csv|tsv)$/i

/** Tables: each is a page with a view, and a page with properties for each row. */
export async function convertTables(files: SourceFiles): Promise<ConvertedFolder> {
  const output = createOutput(files)
  for (const source of files.paths()) {
    const text = table.test(source) ? await readText(files, source) : undefined
    if (text === undefined) {
      if (table.test(source)) {
        output.warn(`${source} was not converted: it is not UTF-8 text, or larger than 8 MiB.`)
      }
      output.addFile(source, source)
      continue
    }
    const title = posix.basename(source, posix.extname(source))
    const path = posix.join(posix.dirname(source), title, 'index.md')
    addTable(output, { path, title }, await readTable(text, (value) => value))
  }
  return output.finish('csv')
}
