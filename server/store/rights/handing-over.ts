import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

type Member = { workspaceId: string; userId: string }
type HandingOver = Member & { newManagerId: string; now: number }

const managedStatement = statement<{ sectionId: string }, Member>(
  'handingOver.managed',
  `select distinct a.section_id as "sectionId" from section_access a
   where a.workspace_id = $workspaceId and a.level = 5 and (a.principal_id = $userId or a.principal_id in
     (select g.group_id from group_members g where g.workspace_id = $workspaceId and g.user_id = $userId))
   order by a.section_id`,
)
const grantStatement = statement<never, HandingOver>(
  'handingOver.grant',
  `insert into section_grants (workspace_id, section_id, principal_id, level, created_at, created_by)
     select workspace_id, section_id, $newManagerId, level, $now, $userId from section_grants
     where workspace_id = $workspaceId and principal_id = $userId and level = 5
   on conflict (workspace_id, section_id, principal_id) do update set level = excluded.level`,
)
const lowerStatement = statement<never, Omit<HandingOver, 'now'>>(
  'handingOver.removeLower',
  `delete from section_access where workspace_id = $workspaceId and principal_id = $newManagerId and level < 5
     and section_id in (select a.section_id from section_access a
       where a.workspace_id = $workspaceId and a.principal_id = $userId and a.level = 5)`,
)
const accessStatement = statement<never, Omit<HandingOver, 'now'>>(
  'handingOver.access',
  `insert into section_access (workspace_id, section_id, principal_id, level)
     select workspace_id, section_id, $newManagerId, level from section_access
     where workspace_id = $workspaceId and principal_id = $userId and level = 5
   on conflict (workspace_id, section_id, principal_id, level) do nothing`,
)

/** IDs of the sections that a person manages, also through a group. */
export async function managed(reader: Reader, member: Member): Promise<string[]> {
  return (await reader.all(managedStatement, member)).map(({ sectionId }) => sectionId)
}

/** Another person manages every section that a person manages, with what inherits from it. */
export async function handOver(
  transaction: Transaction,
  { workspaceId, userId, newManagerId, now }: HandingOver,
): Promise<void> {
  const people = { workspaceId, userId, newManagerId }
  await transaction.run(grantStatement, { ...people, now })
  await transaction.run(lowerStatement, people)
  await transaction.run(accessStatement, people)
}
