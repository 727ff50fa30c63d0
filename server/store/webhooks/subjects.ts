import type { Reader } from '../connection.ts'
import { selectFields } from '../pages/fields.ts'
import type { PageRow } from '../pages/pages.ts'
import { statement } from '../statement.ts'

/** The page or person of an event, including deleted ones. */

export type PageSubject = Omit<PageRow, 'position' | 'createdBy' | 'properties'> & {
  updatedAt: number
}
export type PersonSubject = { id: string; firstName: string; lastName: string }

const pageStatement = statement<PageSubject, { workspaceId: string; pageId: string }>(
  'webhookSubjects.page',
  `select workspace_id as "workspaceId", id, parent_id as "parentId", ${selectFields('pages')}, ownership, type, version,
     created_at as "createdAt", updated_at as "updatedAt", section_id as "sectionId"
   from pages where workspace_id = $workspaceId and id = $pageId`,
)
const personStatement = statement<PersonSubject, { userId: string }>(
  'webhookSubjects.person',
  'select id, first_name as "firstName", last_name as "lastName" from users where id = $userId',
)

export function page(
  reader: Reader,
  workspaceId: string,
  pageId: string,
): Promise<PageSubject | undefined> {
  return reader.get(pageStatement, { workspaceId, pageId })
}

/** Includes removed people. */
export function person(reader: Reader, userId: string): Promise<PersonSubject | undefined> {
  return reader.get(personStatement, { userId })
}
