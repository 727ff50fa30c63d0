import type { StoredFields } from '../../lib/page-fields.ts'
import type { Reader, Transaction } from '../connection.ts'
import { joinRun, noRun, runColumns, type RunOf } from '../runs/columns.ts'
import { statement } from '../statement.ts'
import {
  fieldAssignments,
  fieldColumns,
  fieldValues,
  selectFields,
  selectStoredFields,
} from './fields.ts'

type PageAddress = { workspaceId: string; pageId: string }

/** A version of a page. */
export type VersionRow = StoredFields & {
  version: number
  createdAt: number
  createdBy: string
  /** Null when unknown. */
  via: string | null
  /** Null when unknown. */
  runId: string | null
  /** A JSON list of the people who wrote it, if they are several. `createdBy` is the last of them. */
  authors: string | null
}

/** `runId` is null if it is left out. */
export type NewVersion = Omit<VersionRow, 'runId'> & { runId?: string | null }

type Author = { firstName: string; lastName: string }

/** A version in a list, without the fields that have operations of their own. */
export type VersionItem = Omit<VersionRow, 'properties'> & Author & RunOf

/** A document and who wrote which part of it, both compressed. */
export type PackedBody = { document: Uint8Array; attribution: Uint8Array | null }

/** The document is in `packed`, compressed; if that is null, it is in `present`, the current document of the page. */
export type StoredVersion = VersionRow &
  Author &
  RunOf & { packed: Uint8Array | null; present: string | null }

const stamps = `v.created_at as "createdAt", v.created_by as "createdBy", v.via, v.run_id as "runId", v.authors`
const columns = `v.version, ${selectStoredFields('v')}, ${stamps}`

const newestStatement = statement<VersionRow, PageAddress>(
  'history.newest',
  `select ${columns} from page_versions v where v.workspace_id = $workspaceId and v.page_id = $pageId
   order by v.version desc limit 1`,
)
const atOrBeforeStatement = statement<{ version: number }, PageAddress & { version: number }>(
  'history.atOrBefore',
  `select version from page_versions
   where workspace_id = $workspaceId and page_id = $pageId and version <= $version
   order by version desc limit 1`,
)
const sharingStatement = statement<
  { version: number; isSharing: number },
  PageAddress & { version: number }
>(
  'history.sharing',
  `select version, case when document is null then 1 else 0 end as "isSharing" from page_versions
   where workspace_id = $workspaceId and page_id = $pageId and version < $version
   order by version desc limit 1`,
)
const insertStatement = statement<never, PageAddress & VersionRow>(
  'history.insert',
  `insert into page_versions (workspace_id, page_id, version, ${fieldColumns}, created_at, created_by, via, run_id, authors)
   values ($workspaceId, $pageId, $version, ${fieldValues}, $createdAt, $createdBy, $via, $runId, $authors)`,
)
const insertPresentStatement = statement<never, PageAddress>(
  'history.insertPresent',
  `insert into page_versions (workspace_id, page_id, version, ${fieldColumns}, created_at, created_by)
   select workspace_id, id, version, ${fieldColumns}, updated_at, updated_by from pages
   where workspace_id = $workspaceId and id = $pageId`,
)
const renumberStatement = statement<
  never,
  PageAddress &
    StoredFields &
    Pick<VersionRow, 'createdBy' | 'authors' | 'runId'> & { version: number; next: number }
>(
  'history.renumber',
  `update page_versions set version = $next, ${fieldAssignments}, created_by = $createdBy, run_id = $runId, authors = $authors
   where workspace_id = $workspaceId and page_id = $pageId and version = $version`,
)
const keepDocumentStatement = statement<never, PageAddress & PackedBody & { version: number }>(
  'history.keepDocument',
  `update page_versions set document = $document, attribution = $attribution where workspace_id = $workspaceId and page_id = $pageId
     and version = $version`,
)
const listStatement = statement<VersionItem, PageAddress & { limit: number; offset: number }>(
  'history.list',
  `select v.version, ${selectFields('v')}, ${stamps}, u.first_name as "firstName", u.last_name as "lastName", ${runColumns}
   from page_versions v join users u on u.id = v.created_by ${joinRun('v')}
   where v.workspace_id = $workspaceId and v.page_id = $pageId
     order by v.version desc limit $limit offset $offset`,
)
const presentStatement = statement<StoredVersion, PageAddress>(
  'history.present',
  `select p.version, ${selectStoredFields('p')}, p.updated_at as "createdAt", p.updated_by as "createdBy", null as "via",
     null as "runId", null as "authors", ${noRun},
     u.first_name as "firstName", u.last_name as "lastName", null as "packed", c.document as "present"
   from pages p join users u on u.id = p.updated_by
   left join page_contents c on c.workspace_id = p.workspace_id and c.page_id = p.id
   where p.workspace_id = $workspaceId and p.id = $pageId`,
)
const readStatement = statement<StoredVersion, PageAddress & { version: number }>(
  'history.read',
  `select ${columns}, u.first_name as "firstName", u.last_name as "lastName", ${runColumns},
     (select d.document from page_versions d
      where d.workspace_id = $workspaceId and d.page_id = $pageId and d.version >= v.version
      and d.document is not null
      order by d.version limit 1) as "packed",
     (select c.document from page_contents c where c.workspace_id = $workspaceId
     and c.page_id = $pageId) as "present"
   from page_versions v join users u on u.id = v.created_by ${joinRun('v')}
   where v.workspace_id = $workspaceId and v.page_id = $pageId and v.version >= $version
     order by v.version limit 1`,
)
const numbersStatement = statement<
  { version: number },
  PageAddress & { after: number; until: number }
>(
  'history.numbers',
  `select version from page_versions where workspace_id = $workspaceId and page_id = $pageId
     and version > $after and version <= $until order by version`,
)
const marksStatement = statement<VersionMark, PageAddress & { after: number }>(
  'history.marks',
  `select version, created_at as "createdAt", created_by as "createdBy", via, run_id as "runId", authors
   from page_versions where workspace_id = $workspaceId and page_id = $pageId and version > $after order by version`,
)
const attributionStatement = statement<
  { attribution: Uint8Array | null },
  PageAddress & { version: number }
>(
  'history.attribution',
  `select attribution from page_versions
   where workspace_id = $workspaceId and page_id = $pageId and version >= $version and document is not null
   order by version limit 1`,
)
const latestStatement = statement<
  VersionRow & { packed: Uint8Array | null },
  PageAddress & { limit: number }
>(
  'history.latest',
  `select ${columns}, v.document as "packed" from page_versions v
   where v.workspace_id = $workspaceId and v.page_id = $pageId order by v.version desc limit $limit`,
)
const removeStatement = statement<never, PageAddress>(
  'history.remove',
  'delete from page_versions where workspace_id = $workspaceId and page_id = $pageId',
)

export function newest(
  reader: Reader,
  { workspaceId, pageId }: PageAddress,
): Promise<VersionRow | undefined> {
  return reader.get(newestStatement, { workspaceId, pageId })
}

/** The recorded versions after one, up to another. */
export async function numbers(
  reader: Reader,
  { workspaceId, pageId }: PageAddress,
  { after, until }: { after: number; until: number },
): Promise<number[]> {
  const rows = await reader.all(numbersStatement, { workspaceId, pageId, after, until })
  return rows.map(({ version }) => version)
}

/** Who made a version and when. */
export type VersionMark = Omit<VersionRow, keyof StoredFields>

/** The recorded versions after one, in order. */
export function marks(
  reader: Reader,
  { workspaceId, pageId }: PageAddress,
  after: number,
): Promise<VersionMark[]> {
  return reader.all(marksStatement, { workspaceId, pageId, after })
}

/** The newest recorded version that is not newer than another. */
export async function atOrBefore(
  reader: Reader,
  { workspaceId, pageId }: PageAddress,
  version: number,
): Promise<number | undefined> {
  return (await reader.get(atOrBeforeStatement, { workspaceId, pageId, version }))?.version
}

/** The version before another one, if it uses the same document instead of a copy. */
export async function sharing(
  reader: Reader,
  { workspaceId, pageId }: PageAddress,
  version: number,
): Promise<number | undefined> {
  const row = await reader.get(sharingStatement, { workspaceId, pageId, version })
  return row?.isSharing === 1 ? row.version : undefined
}

/** Records a version whose document is the current one. */
export async function insert(
  transaction: Transaction,
  page: PageAddress,
  version: NewVersion,
): Promise<void> {
  await transaction.run(insertStatement, { ...page, ...version, runId: version.runId ?? null })
}

/** Records the current state of a page that is older than page histories. */
export async function insertPresent(
  transaction: Transaction,
  { workspaceId, pageId }: PageAddress,
): Promise<void> {
  await transaction.run(insertPresentStatement, { workspaceId, pageId })
}

/** Replaces a version with a later one. */
export async function renumber(
  transaction: Transaction,
  { workspaceId, pageId }: PageAddress,
  version: number,
  to: StoredFields & Pick<NewVersion, 'version' | 'createdBy' | 'runId' | 'authors'>,
): Promise<void> {
  const next = to.version
  await transaction.run(renumberStatement, {
    ...to,
    runId: to.runId ?? null,
    workspaceId,
    pageId,
    version,
    next,
  })
}

/** Copies the current document into a version, before the page changes. */
export async function keepDocument(
  transaction: Transaction,
  { workspaceId, pageId }: PageAddress,
  version: number,
  { document, attribution }: PackedBody,
): Promise<void> {
  const values = { workspaceId, pageId, version, document, attribution }
  await transaction.run(keepDocumentStatement, values)
}

/** Newest first. */
export function list(
  reader: Reader,
  { workspaceId, pageId }: PageAddress,
  { limit, offset }: { limit: number; offset: number },
): Promise<VersionItem[]> {
  return reader.all(listStatement, { workspaceId, pageId, limit, offset })
}

/** Versions as they are stored, newest first. The document of a version without one is that of the next. */
export function latest(
  reader: Reader,
  { workspaceId, pageId }: PageAddress,
  limit: number,
): Promise<(VersionRow & { packed: Uint8Array | null })[]> {
  return reader.all(latestStatement, { workspaceId, pageId, limit })
}

/** The current state of a page without history. */
export function present(
  reader: Reader,
  { workspaceId, pageId }: PageAddress,
): Promise<StoredVersion | undefined> {
  return reader.get(presentStatement, { workspaceId, pageId })
}

/** The version with its document, or the version that replaced it. */
export function read(
  reader: Reader,
  { workspaceId, pageId }: PageAddress,
  version: number,
): Promise<StoredVersion | undefined> {
  return reader.get(readStatement, { workspaceId, pageId, version })
}

/** Who wrote a version, if it has a copy of its body; undefined if its body is the page's. */
export async function attribution(
  reader: Reader,
  { workspaceId, pageId }: PageAddress,
  version: number,
): Promise<{ attribution: Uint8Array | null } | undefined> {
  return reader.get(attributionStatement, { workspaceId, pageId, version })
}

export async function remove(
  transaction: Transaction,
  { workspaceId, pageId }: PageAddress,
): Promise<void> {
  await transaction.run(removeStatement, { workspaceId, pageId })
}
