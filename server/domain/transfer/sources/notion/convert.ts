import { posix } from 'node:path'
import { listUrls } from '../../../../../content/urls.ts'
import { startTimeSlice } from '../../../../lib/time-slices.ts'
import { addTable } from '../databases/add-table.ts'
import { readTableFile, type Table } from '../databases/table.ts'
import { decoded, readdress } from '../folder/addresses.ts'
import { copyFiles } from '../folder/copy-files.ts'
import { joinFolders } from '../folder/join-folders.ts'
import { createOutput } from '../folder/output.ts'
import { readHtmlText, readText } from '../folder/read-text.ts'
import { folderOfPage, type PageNode, locatePages } from '../folder/tree.ts'
import { addPage, type PageWriter } from '../pages/add-page.ts'
import { createConverter } from '../pages/converter.ts'
import { NotConverted, tryFile } from '../pages/not-converted.ts'
import type { ReadPage } from '../read-page.ts'
import type { ConvertedFolder, SourceFiles } from '../source-files.ts'
import { findById, isNotionUrl } from './links.ts'
import { withoutId } from './names.ts'
import { type Columns, withoutAddresses } from './prepare.ts'

const page = /\.(?:md|html)$/i

/** An export of Notion, as Markdown with CSV or as HTML. */
export async function convertNotion(files: SourceFiles): Promise<ConvertedFolder> {
  const output = createOutput(files)
  const converter = createConverter()
  try {
    const paths = files.paths().filter((path) => path !== 'index.html')
    const isTable = (path: string): boolean => /\.csv$/i.test(path)
    const isPage = (path: string): boolean => page.test(path)
    const roots = joinFolders(paths, { isPage, isTable, nameOf: withoutId })
    const locations = locatePages(roots)
    const byPath = new Map<string, string>()
    for (const [node, path] of locations) {
      const sources = [
        node.source,
        node.table,
        node.folder,
        node.table?.replace(/_all\.csv$/, '.csv'),
      ]
      for (const source of sources) if (source !== undefined) byPath.set(source, path)
    }
    const others = paths.filter((path) => !isPage(path) && !isTable(path))
    copyFiles(output, others, { roots, locations }, byPath)
    const targets = { byPath, find: findById(byPath.keys()) }
    const writer: PageWriter = { output, converter, targets }
    const notion = { files, writer, locations, orders: new Map<string, number>() }
    for (const node of roots) await convertNode(notion, node, undefined)
    return output.finish('notion')
  } finally {
    await converter.close()
  }
}

type Export = {
  files: SourceFiles
  writer: PageWriter
  locations: ReadonlyMap<PageNode, string>
  /** The positions of pages among their siblings, by their path. */
  orders: Map<string, number>
}

/** Parents first: they say the order of the pages below them. Returns the title. */
async function convertNode(
  notion: Export,
  node: PageNode,
  database: Table | undefined,
): Promise<string> {
  const { writer, locations, orders } = notion
  const path = locations.get(node) ?? ''
  const read = node.source === undefined ? undefined : await readNode(notion, node, database)
  const title = read?.title ?? node.title
  const order = orders.get(path)
  const table = node.table === undefined ? undefined : await readNodeTable(notion, node.table, path)
  if (read !== undefined && node.source !== undefined) {
    orderChildren(notion, node, path, read)
    const left = listUrls(read.document).filter(
      (url) => isNotionUrl(url) && writer.targets.find?.(url) === undefined,
    )
    const kind = 'link to a page that is not in the export'
    if (left.length > 0) {
      writer.output.lose(node.source, [{ kind, outcome: 'changed', count: left.length }])
    }
    const properties = database === undefined ? read.properties : database.read(read.properties)
    await addPage(writer, { source: node.source, path }, { ...read, properties }, { title, order })
  }
  if (table !== undefined) await orderRows(notion, node, table)
  const titles: string[] = []
  for (const child of node.children) titles.push(await convertNode(notion, child, table))
  if (table === undefined || read !== undefined) return title
  const names = node.children.map((child) => nameOf(locations.get(child) ?? ''))
  await addTable(writer.output, { path, title, order }, table, { titles, names })
  return title
}

/** Rows are in the order of the table. */
async function orderRows(
  { orders, locations }: Export,
  node: PageNode,
  { rows }: Table,
): Promise<void> {
  const slice = startTimeSlice()
  const waiting = Map.groupBy(node.children, ({ title }) => rowKey(title))
  for (const [index, { title }] of rows.entries()) {
    const child = waiting.get(rowKey(title))?.shift()
    const path = child && locations.get(child)
    if (path !== undefined) orders.set(path, index + 1)
    if (slice.isOver()) await slice.pause()
  }
}

/** The name of a file has not all characters of the title, and not more than 50. */
function rowKey(title: string): string {
  return title
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()
    .slice(0, 30)
}

function nameOf(path: string): string {
  return posix.basename(path) === 'index.md'
    ? posix.basename(posix.dirname(path))
    : posix.basename(path)
}

async function readNode(
  { files, writer: { converter, output } }: Export,
  { source = '', title }: PageNode,
  database: Table | undefined,
): Promise<ReadPage | undefined> {
  const isHtml = /\.html$/i.test(source)
  return tryFile(output, source, async () => {
    const text = isHtml ? await readHtmlText(files, source) : await readText(files, source)
    if (text === undefined) throw new NotConverted('It is no text, or too large for a page.')
    return isHtml
      ? converter.readHtml(text)
      : converter.readMarkdown({ text, dialect: 'notion', ...columnsOf(database, title) })
  })
}

/** The properties that a row can have, and the values of rows with its title that go over several lines. */
function columnsOf(database: Table | undefined, title: string): Columns {
  if (database === undefined) return { keys: [], values: [] }
  const known =
    longValues.get(database) ?? Map.groupBy(database.longValues, (one) => rowKey(one.title))
  longValues.set(database, known)
  const values = known.get(rowKey(title))?.map(({ value }) => value) ?? []
  return { keys: database.keys, values: values.toSorted((a, b) => b.length - a.length) }
}

const longValues = new WeakMap<Table, ReadonlyMap<string, Table['longValues'][number][]>>()

/** A table that cannot be read stays a file below its page. */
async function readNodeTable(
  { files, writer: { output } }: Export,
  source: string,
  path: string,
): Promise<Table | undefined> {
  const table = await tryFile(output, source, () => readTableFile(files, source, withoutAddresses))
  if (table === undefined) output.addFile(`${folderOfPage(path)}/${posix.basename(source)}`, source)
  return table
}

/** Pages below a page are in the order of their links. */
function orderChildren(notion: Export, node: PageNode, path: string, read: ReadPage): void {
  const { orders, locations, writer } = notion
  const children = new Set(node.children.map((child) => locations.get(child)))
  let count = 0
  for (const url of children.size === 0 ? [] : listUrls(read.document)) {
    const relative = readdress(writer.targets, node.source ?? '', path, url)
    if (relative === url) continue
    const target = posix.join(posix.dirname(path), decoded(relative.replace(/#.*$/s, '')))
    if (!children.has(target) || orders.has(target)) continue
    count += 1
    orders.set(target, count)
  }
}
