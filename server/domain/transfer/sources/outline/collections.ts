import { posix } from 'node:path'
import { createNames } from '../../export/names.ts'
import type { Output } from '../folder/output.ts'
import { locatePages } from '../folder/tree.ts'
import { addPage } from '../pages/add-page.ts'
import type { Converter } from '../pages/converter.ts'
import { tryFile } from '../pages/not-converted.ts'
import { pageText } from '../pages/page-text.ts'
import type { SourceFiles } from '../source-files.ts'
import { flat, type Found } from './read-collection.ts'

/** JSON is parsed as a whole. */
const maxBytes = 64 * 1024 ** 2

/** Collections of the JSON export: each is a page with its documents below it. */
export async function convertCollections(
  files: SourceFiles,
  output: Output,
  converter: Converter,
): Promise<void> {
  const found: Found[] = []
  const byPath = new Map<string, string>()
  const keys = new Map<string, string>()
  for (const path of files.paths()) {
    if (!path.endsWith('.json') || posix.basename(path) === 'metadata.json') continue
    if (files.size(path) > maxBytes) {
      output.warn(`${path} was skipped: it is larger than 64 MiB. Export it as Markdown.`)
      continue
    }
    const read = await tryFile(output, path, async () => {
      const bytes = await files.read(path)
      return { collection: await converter.readCollection({ path, bytes }) }
    })
    if (read === undefined) continue
    const { collection } = read
    if (collection === undefined) {
      output.warn(`${path} was skipped: it is not an export of Outline.`)
      continue
    }
    found.push({ ...collection.found, order: found.length + 1 })
    for (const [id, key] of collection.attachments) keys.set(id, key)
  }
  const locations = locatePages(found.map(({ node }) => node))
  copyAttachments(files, output, byPath)
  for (const { node, ids } of flat(found)) {
    const path = locations.get(node) ?? ''
    for (const id of ids) byPath.set(`document ${id}`, path)
  }
  const find = (url: string): string | undefined => meaningOf(url, byPath, keys)
  const writer = { output, converter, targets: { byPath, find } }
  for (const { node, document, order } of flat(found)) {
    const path = locations.get(node) ?? ''
    const { title, source = '' } = node
    const read =
      document === undefined
        ? undefined
        : await tryFile(output, `${source}: ${title}`, () => converter.readOutline(document))
    if (read === undefined) output.addText(path, pageText(path, { title, order }, ''))
    else await addPage(writer, { source, path }, read, { title, order })
  }
}

function copyAttachments(files: SourceFiles, output: Output, byPath: Map<string, string>): void {
  const names = createNames()
  for (const path of files.paths()) {
    if (path.endsWith('.json')) continue
    const extension = posix.extname(path)
    const name = posix.basename(path, extension)
    const target = `files/${names(name, extension, nameBytes)}`
    byPath.set(path, target)
    output.addFile(target, path)
  }
}

const nameBytes = 120

/** A document by its address, an attachment by its ID. */
function meaningOf(
  url: string,
  byPath: ReadonlyMap<string, string>,
  keys: ReadonlyMap<string, string>,
): string | undefined {
  const id = /\/api\/attachments\.redirect\?id=([\da-f-]{36})/i.exec(url)?.[1]
  if (id !== undefined) return keys.get(id)
  const slug = /^(?:https?:\/\/[^/]+)?\/doc\/(?:[^/?#]*-)?([\w-]{10,36})(?:[?#].*)?$/.exec(url)?.[1]
  const key = `document ${slug ?? ''}`
  return slug !== undefined && byPath.has(key) ? key : undefined
}
