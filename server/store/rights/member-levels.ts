import { levelNumbers } from './viewer.ts'

/** Conditions on what the members of a workspace can do, for statements about several people. */

/** The rows of `section_access` that apply to the member `m`. */
const appliesToMember = `(a.principal_id = m.user_id or (a.principal_id = $workspaceId and m.scope = 'workspace')
  or exists (select 1 from group_members g where g.workspace_id = $workspaceId and g.user_id = m.user_id
    and g.group_id = a.principal_id))`

/** The condition that the member `m` can read the page `p`. */
export const memberReads = `((p.section_id is null and m.scope = 'workspace')
  or exists (select 1 from section_access a where a.workspace_id = $workspaceId and a.section_id = p.section_id
    and ${appliesToMember}))`

/** The role lets the member `m` of the workspace `w` write on pages outside of sections. */
const writesByRole = `(m.scope = 'workspace' and (w.propose_only = 0 or m.role <> 'MEMBER'))`

/** The condition that the member `m` can write on the page `p`. The row without a page is the top level. */
export const memberWrites = `((p.section_id is null and ${writesByRole}) or exists (select 1 from section_access a
  where a.workspace_id = $workspaceId and a.section_id = p.section_id
    and (a.level >= ${levelNumbers.write} or (a.level = 0 and ${writesByRole})) and ${appliesToMember}))`
