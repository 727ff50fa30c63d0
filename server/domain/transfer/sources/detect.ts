import { posix } from 'node:path'
import { isId } from '../../../lib/ids.ts'
import { filterInSlices, mapInSlices } from '../../../lib/time-slices.ts'
import { isMarkdown } from '../import/scan.ts'
import { readHtmlText, readText } from './folder/read-text.ts'
import { isItemName, readItem } from './joplin/item.ts'
import { hasId } from './notion/names.ts'
import type { SourceFiles, SourceKind } from './source-files.ts'

/** Files of each kind that are looked into. */
const samples = 40

/** What a source is, by its files and what is in some of them. Undefined if it has nothing that becomes a page. */
export async function detectSource(files: SourceFiles): Promise<SourceKind | undefined> {
  const paths = files.paths()
  if (paths.some((path) => path.startsWith('.obsidian/'))) return 'obsidian'
  if (paths.includes('logseq/config.edn')) return 'logseq'
  const visible = await filterInSlices(paths, (path) => !/(?:^|\/)\./.test(path))
  const ending = (pattern: RegExp) => filterInSlices(visible, (path) => pattern.test(path))
  const markdown = await filterInSlices(visible, isMarkdown)
  if (await isJoplin(files, markdown)) return 'joplin'
  const html = await ending(/\.(?:html?|xhtml)$/i)
  const tables = await ending(/\.csv$/i)
  const pages = [...markdown, ...html, ...tables].filter((path) => path !== 'index.html')
  const named = await filterInSlices(pages, isOfNotion)
  if (named.length > 0 && named.length * 2 >= pages.length) return 'notion'
  if (markdown.length > 0) return detectMarkdown(files, markdown)
  if (html.length > 0) return detectHtml(files, html)
  if (await isOutlineJson(files, visible)) return 'outline'
  if (visible.some((path) => /\.jex$/i.test(path))) return 'joplin'
  if (visible.some((path) => /\.enex$/i.test(path))) return 'evernote'
  if (visible.some((path) => /\.docx$/i.test(path))) return 'word'
  return visible.some((path) => /\.(?:csv|tsv)$/i.test(path)) ? 'csv' : undefined
}

/** Notion adds an ID to the title of a page. A name that is nothing but an ID is of another program. */
function isOfNotion(path: string): boolean {
  const name = posix.basename(path, posix.extname(path)).replace(/_all$/, '')
  return hasId(name) && !isId(name)
}

/** Joplin names its items by their IDs, and ends them with their fields. */
async function isJoplin(files: SourceFiles, paths: readonly string[]): Promise<boolean> {
  const [first] = paths
  if (first === undefined || (await filterInSlices(paths, isItemPath)).length < paths.length) {
    return false
  }
  const text = await readText(files, first)
  return text !== undefined && readItem(text) !== undefined
}

function isItemPath(path: string): boolean {
  return isItemName(posix.basename(path))
}

async function detectMarkdown(files: SourceFiles, paths: readonly string[]): Promise<SourceKind> {
  const texts = new Map<string, string>()
  for (const path of paths.slice(0, samples)) {
    const text = await readText(files, path)
    if (text !== undefined) texts.set(path, text)
  }
  return (await isOutline(paths, texts)) ? 'outline' : 'markdown'
}

/** Outline writes a document to `Name.md` with its title as first heading, and its children to the folder `Name`. */
async function isOutline(
  paths: readonly string[],
  texts: ReadonlyMap<string, string>,
): Promise<boolean> {
  const isTitled = [...texts].every(([path, text]) => {
    const name = posix.basename(path, posix.extname(path)).replaceAll(/%2f/gi, '/')
    return text.trimStart().startsWith(`# ${name}\n`) || text.trim() === `# ${name}`
  })
  const hasUploads = [...texts.values()].some((text) =>
    /\]\((?:\.\.?\/)*(?:uploads|attachments)\/[\da-f-]{36}\//.test(text),
  )
  const isInCollections = paths.every((path) => path.includes('/'))
  if (!isTitled || !isInCollections) return false
  const index = /(?:^|\/)(?:index|readme)\.(?:md|markdown)$/i
  if ((await filterInSlices(paths, (path) => index.test(path))).length > 0) return false
  const folders = new Set(await mapInSlices(paths, (path) => posix.dirname(path)))
  const isParent = (path: string) => folders.has(path.slice(0, -posix.extname(path).length))
  return hasUploads || (await filterInSlices(paths, isParent)).length > 0
}

async function detectHtml(files: SourceFiles, paths: readonly string[]): Promise<SourceKind> {
  for (const path of paths.slice(0, samples)) {
    const text = await readHtmlText(files, path)
    if (text === undefined) continue
    if (/<article id="[\da-f-]{36}" class="page /.test(text)) return 'notion'
    if (
      /<div id="main-content" class="wiki-content|id="space-details"|>Space Details:?</i.test(text)
    ) {
      return 'confluence'
    }
  }
  return 'html'
}

async function isOutlineJson(files: SourceFiles, paths: readonly string[]): Promise<boolean> {
  if (!paths.includes('metadata.json')) return false
  const text = await readText(files, 'metadata.json')
  return text?.includes('"exportVersion"') === true
}
