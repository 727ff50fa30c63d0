import type { Reader, Transaction } from '../connection.ts'
import { allViewed, getViewed, type Viewer, viewedStatement } from '../rights/viewer.ts'
import { statement } from '../statement.ts'

export type FileRow = {
  workspaceId: string
  id: string
  name: string
  mimeType: string
  size: number
  sha256: string
  createdAt: number
  createdBy: string
}

/** The sort key of files. */
export type FileCursor = Pick<FileRow, 'id' | 'createdAt'>

export type FileItem = Pick<FileRow, 'id' | 'name' | 'mimeType' | 'size' | 'createdAt'>

/** A file with its uploader and the number of pages outside the trash that attach it. */
export type FoundFile = FileItem & {
  createdBy: string
  firstName: string
  lastName: string
  pages: number
}

const columns = `f.workspace_id as "workspaceId", f.id, f.name, f.mime_type as "mimeType", f.size, f.sha256,
  f.created_at as "createdAt", f.created_by as "createdBy"`
const itemColumns = 'f.id, f.name, f.mime_type as "mimeType", f.size, f.created_at as "createdAt"'

const getStatement = viewedStatement<FileRow, { workspaceId: string; id: string }>(
  'files.get',
  `select ${columns} from files f where f.workspace_id = $workspaceId and f.id = $id and {visibleFile f}`,
)
const workspaceOfStatement = statement<{ workspaceId: string }, { id: string }>(
  'files.workspaceOf',
  'select workspace_id as "workspaceId" from file_workspaces where file_id = $id',
)
const listStatement = viewedStatement<
  FileItem,
  { workspaceId: string; limit: number; offset: number }
>(
  'files.list',
  `select ${itemColumns} from files f where f.workspace_id = $workspaceId and {visibleFile f}
   order by f.created_at desc, f.id desc limit $limit offset $offset`,
)
const ofPageStatement = statement<FileItem, { workspaceId: string; pageId: string }>(
  'files.ofPage',
  `select ${itemColumns} from page_files a
   join files f on f.workspace_id = a.workspace_id and f.id = a.file_id
   where a.workspace_id = $workspaceId and a.page_id = $pageId order by f.created_at desc, f.id desc`,
)
const allStatement = viewedStatement<FileRow, { workspaceId: string }>(
  'files.all',
  `select ${columns} from files f where f.workspace_id = $workspaceId and {visibleFile f}
   order by f.created_at, f.id`,
)
const attachmentsStatement = viewedStatement<
  { pageId: string; fileId: string },
  { workspaceId: string }
>(
  'files.attachments',
  `select a.page_id as "pageId", a.file_id as "fileId" from page_files a
   join pages p on p.workspace_id = a.workspace_id and p.id = a.page_id
   where a.workspace_id = $workspaceId and {visible p} order by a.created_at, a.page_id, a.file_id`,
)
const hashesStatement = statement<{ sha256: string; size: number }>(
  'files.hashes',
  'select distinct sha256, size from files order by sha256',
)
const insertStatement = statement<never, FileRow>(
  'files.insert',
  `insert into files (workspace_id, id, name, mime_type, size, sha256, created_at, created_by)
   values ($workspaceId, $id, $name, $mimeType, $size, $sha256, $createdAt, $createdBy)`,
)
const enlistStatement = statement<never, { id: string; workspaceId: string }>(
  'files.enlist',
  'insert into file_workspaces (file_id, workspace_id) values ($id, $workspaceId)',
)
const attachStatement = statement<
  never,
  { workspaceId: string; pageId: string; fileId: string; createdAt: number }
>(
  'files.attach',
  `insert into page_files (workspace_id, page_id, file_id, created_at)
     values ($workspaceId, $pageId, $fileId, $createdAt)
   on conflict (workspace_id, page_id, file_id) do nothing`,
)

const renameStatement = statement<never, { workspaceId: string; id: string; name: string }>(
  'files.rename',
  'update files set name = $name where workspace_id = $workspaceId and id = $id',
)
const detachStatement = statement<never, { workspaceId: string; id: string }>(
  'files.detach',
  'delete from page_files where workspace_id = $workspaceId and file_id = $id',
)
const detachFromStatement = statement<
  never,
  { workspaceId: string; pageId: string; fileId: string }
>(
  'files.detachFrom',
  'delete from page_files where workspace_id = $workspaceId and page_id = $pageId and file_id = $fileId',
)
const delistStatement = statement<never, { id: string }>(
  'files.delist',
  'delete from file_workspaces where file_id = $id',
)
const removeStatement = statement<never, { workspaceId: string; id: string }>(
  'files.remove',
  'delete from files where workspace_id = $workspaceId and id = $id',
)

const foundColumns = `${itemColumns}, f.created_by as "createdBy", u.first_name as "firstName",
  u.last_name as "lastName",
  (select count(*) from page_files a
   join pages p on p.workspace_id = a.workspace_id and p.id = a.page_id and p.deleted_at is null
     and {visible p}
   where a.workspace_id = $workspaceId and a.file_id = f.id) as "pages"`
const newestStatement = viewedStatement<
  FoundFile,
  { workspaceId: string; limit: number; offset: number }
>(
  'files.newest',
  `select ${foundColumns} from files f join users u on u.id = f.created_by
   where f.workspace_id = $workspaceId and {visibleFile f}
   order by f.created_at desc, f.id desc limit $limit offset $offset`,
)
const foundStatement = viewedStatement<FoundFile, { workspaceId: string; id: string }>(
  'files.found',
  `select ${foundColumns} from files f join users u on u.id = f.created_by
   where f.workspace_id = $workspaceId and f.id = $id and {visibleFile f}`,
)
const newestOfTypeStatement = viewedStatement<
  FileCursor,
  { workspaceId: string; mimeType: string; limit: number; offset: number }
>(
  'files.newestOfType',
  `select f.id, f.created_at as "createdAt" from files f
   where f.workspace_id = $workspaceId and f.mime_type = $mimeType and {visibleFile f}
   order by f.created_at desc, f.id desc limit $limit offset $offset`,
)
const countByTypeStatement = viewedStatement<
  { mimeType: string; files: number },
  { workspaceId: string }
>(
  'files.countByType',
  `select f.mime_type as "mimeType", count(*) as "files" from files f
   where f.workspace_id = $workspaceId and {visibleFile f} group by f.mime_type`,
)
const bytesStatement = statement<{ bytes: number }, { workspaceId: string }>(
  'files.bytes',
  'select cast(coalesce(sum(size), 0) as bigint) as "bytes" from files where workspace_id = $workspaceId',
)
const bytesOfUserStatement = statement<{ bytes: number }, { userId: string }>(
  'files.bytesMadeBy',
  'select cast(coalesce(sum(size), 0) as bigint) as "bytes" from files where created_by = $userId',
)
const namesStatement = viewedStatement<
  { id: string; name: string; mimeType: string },
  { workspaceId: string }
>(
  'files.names',
  `select f.id, f.name, f.mime_type as "mimeType" from files f
   where f.workspace_id = $workspaceId and {visibleFile f} order by f.created_at desc, f.id desc`,
)
const usersStatement = statement<{ pageId: string }, { workspaceId: string; id: string }>(
  'files.users',
  'select page_id as "pageId" from page_files where workspace_id = $workspaceId and file_id = $id',
)
const namedStatement = statement<
  { pageId: string; isNamed: 0 | 1 },
  { workspaceId: string; pattern: string; after: string; limit: number }
>(
  'files.named',
  `select page_id as "pageId", case when document like $pattern then 1 else 0 end as "isNamed"
   from page_contents where workspace_id = $workspaceId and page_id > $after order by page_id limit $limit`,
)

export function get(reader: Reader, viewer: Viewer, id: string): Promise<FileRow | undefined> {
  return getViewed(reader, viewer, getStatement, { id })
}

/** Undefined also for a file that a node without the file directory has written. */
export async function workspaceOf(reader: Reader, id: string): Promise<string | undefined> {
  return (await reader.get(workspaceOfStatement, { id }))?.workspaceId
}

/** Newest first. */
export function list(
  reader: Reader,
  viewer: Viewer,
  { limit, offset }: { limit: number; offset: number },
): Promise<FileItem[]> {
  return allViewed(reader, viewer, listStatement, { limit, offset })
}

/** Newest first, with details. */
export function newest(
  reader: Reader,
  viewer: Viewer,
  { limit, offset }: { limit: number; offset: number },
): Promise<FoundFile[]> {
  return allViewed(reader, viewer, newestStatement, { limit, offset })
}

/** Files of one MIME type, newest first. */
export function newestOfType(
  reader: Reader,
  viewer: Viewer,
  mimeType: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<FileCursor[]> {
  return allViewed(reader, viewer, newestOfTypeStatement, { mimeType, limit, offset })
}

export function found(reader: Reader, viewer: Viewer, id: string): Promise<FoundFile | undefined> {
  return getViewed(reader, viewer, foundStatement, { id })
}

/** For a viewer who cannot see every file. */
export function countByType(
  reader: Reader,
  viewer: Viewer,
): Promise<{ mimeType: string; files: number }[]> {
  return allViewed(reader, viewer, countByTypeStatement, {})
}

/** The searchable columns, newest first. */
export function names(
  reader: Reader,
  viewer: Viewer,
): Promise<{ id: string; name: string; mimeType: string }[]> {
  return allViewed(reader, viewer, namesStatement, {})
}

/** The pages that attach a file, including those in the trash. */
export async function users(reader: Reader, workspaceId: string, id: string): Promise<string[]> {
  const rows = await reader.all(usersStatement, { workspaceId, id })
  return rows.map(({ pageId }) => pageId)
}

/** The pages after an id whose documents mention a file, in order of their ids. */
export function named(
  reader: Reader,
  workspaceId: string,
  id: string,
  { after, limit }: { after: string; limit: number },
): Promise<{ pageId: string; isNamed: 0 | 1 }[]> {
  return reader.all(namedStatement, { workspaceId, pattern: `%${id}%`, after, limit })
}

/** Newest first. */
export function ofPage(reader: Reader, workspaceId: string, pageId: string): Promise<FileItem[]> {
  return reader.all(ofPageStatement, { workspaceId, pageId })
}

/** All files of a workspace, oldest first. */
export function all(reader: Reader, viewer: Viewer): Promise<FileRow[]> {
  return allViewed(reader, viewer, allStatement, {})
}

/** The attachments of a workspace, oldest first. */
export function attachments(
  reader: Reader,
  viewer: Viewer,
): Promise<{ pageId: string; fileId: string }[]> {
  return allViewed(reader, viewer, attachmentsStatement, {})
}

/** All contents that files refer to. */
export function hashes(reader: Reader): Promise<{ sha256: string; size: number }[]> {
  return reader.all(hashesStatement)
}

export async function insert(transaction: Transaction, file: FileRow): Promise<void> {
  await transaction.run(insertStatement, file)
  await enlist(transaction, file)
}

/** Adds a file to the directory, which finds it by its id alone. */
export async function enlist(
  transaction: Transaction,
  { id, workspaceId }: Pick<FileRow, 'id' | 'workspaceId'>,
): Promise<void> {
  await transaction.run(enlistStatement, { id, workspaceId })
}

/** False when the file was already attached. */
export async function attach(
  transaction: Transaction,
  attachment: { workspaceId: string; pageId: string; fileId: string; createdAt: number },
): Promise<boolean> {
  const { workspaceId, pageId, fileId, createdAt } = attachment
  return (await transaction.run(attachStatement, { workspaceId, pageId, fileId, createdAt })) > 0
}

/** Detaches a file from a page. Whether it was attached. */
export async function detachFrom(
  transaction: Transaction,
  attachment: { workspaceId: string; pageId: string; fileId: string },
): Promise<boolean> {
  return (await transaction.run(detachFromStatement, attachment)) > 0
}

export async function rename(
  transaction: Transaction,
  { workspaceId, id, name }: Pick<FileRow, 'workspaceId' | 'id' | 'name'>,
): Promise<void> {
  await transaction.run(renameStatement, { workspaceId, id, name })
}

/** Removes a file from its workspace and from all pages; its content stays. */
export async function remove(
  transaction: Transaction,
  { workspaceId, id }: Pick<FileRow, 'workspaceId' | 'id'>,
): Promise<void> {
  await transaction.run(detachStatement, { workspaceId, id })
  await transaction.run(delistStatement, { id })
  await transaction.run(removeStatement, { workspaceId, id })
}

/** The total of all files in a workspace. */
export async function bytes(reader: Reader, workspaceId: string): Promise<number> {
  return (await reader.get(bytesStatement, { workspaceId }))?.bytes ?? 0
}

/** The total of all files that a person has uploaded, in all workspaces. */
export async function bytesOfUser(reader: Reader, userId: string): Promise<number> {
  return (await reader.get(bytesOfUserStatement, { userId }))?.bytes ?? 0
}
