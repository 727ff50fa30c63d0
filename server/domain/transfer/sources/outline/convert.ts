import { isMarkdown } from '../../import/scan.ts'
import { copyFiles } from '../folder/copy-files.ts'
import { joinFolders } from '../folder/join-folders.ts'
import { createOutput } from '../folder/output.ts'
import { readText } from '../folder/read-text.ts'
import { locatePages, walk } from '../folder/tree.ts'
import { addPage } from '../pages/add-page.ts'
import { createConverter } from '../pages/converter.ts'
import { NotConverted, tryFile } from '../pages/not-converted.ts'
import type { ConvertedFolder, SourceFiles } from '../source-files.ts'
import { convertCollections } from './collections.ts'

/** An export of Outline, as Markdown or as JSON. */
export async function convertOutline(files: SourceFiles): Promise<ConvertedFolder> {
  const hasMarkdown = files.paths().some(isMarkdown)
  const output = createOutput(files)
  const converter = createConverter()
  try {
    if (!hasMarkdown) await convertCollections(files, output, converter)
    else await convertMarkdown(files, output, converter)
    return output.finish('outline')
  } finally {
    await converter.close()
  }
}

async function convertMarkdown(
  files: SourceFiles,
  output: ReturnType<typeof createOutput>,
  converter: ReturnType<typeof createConverter>,
): Promise<void> {
  const paths = files.paths()
  const roots = joinFolders(paths, { isPage: isMarkdown, isTable: () => false, nameOf })
  const locations = locatePages(roots)
  const byPath = new Map<string, string>()
  for (const [{ source, folder }, path] of locations) {
    for (const one of [source, folder]) if (one !== undefined) byPath.set(one, path)
  }
  const others = paths.filter((path) => !isMarkdown(path))
  copyFiles(output, others, { roots, locations }, byPath)
  const writer = { output, converter, targets: { byPath } }
  for (const node of walk(roots)) {
    const { source } = node
    const path = locations.get(node) ?? ''
    if (source === undefined) continue
    const read = await tryFile(output, source, async () => {
      const text = await readText(files, source)
      if (text === undefined) throw new NotConverted('It is no text, or too large for a page.')
      return converter.readMarkdown({ text, dialect: 'outline', keys: [] })
    })
    if (read === undefined) continue
    await addPage(writer, { source, path }, read, { title: read.title ?? node.title })
  }
}

/** Outline writes a slash in a title as `%2F`. */
function nameOf(name: string): string {
  return name.replaceAll(/%2f/gi, '/')
}
