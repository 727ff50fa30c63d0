import { createOutput } from '../folder/output.ts'
import { uniquePaths } from '../folder/unique-paths.ts'
import { headOf } from '../html-folder/head.ts'
import { addPage } from '../pages/add-page.ts'
import { createConverter } from '../pages/converter.ts'
import { NotConverted, tryFile } from '../pages/not-converted.ts'
import type { ConvertedFolder, SourceFiles } from '../source-files.ts'

const document = /\.docx$/i
/** Larger documents are files of their own kind, not pages. */
const maxBytes = 128 * 1024 ** 2

/** Word documents, each as a page at its path. */
export async function convertWord(files: SourceFiles): Promise<ConvertedFolder> {
  const output = createOutput(files)
  const converter = createConverter()
  try {
    const byPath = uniquePaths(files.paths(), (path) =>
      isDocument(path) ? path.replace(document, '.md') : path,
    )
    const writer = { output, converter, targets: { byPath } }
    for (const [source, path] of byPath) {
      const read = isDocument(source)
        ? await tryFile(output, source, async () => {
            if (files.size(source) > maxBytes) throw tooLarge()
            return converter.readWord(await files.read(source))
          })
        : undefined
      if (read === undefined) output.addFile(source, source)
      else await addPage(writer, { source, path }, ...headOf(read))
    }
    return output.finish('word')
  } finally {
    await converter.close()
  }
}

/** Files with other names are those of documents that are open in Word. */
function isDocument(path: string): boolean {
  return document.test(path) && !path.split('/').some((name) => name.startsWith('~$'))
}

function tooLarge(): NotConverted {
  return new NotConverted('The document is larger than 128 MiB. Split it.')
}
