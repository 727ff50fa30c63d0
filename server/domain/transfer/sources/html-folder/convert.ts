import { posix } from 'node:path'
import { createOutput } from '../folder/output.ts'
import { readHtmlText } from '../folder/read-text.ts'
import { uniquePaths } from '../folder/unique-paths.ts'
import { addPage } from '../pages/add-page.ts'
import { createConverter } from '../pages/converter.ts'
import { tryFile } from '../pages/not-converted.ts'
import type { ConvertedFolder, SourceFiles } from '../source-files.ts'
import { headOf } from './head.ts'

const page = /\.(?:html?|xhtml)$/i
/** What only makes pages look and move. */
const looks = /\.(?:css|js|mjs|map|woff2?|ttf|eot)$/i

/** A folder of HTML files, or the zip of a Google document: each file becomes a page at its path. */
export async function convertHtmlFolder(files: SourceFiles): Promise<ConvertedFolder> {
  const output = createOutput(files)
  const converter = createConverter()
  try {
    const paths = files.paths().filter((path) => !looks.test(path))
    const byPath = uniquePaths(paths, pathOf)
    const writer = { output, converter, targets: { byPath } }
    for (const [source, path] of byPath) {
      const read = page.test(source)
        ? await tryFile(output, source, async () => {
            const text = await readHtmlText(files, source)
            return text === undefined ? undefined : converter.readHtml(text)
          })
        : undefined
      if (read === undefined) output.addFile(source, source)
      else await addPage(writer, { source, path }, ...headOf(read))
    }
    return output.finish('html')
  } finally {
    await converter.close()
  }
}

function pathOf(path: string): string {
  if (!page.test(path)) return path
  return `${path.slice(0, -posix.extname(path).length)}.md`
}
