import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

type PageAddress = { workspaceId: string; pageId: string }
type VersionAddress = PageAddress & { version: number }

/** A file of a published version. */
export type FileRow = {
  path: string
  sha256: string
  size: number
  isExecutable: 0 | 1
  /** The page that it was made from, and the version of that page. */
  sourceId: string | null
  sourceVersion: number | null
  /** The attached file that it is. */
  fileId: string | null
}

const columns = `path, sha256, size, is_executable as "isExecutable", source_id as "sourceId",
  source_version as "sourceVersion", file_id as "fileId"`

const insertStatement = statement<never, VersionAddress & FileRow>(
  'skillFiles.insert',
  `insert into skill_files (workspace_id, page_id, version, path, sha256, size, is_executable, source_id,
     source_version, file_id)
   values ($workspaceId, $pageId, $version, $path, $sha256, $size, $isExecutable, $sourceId, $sourceVersion, $fileId)`,
)
const listStatement = statement<FileRow, VersionAddress>(
  'skillFiles.list',
  `select ${columns} from skill_files
   where workspace_id = $workspaceId and page_id = $pageId and version = $version order by path`,
)
const putContentStatement = statement<
  never,
  { workspaceId: string; sha256: string; content: Uint8Array }
>(
  'skillFiles.putContent',
  `insert into skill_contents (workspace_id, sha256, content) values ($workspaceId, $sha256, $content)
   on conflict (workspace_id, sha256) do nothing`,
)
const contentStatement = statement<
  { content: Uint8Array },
  { workspaceId: string; sha256: string }
>(
  'skillFiles.content',
  'select content from skill_contents where workspace_id = $workspaceId and sha256 = $sha256',
)
const removeStatement = statement<never, PageAddress>(
  'skillFiles.remove',
  'delete from skill_files where workspace_id = $workspaceId and page_id = $pageId',
)
const removeUnusedStatement = statement<never, { workspaceId: string }>(
  'skillFiles.removeUnused',
  `delete from skill_contents where workspace_id = $workspaceId and not exists (select 1 from skill_files f
     where f.workspace_id = skill_contents.workspace_id and f.sha256 = skill_contents.sha256)`,
)

/** A file of a version, with its bytes. */
export async function insert(
  transaction: Transaction,
  address: VersionAddress,
  file: FileRow,
  content: Uint8Array,
): Promise<void> {
  const { workspaceId } = address
  await transaction.run(putContentStatement, { workspaceId, sha256: file.sha256, content })
  await transaction.run(insertStatement, { ...address, ...file })
}

/** By path. */
export function list(
  reader: Reader,
  { workspaceId, pageId, version }: VersionAddress,
): Promise<FileRow[]> {
  return reader.all(listStatement, { workspaceId, pageId, version })
}

export async function content(
  reader: Reader,
  { workspaceId, sha256 }: { workspaceId: string; sha256: string },
): Promise<Uint8Array | undefined> {
  return (await reader.get(contentStatement, { workspaceId, sha256 }))?.content
}

/** The files of all versions of a page, with the bytes that no other has. */
export async function remove(
  transaction: Transaction,
  { workspaceId, pageId }: PageAddress,
): Promise<void> {
  if ((await transaction.run(removeStatement, { workspaceId, pageId })) === 0) return
  await transaction.run(removeUnusedStatement, { workspaceId })
}
