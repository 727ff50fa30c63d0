import type { Reader, Transaction } from '../connection.ts'
import { allViewed, type Viewer, viewedStatement } from '../rights/viewer.ts'
import { statement } from '../statement.ts'

/** A page or file that an import wrote. `rootId` is the chosen parent, or the workspace. */
export type ItemRow = {
  workspaceId: string
  rootId: string
  kind: 'page' | 'file'
  /** In the source of the import. */
  path: string
  itemId: string
  importId: string
  version: number
  fingerprint: string
}

/** With the section of a page. */
export type PageItem = Pick<ItemRow, 'path' | 'itemId' | 'importId' | 'version' | 'fingerprint'> & {
  sectionId: string | null
}
export type FileItem = Pick<ItemRow, 'path' | 'itemId' | 'importId' | 'fingerprint'>
/** A page of the import that continues. It is gone if it is in the trash or was permanently deleted. */
export type OwnPageItem = PageItem & { isGone: 0 | 1 }

type Part = { workspaceId: string; rootId: string; after: string; limit: number }

const pagesStatement = viewedStatement<PageItem, Part>(
  'importItems.pages',
  `select i.path, i.item_id as "itemId", i.import_id as "importId", i.version, i.fingerprint,
     p.section_id as "sectionId"
   from import_items i join pages p on p.workspace_id = i.workspace_id and p.id = i.item_id
   where i.workspace_id = $workspaceId and i.root_id = $rootId and i.kind = 'page' and i.path > $after
     and p.deleted_at is null and {visible p}
   order by i.path limit $limit`,
)
const filesStatement = viewedStatement<FileItem, Part>(
  'importItems.files',
  `select i.path, i.item_id as "itemId", i.import_id as "importId", i.fingerprint
   from import_items i join files f on f.workspace_id = i.workspace_id and f.id = i.item_id
   where i.workspace_id = $workspaceId and i.root_id = $rootId and i.kind = 'file' and i.path > $after
     and {visibleFile f}
   order by i.path limit $limit`,
)
const ownPagesStatement = statement<OwnPageItem, Part & { importId: string }>(
  'importItems.ownPages',
  `select i.path, i.item_id as "itemId", i.import_id as "importId", i.version, i.fingerprint,
     p.section_id as "sectionId", case when p.id is null or p.deleted_at is not null then 1 else 0 end as "isGone"
   from import_items i left join pages p on p.workspace_id = i.workspace_id and p.id = i.item_id
   where i.workspace_id = $workspaceId and i.root_id = $rootId and i.kind = 'page' and i.path > $after
     and i.import_id = $importId
   order by i.path limit $limit`,
)
const ownFilesStatement = statement<FileItem, Part & { importId: string }>(
  'importItems.ownFiles',
  `select i.path, i.item_id as "itemId", i.import_id as "importId", i.fingerprint
   from import_items i join files f on f.workspace_id = i.workspace_id and f.id = i.item_id
   where i.workspace_id = $workspaceId and i.root_id = $rootId and i.kind = 'file' and i.path > $after
     and i.import_id = $importId
   order by i.path limit $limit`,
)
const putStatement = statement<never, ItemRow>(
  'importItems.put',
  `insert into import_items (workspace_id, root_id, kind, path, item_id, import_id, version, fingerprint)
     values ($workspaceId, $rootId, $kind, $path, $itemId, $importId, $version, $fingerprint)
   on conflict (workspace_id, root_id, kind, path) do update set item_id = excluded.item_id,
     import_id = excluded.import_id, version = excluded.version, fingerprint = excluded.fingerprint`,
)

type Root = { rootId: string; after: string; limit: number }

/** The pages outside the trash that the viewer can read, by path. The root has the path `/`. */
export function pages(reader: Reader, viewer: Viewer, part: Root): Promise<PageItem[]> {
  return allViewed(reader, viewer, pagesStatement, part)
}

export function files(reader: Reader, viewer: Viewer, part: Root): Promise<FileItem[]> {
  return allViewed(reader, viewer, filesStatement, part)
}

type Own = { workspaceId: string; importId: string }

/** All pages of an import, also those that are gone or hidden from its author. */
export function ownPages(reader: Reader, own: Own, part: Root): Promise<OwnPageItem[]> {
  return reader.all(ownPagesStatement, { ...own, ...part })
}

/** All files of an import that exist. */
export function ownFiles(reader: Reader, own: Own, part: Root): Promise<FileItem[]> {
  return reader.all(ownFilesStatement, { ...own, ...part })
}

export async function put(transaction: Transaction, row: ItemRow): Promise<void> {
  await transaction.run(putStatement, row)
}
