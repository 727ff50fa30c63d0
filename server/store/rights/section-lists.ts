import type { Reader } from '../connection.ts'
import { statement } from '../statement.ts'
import type { SectionAddress } from './sections.ts'
import { allViewed, type Viewer, viewedStatement } from './viewer.ts'

/** Sections in lists: those without the viewer, and those shared with the viewer. */

type Part = { after: string; limit: number }
type Values = Part & { workspaceId: string }

export type HiddenRow = { pageId: string; pages: number; createdAt: number }
export type SharedRow = { id: string; title: string; icon: string | null }
export type ManagerRow = { id: string; firstName: string; lastName: string; email: string }

const hiddenStatement = viewedStatement<HiddenRow, Values>(
  'sectionLists.hidden',
  `select s.page_id as "pageId", s.created_at as "createdAt",
     (select count(*) from pages c where c.workspace_id = $workspaceId and c.section_id = s.page_id) as "pages"
   from sections s join pages p on p.workspace_id = s.workspace_id and p.id = s.page_id
   where s.workspace_id = $workspaceId and s.page_id > $after and not {visible p}
   order by s.page_id limit $limit`,
)
/** Someone who sees only what was shared finds shared pages of the top level here too. */
const sharedStatement = viewedStatement<SharedRow, Values>(
  'sectionLists.shared',
  `select p.id, p.title, p.icon
   from sections s join pages p on p.workspace_id = s.workspace_id and p.id = s.page_id
   left join pages q on q.workspace_id = p.workspace_id and q.id = p.parent_id
   where s.workspace_id = $workspaceId and p.id > $after and p.deleted_at is null and {visible p}
     and ((q.id is null and $everyoneId = '') or (q.id is not null and not {visible q}))
   order by p.id limit $limit`,
)
const managersStatement = statement<ManagerRow, SectionAddress>(
  'sectionLists.managers',
  `select u.id, u.first_name as "firstName", u.last_name as "lastName", u.email
   from members m join users u on u.id = m.user_id
   where m.workspace_id = $workspaceId and m.role <> 'VIEWER' and m.max_level is null and u.disabled_at is null and exists (
     select 1 from section_access a where a.workspace_id = $workspaceId and a.section_id = $sectionId
       and a.level = 5 and (a.principal_id = m.user_id or a.principal_id in (select g.group_id
         from group_members g where g.workspace_id = $workspaceId and g.user_id = m.user_id)))
   order by u.id limit 20`,
)

/** Sections that the viewer cannot read, by the ID of the page; deleted pages count too. */
export function hidden(reader: Reader, viewer: Viewer, part: Part): Promise<HiddenRow[]> {
  return allViewed(reader, viewer, hiddenStatement, part)
}

/** Readable sections below a page that the viewer cannot read, by ID. */
export function shared(reader: Reader, viewer: Viewer, part: Part): Promise<SharedRow[]> {
  return allViewed(reader, viewer, sharedStatement, part)
}

/** Members who manage a section, directly or in a group; at most 20. */
export function managers(reader: Reader, section: SectionAddress): Promise<ManagerRow[]> {
  return reader.all(managersStatement, section)
}
