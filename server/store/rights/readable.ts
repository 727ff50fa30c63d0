import type { Reader } from '../connection.ts'
import { statement } from '../statement.ts'
import { type Viewer, viewerValues, type ViewerValues } from './viewer.ts'

/** Which sections a viewer can read and which page is in which, for indexes in memory. */

export type AssignmentRow = { sequence: number; pageId: string; sectionId: string | null }

/** The version of what each viewer can read, and the last assignment of pages to sections. */
export type RightsVersions = { rightsVersion: number; sectionSequence: number }

/** Follows the assignments in order of their sequence numbers, then of the pages. */
export type AssignmentCursor = { sequence: number; pageId: string }

type Numbered<Row> = { [Name in keyof Row]: Row[Name] | null }

const assignmentsStatement = statement<
  Numbered<AssignmentRow> & { latest: number },
  AssignmentCursor & { workspaceId: string; limit: number }
>(
  'readable.assignments',
  `select w.section_sequence as "latest", p.section_sequence as "sequence", p.id as "pageId",
     p.section_id as "sectionId"
   from workspaces w left join pages p on p.workspace_id = $workspaceId and p.section_sequence >= $sequence
     and (p.section_sequence > $sequence or p.id > $pageId)
   where w.id = $workspaceId order by p.section_sequence, p.id limit $limit`,
)
/** With each level that the viewer has in a section; 0 is the one by role. */
export const sectionsStatement = statement<
  { version: number; sectionId: string | null; level: number | null },
  ViewerValues
>(
  'readable.sections',
  `select w.rights_version as "version", a.section_id as "sectionId", a.level as "level"
   from workspaces w left join section_access a on a.workspace_id = w.id and a.principal_id in
     (select g.group_id from group_members g where g.workspace_id = $workspaceId and g.user_id = $viewerId
      union all select $viewerId union all select $everyoneId)
   where w.id = $workspaceId`,
)

export const versionsStatement = statement<RightsVersions, { workspaceId: string }>(
  'readable.versions',
  `select rights_version as "rightsVersion", section_sequence as "sectionSequence" from workspaces
   where id = $workspaceId`,
)

export async function versions(reader: Reader, workspaceId: string): Promise<RightsVersions> {
  const none = { rightsVersion: 0, sectionSequence: 0 }
  return (await reader.get(versionsStatement, { workspaceId })) ?? none
}

/** Pages assigned after the cursor, with the last sequence number of the workspace. */
export async function assignments(
  reader: Reader,
  workspaceId: string,
  { sequence, pageId }: AssignmentCursor,
  limit: number,
): Promise<{ latest: number; rows: AssignmentRow[] }> {
  const found = await reader.all(assignmentsStatement, { workspaceId, sequence, pageId, limit })
  const rows: AssignmentRow[] = []
  for (const row of found) {
    if (row.sequence === null || row.pageId === null) continue
    rows.push({ sequence: row.sequence, pageId: row.pageId, sectionId: row.sectionId })
  }
  return { latest: found[0]?.latest ?? 0, rows }
}

/** The sections that the viewer can read, some more than once, and the version of rights that says so. */
export async function sections(
  reader: Reader,
  viewer: Viewer,
): Promise<{ version: number; sectionIds: string[] }> {
  const rows = await reader.all(sectionsStatement, viewerValues(viewer))
  const sectionIds = rows.flatMap(({ sectionId }) => sectionId ?? [])
  return { version: rows[0]?.version ?? 0, sectionIds }
}
