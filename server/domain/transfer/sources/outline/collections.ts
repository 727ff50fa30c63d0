import { posix } from 'node:path'
import { checkDocument } from '../../../../../content/document.ts'
import { createNames } from '../../export/names.ts'
import { isRecord } from '../../file-text.ts'
import type { Output } from '../folder/output.ts'
import { type PageNode, locatePages } from '../folder/tree.ts'
import { countLosses } from '../losses.ts'
import { addPage } from '../pages/add-page.ts'
import type { Converter } from '../pages/converter.ts'
import { pageText } from '../pages/page-text.ts'
import { emptyDocument, type ReadPage } from '../read-page.ts'
import type { SourceFiles } from '../source-files.ts'
import { readBlocks } from './read-document.ts'

type Fields = Record<string, unknown>
type Found = { node: PageNode; document: Fields | undefined; order: number; children: Found[] }

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
    const read = await readJson(files, path)
    const collection = read === undefined ? undefined : read['collection']
    if (read === undefined || !isRecord(collection)) {
      output.warn(`${path} was skipped: it is not an export of Outline.`)
      continue
    }
    found.push(readCollection(path, read, collection, found.length + 1))
    for (const [id, file] of entriesOf(read['attachments'])) {
      if (isRecord(file)) keys.set(id, textOf(file['key']))
    }
  }
  const locations = locatePages(found.map(({ node }) => node))
  copyAttachments(files, output, byPath)
  for (const one of flat(found)) {
    const path = locations.get(one.node) ?? ''
    for (const key of [one.document?.['id'], one.document?.['urlId']]) {
      if (typeof key === 'string') byPath.set(`document ${key}`, path)
    }
  }
  const find = (url: string): string | undefined => meaningOf(url, byPath, keys)
  const writer = { output, converter, targets: { byPath, find } }
  for (const { node, document, order } of flat(found)) {
    const path = locations.get(node) ?? ''
    const { title } = node
    if (document === undefined) output.addText(path, pageText(path, { title, order }, ''))
    else
      await addPage(writer, { source: node.source ?? '', path }, readDocument(document), {
        title,
        order,
      })
  }
}

async function readJson(files: SourceFiles, path: string): Promise<Fields | undefined> {
  try {
    const value: unknown = JSON.parse(Buffer.from(await files.read(path)).toString('utf8'))
    return isRecord(value) ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function readCollection(path: string, read: Fields, collection: Fields, order: number): Found {
  const documents = new Map(entriesOf(read['documents']))
  const used = new Set<string>()
  const structure = collection['documentStructure']
  const children = foundIn(path, Array.isArray(structure) ? structure : [], documents, used)
  for (const [id, document] of documents) {
    if (used.has(id) || !isRecord(document)) continue
    children.push(foundOf(path, document, children.length + 1, []))
  }
  const description = collection['description'] ?? collection['data']
  const text = isRecord(description) ? { data: description } : undefined
  const node = nodeOf(path, textOf(collection['name']), children)
  return { node, document: text, order, children }
}

function foundIn(
  path: string,
  structure: readonly unknown[],
  documents: ReadonlyMap<string, unknown>,
  used: Set<string>,
): Found[] {
  return structure.flatMap((entry: unknown, index) => {
    if (!isRecord(entry)) return []
    const id = textOf(entry['id'])
    const document = documents.get(id)
    const below = Array.isArray(entry['children']) ? entry['children'] : []
    if (!isRecord(document) || used.has(id)) return []
    used.add(id)
    return [foundOf(path, document, index + 1, foundIn(path, below, documents, used))]
  })
}

function foundOf(path: string, document: Fields, order: number, children: Found[]): Found {
  return { node: nodeOf(path, textOf(document['title']), children), document, order, children }
}

function nodeOf(source: string, title: string, children: readonly Found[]): PageNode {
  const nodes = children.map(({ node }) => node)
  return {
    title: title || 'Untitled',
    source,
    table: undefined,
    folder: undefined,
    children: nodes,
  }
}

function* flat(found: readonly Found[]): Generator<Found> {
  for (const one of found) {
    yield one
    yield* flat(one.children)
  }
}

function readDocument(document: Fields): ReadPage {
  const losses = countLosses()
  const data = isRecord(document['data']) ? document['data'] : {}
  const checked = checkDocument({ type: 'doc', content: readBlocks(data['content'], losses) })
  const icon = [document['icon'], document['emoji']].find((one) => typeof one === 'string')
  const properties = Object.fromEntries(
    [
      ['author', document['createdByName']],
      ['created', document['createdAt']],
      ['updated', document['updatedAt']],
    ].filter(([, value]) => typeof value === 'string'),
  )
  const head = { title: undefined, icon, properties, images: [], fileNames: {} }
  if (checked.ok) return { ...head, document: checked.document, losses: losses.counts() }
  losses.lost('page content')
  return { ...head, document: emptyDocument, losses: losses.counts(), problem: checked.reason }
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

function entriesOf(value: unknown): [string, unknown][] {
  return isRecord(value) ? Object.entries(value) : []
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
