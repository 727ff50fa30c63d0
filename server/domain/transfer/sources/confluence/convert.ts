import { posix } from 'node:path'
import { createOutput } from '../folder/output.ts'
import { readHtmlText } from '../folder/read-text.ts'
import { type PageNode, locatePages } from '../folder/tree.ts'
import { addPage } from '../pages/add-page.ts'
import { createConverter } from '../pages/converter.ts'
import { NotConverted, tryFile } from '../pages/not-converted.ts'
import type { ConvertedFolder, SourceFiles } from '../source-files.ts'
import type { Listed } from './list-pages.ts'

const page = /\.html$/i

/** A space of Confluence that was exported as HTML: `index.html` lists its pages. */
export async function convertConfluence(files: SourceFiles): Promise<ConvertedFolder> {
  const output = createOutput(files)
  const converter = createConverter()
  try {
    const paths = files.paths()
    const { listPages } = await import('./list-pages.ts')
    const index = paths.includes('index.html') ? await readHtmlText(files, 'index.html') : undefined
    const roots = pagesOf(paths, listPages(index ?? ''))
    const locations = locatePages(roots)
    const byPath = new Map<string, string>()
    for (const [{ source }, path] of locations) if (source !== undefined) byPath.set(source, path)
    for (const path of paths) {
      if (!path.startsWith('attachments/')) continue
      byPath.set(path, path)
      output.addFile(path, path)
    }
    const writer = { output, converter, targets: { byPath } }
    const convert = async (nodes: readonly PageNode[]): Promise<void> => {
      for (const [order, node] of nodes.entries()) {
        const { source = '', title } = node
        const read = await tryFile(output, source, async () => {
          const text = await readHtmlText(files, source)
          if (text === undefined) throw new NotConverted('It is too large for a page.')
          return converter.readHtml(text)
        })
        if (read !== undefined) {
          const head = { title: read.title || title, order: order + 1 }
          await addPage(writer, { source, path: locations.get(node) ?? '' }, read, head)
        }
        await convert(node.children)
      }
    }
    await convert(roots)
    return output.finish('confluence')
  } finally {
    await converter.close()
  }
}

/** The tree of the index, then pages that it does not list. */
function pagesOf(paths: readonly string[], listed: readonly Listed[]): PageNode[] {
  const waiting = new Set(paths.filter((path) => page.test(path) && path !== 'index.html'))
  const take = (entries: readonly Listed[]): PageNode[] =>
    entries.flatMap(({ source, title, children }) => {
      if (!waiting.delete(source)) return take(children)
      return [{ title, source, table: undefined, folder: undefined, children: take(children) }]
    })
  const roots = take(listed)
  const others = [...waiting].map((source): Listed => {
    const name = posix.basename(source, posix.extname(source)).replace(/_\d+$/, '')
    return { source, title: name.replaceAll('-', ' '), children: [] }
  })
  return [...roots, ...take(others)]
}
