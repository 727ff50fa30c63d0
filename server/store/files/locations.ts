import type { Reader } from '../connection.ts'
import { forList, listSizes, maxListed } from '../id-lists.ts'
import { statement } from '../statement.ts'

/** A section with a page that shows the file. A file on no page is visible to its uploader. */
export type FileLocation = {
  id: string
  createdBy: string
  sectionId: string | null
  isOnPage: 0 | 1
}

const listStatements = listSizes.map((size) => ({
  size,
  statement: statement<FileLocation, { workspaceId: string; ids: readonly string[] }>(
    'fileLocations.list',
    `select distinct f.id, f.created_by as "createdBy", p.section_id as "sectionId",
       case when p.id is null then 0 else 1 end as "isOnPage"
     from files f
     left join page_files l on l.workspace_id = f.workspace_id and l.file_id = f.id
     left join pages p on p.workspace_id = l.workspace_id and p.id = l.page_id
     where f.workspace_id = $workspaceId and f.id in ($ids[${size}])`,
  ),
}))

/** Where files are: one row for each file and section. */
export async function list(
  reader: Reader,
  workspaceId: string,
  ids: readonly string[],
): Promise<FileLocation[]> {
  const found: FileLocation[] = []
  for (let start = 0; start < ids.length; start += maxListed) {
    const some = ids.slice(start, start + maxListed)
    const { statement: reading, list: padded } = forList(listStatements, some)
    found.push(...(await reader.all(reading, { workspaceId, ids: padded })))
  }
  return found
}
