import { newId } from '../../../lib/ids.ts'
import {
  files as storedFiles,
  skillDrafts,
  sources,
  type Transaction,
} from '../../../store/index.ts'
import { requireFileQuota, requirePageQuota } from '../../administration/quotas.ts'
import type { WorkspaceContext } from '../../context.ts'
import { insertFile } from '../../files/files.ts'
import { attach } from '../../pages/attachments.ts'
import { ChangedMeanwhile } from '../../pages/change.ts'
import { addPage } from '../../pages/create.ts'
import { type FolderFile, isScript, maxFiles, notMarkdown, sha256Of } from '../files.ts'
import { addressesOf } from '../folder.ts'
import { isText, readPage, type ReadPage, titleOf } from '../import-folder.ts'
import type { Plan } from '../plan.ts'
import { storeBytes, type StoredFile } from './stored-file.ts'

/** A file that is attached, or becomes a page; `current` is the attached file that it replaces. */
export type AddedFile = {
  id: string
  path: string
  content: Uint8Array
  isExecutable: boolean
  current: FolderFile | undefined
  isPage: boolean
}

export type Addresses = readonly (readonly [address: string, path: string])[]

/** Gives new pages and files their IDs. */
export function identify(
  others: readonly {
    path: string
    content: Uint8Array
    isExecutable?: boolean | undefined
    current: FolderFile | undefined
  }[],
): AddedFile[] {
  return others.map(({ path, content, isExecutable, current }) => ({
    id: newId(),
    path,
    content,
    current,
    isExecutable: isExecutable ?? current?.isExecutable ?? isScript(content),
    isPage: current === undefined && isText(path, content),
  }))
}

/** The addresses of the pages and files of a folder, once files were added to it. */
export function addressesWith(plan: Plan, added: readonly AddedFile[]): Addresses {
  const paths = new Set(added.map(({ path }) => path))
  return [
    ...addressesOf(plan).filter(([, path]) => !paths.has(path)),
    ...added.map(({ id, path, isPage }) => [`/${isPage ? 'pages' : 'files'}/${id}`, path] as const),
  ]
}

/**
 * Stores the bytes of files and reads pages, without a row in the store. Returns what adds them in a transaction. Throws
 * QUOTA_EXCEEDED or VALIDATION_FAILED.
 */
export async function prepareAdded(
  context: WorkspaceContext,
  plan: Plan,
  {
    added,
    addresses,
    removed,
  }: { added: readonly AddedFile[]; addresses: Addresses; removed: readonly FolderFile[] },
): Promise<PreparedFiles> {
  const { workspaceId, id: pageId } = plan.main
  const attached = added.filter(({ isPage }) => !isPage)
  await requirePageQuota(context, workspaceId, added.length - attached.length)
  const bytes = attached.reduce((sum, { content }) => sum + content.length, 0)
  await requireFileQuota(context, workspaceId, bytes)
  const pages: ReadPage[] = []
  for (const file of added.filter(({ isPage }) => isPage)) {
    const about = { id: file.id, title: titleOf(file.path), paths: addresses, isMain: true }
    const read = await readPage(context, file, about)
    if (read === undefined) throw notMarkdown(file.path)
    pages.push({ ...read, page: { ...read.page, workspaceId, parentId: pageId } })
  }
  const rows: NewFile[] = []
  for (const file of attached) {
    rows.push({ file, row: await storeBytes(context, { ...file, workspaceId }) })
  }
  return {
    files: [
      ...pages.map(({ file: { path }, text }) => fileOf(path, sha256Of(Buffer.from(text)), false)),
      ...rows.map(({ file, row }) => fileOf(file.path, row.sha256, file.isExecutable)),
    ],
    add: async (transaction) => {
      for (const page of pages) await addSubpage(transaction, context, plan, page)
      for (const file of rows) await addAttached(transaction, context, plan, file)
      const isOther = added.length > 0 || removed.length > 0
      if (isOther) await requireSameItems(transaction, plan, { added, removed })
    },
  }
}

/** A file as the draft will have it. */
export type DraftFile = Pick<FolderFile, 'path' | 'sha256' | 'isExecutable'>

export type PreparedFiles = {
  files: DraftFile[]
  add: (transaction: Transaction) => Promise<void>
}

function fileOf(path: string, sha256: string, isExecutable: boolean): DraftFile {
  return { path, sha256, isExecutable }
}

async function addSubpage(
  transaction: Transaction,
  context: WorkspaceContext,
  { main }: Plan,
  { page, id, source, file }: ReadPage,
): Promise<void> {
  const { workspaceId, id: pageId } = main
  await addPage(transaction, context, page)
  await sources.put(transaction, { workspaceId, pageId: id }, source)
  const row = { itemId: id, path: file.path, isExecutable: 0 as const }
  await skillDrafts.putPath(transaction, { workspaceId, pageId }, row)
}

type NewFile = { file: AddedFile; row: StoredFile }

async function addAttached(
  transaction: Transaction,
  context: WorkspaceContext,
  { main }: Plan,
  { file, row }: NewFile,
): Promise<void> {
  const { workspaceId, id: pageId } = main
  const { id, path, isExecutable, current } = file
  await insertFile(transaction, context, row)
  const address = { workspaceId, pageId }
  const replaced = current?.fileId
  if (replaced !== undefined)
    await storedFiles.detachFrom(transaction, { ...address, fileId: replaced })
  const location = { itemId: id, path, isExecutable: isExecutable ? (1 as const) : (0 as const) }
  await skillDrafts.putPath(transaction, address, location)
  await attach(transaction, context, { ...address, fileId: id })
}

/**
 * After the events, whose counter orders all writers of the workspace: the pages and files are those that were read. Throws BUSY.
 */
async function requireSameItems(
  transaction: Transaction,
  { main, pages, files }: Plan,
  { added, removed }: { added: readonly AddedFile[]; removed: readonly FolderFile[] },
): Promise<void> {
  const { workspaceId, id: pageId } = main
  const gone = new Set<string | undefined>([
    pageId,
    ...added.map(({ current }) => current?.fileId),
    ...removed.map(({ fileId, source }) => fileId ?? source?.pageId),
  ])
  const expected = [
    ...[...pages.map(({ id }) => id), ...files.map(({ fileId }) => fileId)].filter(
      (id) => !gone.has(id),
    ),
    ...added.map(({ id }) => id),
  ]
  const subpages = await skillDrafts.subpages(transaction, { workspaceId, pageId }, 2 * maxFiles)
  const now = [
    ...subpages.filter(({ sectionId }) => sectionId === main.sectionId),
    ...(await storedFiles.ofPage(transaction, workspaceId, pageId)),
  ].map(({ id }) => id)
  if (now.toSorted().join() !== expected.toSorted().join()) throw new ChangedMeanwhile()
}
