import { posix } from 'node:path'
import { newId } from '../../lib/ids.ts'
import { defaultStoredFields } from '../../lib/page-fields.ts'
import { storable } from '../../lib/text.ts'
import { skillDrafts, skillStates, sources, type Transaction } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { insertFile } from '../files/files.ts'
import { addPage, type PreparedPage } from '../pages/create.ts'
import { textOf } from './compare.ts'
import { storeBytes, type StoredFile } from './drafts/stored-file.ts'
import { digestOf, sha256Of } from './files.ts'
import { mayPublish, requireSkill } from './rights.ts'

/** A file of a folder, with its path in it. */
export type ImportedFile = { path: string; content: Uint8Array; isExecutable: boolean }

/** A folder with a main file, or the file of an agent. */
export type ImportedFolder = {
  name: string
  ownership: 'SKILL' | 'AGENT'
  /** The path of its main file. */
  main: string
  files: readonly ImportedFile[]
}

/** A longer file is attached. */
const maxTextLength = 200_000

/** A file as a page that is about to be created. */
export type ReadPage = {
  file: ImportedFile
  id: string
  page: PreparedPage
  source: Uint8Array
  /** What the page is written as. */
  text: string
}

/** Creates the pages and files of a folder. Returns the ID of its main page, or why it cannot be read. */
export async function importFolder(
  context: WorkspaceContext,
  { name, ownership, main, files }: ImportedFolder,
  { workspaceId, parentId }: { workspaceId: string; parentId: string | null },
): Promise<{ pageId: string } | { reason: string }> {
  const texts = files.filter(({ path, content }) => path === main || isText(path, content))
  const ids = new Map(texts.map(({ path }) => [path, newId()]))
  const paths: [address: string, path: string][] = []
  for (const [path, id] of ids) paths.push([`/pages/${id}`, path])
  const attached = new Map<string, ImportedFile>()
  const rows: StoredFile[] = []
  const store = async (file: ImportedFile) => {
    const row = await storeBytes(context, { ...file, workspaceId, id: newId() })
    rows.push(row)
    attached.set(row.id, file)
    return row.id
  }
  for (const file of files) {
    if (!ids.has(file.path)) paths.push([`/files/${await store(file)}`, file.path])
  }
  const pageId = ids.get(main) ?? ''
  const pages: ReadPage[] = []
  for (const file of texts) {
    const isMain = file.path === main
    const title = isMain ? name : titleOf(file.path)
    const about = { title, paths, id: ids.get(file.path) ?? '', isMain }
    const read = await readPage(context, file, about)
    if (read === undefined && isMain) return { reason: `${main} is not Markdown in UTF-8` }
    if (read === undefined) {
      // Its text would be another one: the bytes count.
      await store(file)
      continue
    }
    const location = isMain
      ? { parentId, ownership }
      : { parentId: pageId, ownership: 'TEXT' as const }
    const attachments = isMain ? [...attached.keys()] : []
    pages.push({ ...read, page: { ...read.page, ...location, workspaceId, attachments } })
  }
  const ordered = pages.toSorted((a, b) => Number(b.id === pageId) - Number(a.id === pageId))
  await context.store.transactIn({ workspaceId }, async (transaction) => {
    for (const row of rows) await insertFile(transaction, context, row)
    for (const { page, source, id } of ordered) {
      await addPage(transaction, context, page)
      await sources.put(transaction, { workspaceId, pageId: id }, source)
    }
    const address = { workspaceId, pageId }
    await putPaths(transaction, address, ordered, attached)
    // Published before the others, the main file would be a skill without what it refers to.
    if (files.length > 1) {
      const digest = digestOf(toWritten(pages, attached))
      const author = await authorOf(transaction, context, pageId)
      await skillStates.putPush(transaction, address, { digest, author })
    }
  })
  return { pageId }
}

/** The files of the draft, by path. */
function toWritten(
  pages: readonly ReadPage[],
  attached: ReadonlyMap<string, ImportedFile>,
): { path: string; sha256: string; isExecutable: boolean }[] {
  return [
    ...pages.map(({ file: { path }, text }) => ({
      path,
      sha256: sha256Of(Buffer.from(text)),
      isExecutable: false,
    })),
    ...[...attached.values()].map(({ path, content, isExecutable }) => ({
      path,
      sha256: sha256Of(content),
      isExecutable,
    })),
  ].toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** Null if someone else must publish the draft. */
async function authorOf(
  transaction: Transaction,
  context: WorkspaceContext,
  pageId: string,
): Promise<skillStates.Push['author']> {
  const { userId, via } = context.caller
  const page = await requireSkill(context, transaction, pageId)
  return (await mayPublish(transaction, context.caller, page)) ? { userId, via } : null
}

export function isText(path: string, content: Uint8Array): boolean {
  return /\.md$/i.test(path) && content.length <= maxTextLength && textOf(content) !== undefined
}

export function titleOf(path: string): string {
  return posix.basename(path).replace(/\.md$/i, '')
}

type ReadAs = {
  id: string
  title: string
  paths: readonly (readonly [string, string])[]
  isMain: boolean
}

/** A page from a file, if it is written with the same bytes again. A main file becomes a page in any case. */
export async function readPage(
  { content: engine }: WorkspaceContext,
  { path, content: bytes, isExecutable }: ImportedFile,
  { id, title, paths, isMain }: ReadAs,
): Promise<ReadPage | undefined> {
  const text = textOf(bytes)
  if (text === undefined) return undefined
  const read = await engine.readSkillFile({ id, text, title, path, paths })
  if (read === undefined || (read.written.text !== text && !isMain)) return undefined
  const { content, properties, source } = read
  const page = {
    ...defaultStoredFields,
    id,
    title: Array.from(storable(title)).slice(0, 255).join(''),
    properties: properties.source,
    propertyValues: properties.values,
    content,
    entry: engine.entryOf(title, content),
    workspaceId: '',
    parentId: null,
    ownership: 'TEXT' as const,
    attachments: [],
  }
  return { file: { path, content: bytes, isExecutable }, id, page, source, text: read.written.text }
}

async function putPaths(
  transaction: Transaction,
  address: { workspaceId: string; pageId: string },
  pages: readonly ReadPage[],
  attached: ReadonlyMap<string, ImportedFile>,
): Promise<void> {
  const items = [
    ...pages.flatMap(({ id, file }) => (id === address.pageId ? [] : [[id, file] as const])),
    ...attached,
  ]
  for (const [itemId, { path, isExecutable }] of items) {
    const row = { itemId, path, isExecutable: isExecutable ? (1 as const) : (0 as const) }
    await skillDrafts.putPath(transaction, address, row)
  }
}
