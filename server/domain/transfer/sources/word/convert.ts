import { AppError } from '../../../../lib/errors.ts'
import { createOutput } from '../folder/output.ts'
import { headOf } from '../html-folder/head.ts'
import { addPage } from '../pages/add-page.ts'
import { createConverter } from '../pages/converter.ts'
import type { ConvertedFolder, SourceFiles } from '../source-files.ts'

const document = /\.docx$/i
/** Larger documents are files of their own kind, not pages. */
const maxBytes = 128 * 1024 ** 2

/** Word documents, each as a page at its path. */
export async function convertWord(files: SourceFiles): Promise<ConvertedFolder> {
  const output = createOutput(files)
  const converter = createConverter()
  try {
    const paths = files.paths()
    const byPath = new Map(paths.map((path) => [path, path.replace(document, '.md')]))
    const writer = { output, converter, targets: { byPath } }
    for (const [source, path] of byPath) {
      const isWord =
        document.test(source) && !source.split('/').some((name) => name.startsWith('~$'))
      if (!isWord) {
        output.addFile(path, source)
        continue
      }
      try {
        if (files.size(source) > maxBytes) throw tooLarge()
        const read = await converter.readWord(await files.read(source))
        await addPage(writer, { source, path }, ...headOf(read))
      } catch (error) {
        const reason = error instanceof AppError ? error.message : 'The file is damaged.'
        output.warn(`${source} was not converted: ${reason}`)
        output.addFile(source, source)
      }
    }
    return output.finish('word')
  } finally {
    await converter.close()
  }
}

function tooLarge(): AppError {
  return new AppError('VALIDATION_FAILED', 'The document is larger than 128 MiB. Split it.')
}
