import { checkDocument } from '../../../../../content/document.ts'
import { parseJson } from '../../../../lib/json/parse-json.ts'
import { isRecord } from '../../file-text.ts'
import type { PageNode } from '../folder/tree.ts'
import { countLosses } from '../losses.ts'
import { emptyDocument, type ReadPage } from '../read-page.ts'
import { readBlocks } from './read-document.ts'

type Fields = Record<string, unknown>

/** A page of a collection, with its document as JSON: texts leave a worker faster than objects. */
export type Found = {
  node: PageNode
  document: string | undefined
  /** By which links name it. */
  ids: string[]
  order: number
  children: Found[]
}

export type Collection = {
  found: Omit<Found, 'order'>
  /** The paths of files by their ID. */
  attachments: [id: string, key: string][]
}

export type CollectionTask = { path: string; bytes: Uint8Array }

/** Undefined for JSON that is not a collection. */
export function readCollection({ path, bytes }: CollectionTask): Collection | undefined {
  const read = parseJson(Buffer.from(bytes).toString('utf8'))
  if (!isRecord(read) || !isRecord(read['collection'])) return undefined
  const { collection } = read
  const documents = new Map(entriesOf(read['documents']))
  const used = new Set<string>()
  const structure = collection['documentStructure']
  const children = foundIn(path, Array.isArray(structure) ? structure : [], documents, used)
  for (const [id, document] of documents) {
    if (used.has(id) || !isRecord(document)) continue
    children.push(foundOf(path, document, children.length + 1, []))
  }
  const description = collection['description'] ?? collection['data']
  const document = isRecord(description) ? JSON.stringify({ data: description }) : undefined
  const node = nodeOf(path, textOf(collection['name']), children)
  const attachments = entriesOf(read['attachments']).flatMap(([id, file]): [string, string][] =>
    isRecord(file) ? [[id, textOf(file['key'])]] : [],
  )
  return { found: { node, document, ids: [], children }, attachments }
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
  const node = nodeOf(path, textOf(document['title']), children)
  const ids = [document['id'], document['urlId']].filter((id) => typeof id === 'string')
  return { node, document: JSON.stringify(document), ids, order, children }
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

export function* flat(found: readonly Found[]): Generator<Found> {
  for (const one of found) {
    yield one
    yield* flat(one.children)
  }
}

/** Reads a document of a collection. */
export function readOutlineDocument(json: string): ReadPage {
  const value = parseJson(json)
  const document = isRecord(value) ? value : {}
  const losses = countLosses()
  const data = isRecord(document['data']) ? document['data'] : {}
  const checked = checkDocument({ type: 'doc', content: readBlocks(data['content'], losses) })
  const icon = [document['icon'], document['emoji']].find((one) => typeof one === 'string')
  const properties = Object.fromEntries(
    [
      ['author', document['createdByName']],
      ['created', document['createdAt']],
      ['updated', document['updatedAt']],
    ].filter(([, one]) => typeof one === 'string'),
  )
  const head = { title: undefined, icon, properties, images: [], fileNames: {} }
  if (checked.ok) return { ...head, document: checked.document, losses: losses.counts() }
  losses.lost('page content')
  return { ...head, document: emptyDocument, losses: losses.counts(), problem: checked.reason }
}

function entriesOf(value: unknown): [string, unknown][] {
  return isRecord(value) ? Object.entries(value) : []
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
