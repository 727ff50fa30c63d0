import { posix } from 'node:path'
import { isMarkdown } from '../../import/scan.ts'
import { createOutput, type Output } from '../folder/output.ts'
import { readText } from '../folder/read-text.ts'
import { locatePages, type PageNode, walk } from '../folder/tree.ts'
import { createConverter } from '../pages/converter.ts'
import { NotConverted, tryFile } from '../pages/not-converted.ts'
import { pageText } from '../pages/page-text.ts'
import type { ConvertedFolder, SourceFiles } from '../source-files.ts'
import type { GraphPage } from './blocks.ts'
import { dayOfFile, journalTitle, nameKey, nameOfFile, partsOf, readSettings } from './names.ts'

const settingsPath = 'logseq/config.edn'
const journalsTitle = 'Journals'

/** A page with the names of those above it, and its own. */
type Listed = GraphPage & { source: string; parts: readonly string[] }

/** A graph of Logseq: pages below those that their names begin with, and journals. */
export async function convertGraph(files: SourceFiles): Promise<ConvertedFolder> {
  const output = createOutput(files)
  const converter = createConverter()
  try {
    const edn = files.paths().includes(settingsPath) ? await readText(files, settingsPath) : ''
    const settings = readSettings(edn ?? '')
    const pages: Listed[] = []
    for (const source of addOthers(files, output)) {
      const page = await tryFile(output, source, async () =>
        converter.listGraphPage(await textOf(files, source)),
      )
      if (page === undefined) continue
      const isJournal = posix.basename(posix.dirname(source)) === posix.basename(settings.journals)
      const day = isJournal ? dayOfFile(source) : undefined
      const parts =
        day === undefined
          ? partsOf(page.title ?? nameOfFile(source))
          : [journalsTitle, journalTitle(day, settings.titleFormat)]
      pages.push({ ...page, source, parts: parts.length > 0 ? parts : ['Untitled'] })
    }
    const { roots, byName, twice } = treeOf(pages)
    for (const source of twice) output.warn(`${source} was skipped: another page has its name.`)
    const locations = locatePages(roots)
    const names = namesOf(byName, locations)
    const blocks = blocksOf(pages, byName, locations)
    const referenced = new Set(pages.flatMap(({ references }) => [...references]))
    const bySource = new Map(pages.map((page) => [page.source, page]))
    for (const list of [roots, ...[...walk(roots)].map(({ children }) => children)]) {
      for (const [index, node] of list.entries()) {
        const { title, source } = node
        const path = locations.get(node) ?? ''
        const page = bySource.get(source ?? '')
        const order = index + 1
        const converted =
          source === undefined || page === undefined
            ? undefined
            : await tryFile(output, path, async () =>
                converter.convertGraphPage({
                  text: await textOf(files, source),
                  path,
                  blocks: only(blocks, page.references),
                  targets: only(names, page.names),
                  anchors: referenced.intersection(new Set(page.blocks.keys())),
                }),
              )
        const { body = '', icon, properties, losses = [] } = converted ?? {}
        output.addText(path, pageText(path, { title, icon, order, properties }, body))
        output.lose(path, losses)
      }
    }
    return output.finish('logseq')
  } finally {
    await converter.close()
  }
}

const emptyNode: PageNode = {
  title: '',
  source: undefined,
  table: undefined,
  folder: undefined,
  children: [],
}

async function textOf(files: SourceFiles, path: string): Promise<string> {
  const text = await readText(files, path)
  if (text === undefined) throw new NotConverted('It is no text, or too large for a page.')
  return text
}

/** Copies files, reports those that Quire cannot read, and returns the paths of pages. */
function addOthers(files: SourceFiles, output: Output): string[] {
  const visible = files
    .paths()
    .filter((path) => !/(?:^|\/)\./.test(path) && !path.startsWith('logseq/'))
  const report = (pattern: RegExp, what: string): void => {
    const count = visible.filter((path) => pattern.test(path)).length
    if (count > 0) {
      const amount = count === 1 ? '1 file' : `${count.toLocaleString('en')} files`
      output.warn(`${amount} skipped: ${what}`)
    }
  }
  report(/\.org$/i, 'in Org format. In Logseq, export the graph as Markdown.')
  report(/^(?:whiteboards|draws)\//, 'whiteboards and drawings of Logseq.')
  for (const path of visible) {
    if (isMarkdown(path) || /\.org$/i.test(path) || /^(?:whiteboards|draws)\//.test(path)) continue
    output.addFile(path, path)
  }
  return visible
    .filter((path) => isMarkdown(path) && !/^(?:whiteboards|draws)\//.test(path))
    .toSorted()
}

/** The tree of names. A page that only begins the names of others has no text. */
function treeOf(pages: readonly Listed[]): {
  roots: PageNode[]
  byName: ReadonlyMap<string, PageNode>
  twice: string[]
} {
  const roots: PageNode[] = []
  const byName = new Map<string, PageNode>()
  const twice: string[] = []
  const nodeOf = (parts: readonly string[]): PageNode => {
    const key = nameKey(parts.join('/'))
    const known = byName.get(key)
    if (known !== undefined) return known
    const node = { ...emptyNode, title: parts.at(-1) ?? 'Untitled', children: [] }
    byName.set(key, node)
    const siblings = parts.length > 1 ? nodeOf(parts.slice(0, -1)).children : roots
    siblings.push(node)
    return node
  }
  for (const { parts, source } of pages) {
    const node = nodeOf(parts)
    if (node.source === undefined) node.source = source
    else twice.push(source)
  }
  return { roots, byName, twice }
}

/** What a link has to say for a name that does not lead to its page by itself. */
function namesOf(
  byName: ReadonlyMap<string, PageNode>,
  locations: ReadonlyMap<PageNode, string>,
): ReadonlyMap<string, string> {
  const targets = Array.from(byName, ([key, node]) => {
    const target = (locations.get(node) ?? '').replace(/(?:\/index)?\.md$/, '')
    return { key, title: nameKey(node.title), target }
  })
  const counts = new Map<string, number>()
  for (const { target } of targets) {
    const name = nameKey(posix.basename(target))
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const found = new Map<string, string>()
  const add = (key: string, target: string): void => {
    const isUnique = key === nameKey(posix.basename(target)) && counts.get(key) === 1
    if (nameKey(target) !== key && !isUnique) found.set(key, target)
  }
  for (const { key, title, target } of targets) {
    add(key, target)
    // Links name a journal by its date alone.
    if (key.startsWith(`${nameKey(journalsTitle)}/`) && !byName.has(title)) add(title, target)
  }
  return found
}

function blocksOf(
  pages: readonly Listed[],
  byName: ReadonlyMap<string, PageNode>,
  locations: ReadonlyMap<PageNode, string>,
): ReadonlyMap<string, { path: string; text: string }> {
  const found = new Map<string, { path: string; text: string }>()
  for (const { parts, blocks } of pages) {
    const node = byName.get(nameKey(parts.join('/')))
    const path = node && locations.get(node)
    if (path === undefined) continue
    for (const [id, text] of blocks) if (!found.has(id)) found.set(id, { path, text })
  }
  return found
}

function only<Value>(
  all: ReadonlyMap<string, Value>,
  keys: ReadonlySet<string>,
): ReadonlyMap<string, Value> {
  const found = new Map<string, Value>()
  for (const key of keys) {
    const value = all.get(key)
    if (value !== undefined) found.set(key, value)
  }
  return found
}
