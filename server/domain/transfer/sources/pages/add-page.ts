import { posix } from 'node:path'
import { listUrls } from '../../../../../content/urls.ts'
import { type Targets, readdress } from '../folder/addresses.ts'
import { type Output, relativeUrl } from '../folder/output.ts'
import type { InlineImage, ReadPage } from '../read-page.ts'
import type { Converter } from './converter.ts'
import { tryFile } from './not-converted.ts'
import { type PageHead, pageText } from './page-text.ts'

/** What the pages of one folder share. */
export type PageWriter = { output: Output; converter: Converter; targets: Targets }

/** Writes a page that was read from `source` to `path`, with its links and images. */
export async function addPage(
  { output, converter, targets }: PageWriter,
  { source, path }: { source: string; path: string },
  page: ReadPage,
  head: PageHead = {},
): Promise<void> {
  const images = addImages(output, path, page.images)
  const entries = new Set(listUrls(page.document))
  const urls = Object.fromEntries(
    Array.from(entries, (url) => [url, images.get(url) ?? readdress(targets, source, path, url)]),
  )
  const { document } = page
  const body = await tryFile(output, source, () => converter.write({ document, urls }))
  const files = [...(head.files ?? []), ...namedFiles(targets, source, path, page.fileNames)]
  const { title, icon, properties, comments } = page
  output.addText(
    path,
    pageText(path, { title, icon, properties, comments, ...head, files }, body ?? ''),
  )
  output.lose(source, page.losses)
  if (page.problem !== undefined) output.warn(`${source}: ${page.problem}`)
}

/** Images of a page are in a folder beside it. */
function addImages(
  output: Output,
  path: string,
  images: readonly InlineImage[],
): ReadonlyMap<string, string> {
  const added = new Map<string, string>()
  const stem = path.slice(0, -posix.extname(path).length)
  for (const [index, { url, mimeType, base64 }] of images.entries()) {
    const extension = mimeType
      .replace('image/', '')
      .replace('jpeg', 'jpg')
      .replace('svg+xml', 'svg')
    const file = `${stem} images/image ${index + 1}.${extension}`
    output.addBytes(file, Buffer.from(base64, 'base64'))
    added.set(url, relativeUrl(path, file))
  }
  return added
}

function namedFiles(
  { byPath }: Targets,
  source: string,
  path: string,
  names: Readonly<Record<string, string>>,
): { path: string; name: string }[] {
  return Object.entries(names).flatMap(([url, name]) => {
    const target = byPath.get(posix.join(posix.dirname(source), url))
    if (target === undefined) return []
    return [{ path: posix.relative(posix.dirname(path), target), name }]
  })
}
