import type { Ownership } from '../../lib/vocabulary.ts'
import type { Reader, Transaction } from '../connection.ts'
import { allViewed, getViewed, type Viewer, viewedStatement } from '../rights/viewer.ts'
import { statement } from '../statement.ts'

type PageAddress = { workspaceId: string; pageId: string }
type VersionAddress = PageAddress & { version: number }

/** What a version says of itself. */
export type VersionDetails = {
  version: number
  title: string
  name: string
  description: string
  /** JSON of the front matter of its main file. */
  frontMatter: string
  digest: string
  /** Of all files, in bytes. */
  size: number
  /** Whether it meets the specification. */
  isValid: 0 | 1
  /** Whether it was published because of a change, and not by hand. */
  isAutomatic: 0 | 1
  note: string
  createdAt: number
  createdBy: string
  runId: string | null
}

export type VersionItem = VersionDetails & { firstName: string; lastName: string; files: number }

/** The version of a skill that has a label. */
export type LabelledVersion = VersionDetails & { pageId: string; workspaceId: string }

const columns = `v.version, v.title, v.name, v.description, v.front_matter as "frontMatter", v.digest, v.size,
  v.is_valid as "isValid", v.is_automatic as "isAutomatic", v.note, v.created_at as "createdAt",
  v.created_by as "createdBy", v.run_id as "runId"`

/** No version with a page that the viewer may no longer read. */
const allReadable = `not exists (select 1 from skill_files f
     join pages s on s.workspace_id = f.workspace_id and s.id = f.source_id
     where f.workspace_id = v.workspace_id and f.page_id = v.page_id and f.version = v.version
       and s.deleted_at is null and not ({visible s}))`
/** Versions `v` of pages `p` that the viewer can read. */
export const joinPage = 'join pages p on p.workspace_id = v.workspace_id and p.id = v.page_id'
export const isReadable = `v.workspace_id = $workspaceId and p.deleted_at is null and {visible p} and ${allReadable}`
const readable = `from skill_versions v ${joinPage} where ${isReadable}`

const insertStatement = statement<never, PageAddress & VersionDetails>(
  'skillVersions.insert',
  `insert into skill_versions (workspace_id, page_id, version, title, name, description, front_matter, digest, size,
     is_valid, is_automatic, note, created_at, created_by, run_id)
   values ($workspaceId, $pageId, $version, $title, $name, $description, $frontMatter, $digest, $size, $isValid,
     $isAutomatic, $note, $createdAt, $createdBy, $runId)`,
)
const newestStatement = statement<VersionDetails, PageAddress>(
  'skillVersions.newest',
  `select ${columns} from skill_versions v where v.workspace_id = $workspaceId and v.page_id = $pageId
   order by v.version desc limit 1`,
)
const getStatement = viewedStatement<VersionDetails, VersionAddress>(
  'skillVersions.get',
  `select ${columns} ${readable} and v.page_id = $pageId and v.version = $version`,
)
const listStatement = viewedStatement<VersionItem, PageAddress & { limit: number; offset: number }>(
  'skillVersions.list',
  `select ${columns}, u.first_name as "firstName", u.last_name as "lastName",
     (select count(*) from skill_files c where c.workspace_id = v.workspace_id and c.page_id = v.page_id
       and c.version = v.version) as "files"
   from skill_versions v
   join pages p on p.workspace_id = v.workspace_id and p.id = v.page_id
   join users u on u.id = v.created_by
   where v.workspace_id = $workspaceId and v.page_id = $pageId and p.deleted_at is null and {visible p}
     and ${allReadable}
   order by v.version desc limit $limit offset $offset`,
)
const labelledStatement = viewedStatement<
  LabelledVersion,
  { workspaceId: string; label: string; ownership: Ownership }
>(
  'skillVersions.labelled',
  `select v.workspace_id as "workspaceId", v.page_id as "pageId", ${columns} ${readable}
     and p.ownership = $ownership and exists (select 1 from skill_labels l
       where l.workspace_id = v.workspace_id and l.page_id = v.page_id and l.label = $label
         and l.version = v.version)
   order by v.page_id`,
)
const labelledOfPageStatement = viewedStatement<LabelledVersion, PageAddress & { label: string }>(
  'skillVersions.labelledOfPage',
  `select v.workspace_id as "workspaceId", v.page_id as "pageId", ${columns} ${readable}
     and v.page_id = $pageId and exists (select 1 from skill_labels l
       where l.workspace_id = v.workspace_id and l.page_id = v.page_id and l.label = $label
         and l.version = v.version)`,
)
/** The page of the skill is not restricted, and the pages of the version are in its section: none has own permissions. */
const publicStatement = statement<LabelledVersion, { label: string }>(
  'skillVersions.forEveryone',
  `select v.workspace_id as "workspaceId", v.page_id as "pageId", ${columns} from skill_labels l
   join workspaces w on w.id = l.workspace_id and w.removed_at is null
   join skill_versions v on v.workspace_id = l.workspace_id and v.page_id = l.page_id and v.version = l.version
   join pages p on p.workspace_id = v.workspace_id and p.id = v.page_id
   where l.label = $label and v.is_valid = 1 and p.deleted_at is null and p.ownership = 'SKILL'
     and not exists (select 1 from sections c
       where c.workspace_id = p.workspace_id and c.page_id = p.id and c.inherits = 0)
     and not exists (select 1 from skill_files f join pages s on s.workspace_id = f.workspace_id and s.id = f.source_id
       where f.workspace_id = v.workspace_id and f.page_id = v.page_id and f.version = v.version
         and s.deleted_at is null and coalesce(s.section_id, '') <> coalesce(p.section_id, ''))
   order by v.workspace_id, v.page_id`,
)
const removeStatement = statement<never, PageAddress>(
  'skillVersions.remove',
  'delete from skill_versions where workspace_id = $workspaceId and page_id = $pageId',
)

export async function insert(
  transaction: Transaction,
  version: PageAddress & VersionDetails,
): Promise<void> {
  await transaction.run(insertStatement, version)
}

export function newest(
  reader: Reader,
  { workspaceId, pageId }: PageAddress,
): Promise<VersionDetails | undefined> {
  return reader.get(newestStatement, { workspaceId, pageId })
}

/** Undefined also if the viewer may not read one of its pages. */
export function get(
  reader: Reader,
  viewer: Viewer,
  { pageId, version }: Omit<VersionAddress, 'workspaceId'>,
): Promise<VersionDetails | undefined> {
  return getViewed(reader, viewer, getStatement, { pageId, version })
}

/** Newest first. */
export function list(
  reader: Reader,
  viewer: Viewer,
  { pageId, limit, offset }: { pageId: string; limit: number; offset: number },
): Promise<VersionItem[]> {
  return allViewed(reader, viewer, listStatement, { pageId, limit, offset })
}

/** The versions with a label of all skills, or agents, that the viewer can read, oldest page first. */
export function labelled(
  reader: Reader,
  viewer: Viewer,
  { label, ownership }: { label: string; ownership: Ownership },
): Promise<LabelledVersion[]> {
  return allViewed(reader, viewer, labelledStatement, { label, ownership })
}

export function labelledOfPage(
  reader: Reader,
  viewer: Viewer,
  { label, pageId }: { label: string; pageId: string },
): Promise<LabelledVersion | undefined> {
  return getViewed(reader, viewer, labelledOfPageStatement, { label, pageId })
}

/** The valid versions of skills with a label in all workspaces, without those with a page whose own permissions restrict it. */
export function forEveryone(reader: Reader, label: string): Promise<LabelledVersion[]> {
  return reader.all(publicStatement, { label })
}

/** Before a page is permanently deleted, after its files and labels. */
export async function remove(
  transaction: Transaction,
  { workspaceId, pageId }: PageAddress,
): Promise<void> {
  await transaction.run(removeStatement, { workspaceId, pageId })
}
