import type { Reader } from '../connection.ts'
import { forList, listSizes, maxListed } from '../id-lists.ts'
import { statement } from '../statement.ts'

/** Who a grant can name, except everyone in the workspace. */
export type PrincipalType = 'person' | 'group' | 'link' | 'webhook' | 'chat' | 'site'

export type PrincipalRow = { id: string; type: PrincipalType; name: string; email: string | null }

type Listed = { workspaceId: string; ids: readonly string[] }

const lists = (name: string, sql: (ids: string) => string) =>
  listSizes.map((size) => ({
    size,
    statement: statement<PrincipalRow, Listed>(`principals.${name}`, sql(`($ids[${size}])`)),
  }))

const allStatements = [
  lists(
    'persons',
    (
      ids,
    ) => `select u.id, 'person' as "type", trim(u.first_name || ' ' || u.last_name) as "name", u.email
     from members m join users u on u.id = m.user_id
     where m.workspace_id = $workspaceId and m.user_id in ${ids}`,
  ),
  lists(
    'groups',
    (ids) => `select id, 'group' as "type", name, null as "email" from groups
     where workspace_id = $workspaceId and id in ${ids}`,
  ),
  lists(
    'links',
    (ids) => `select id, 'link' as "type", '' as "name", null as "email" from share_links
     where workspace_id = $workspaceId and id in ${ids}`,
  ),
  lists(
    'webhooks',
    (ids) => `select id, 'webhook' as "type", name, null as "email" from webhooks
     where workspace_id = $workspaceId and id in ${ids}`,
  ),
  lists(
    'chats',
    (
      ids,
    ) => `select id, 'chat' as "type", chat_name as "name", null as "email" from chat_subscriptions
     where workspace_id = $workspaceId and id in ${ids}`,
  ),
  lists(
    'sites',
    (ids) => `select id, 'site' as "type", title as "name", null as "email" from sites
     where workspace_id = $workspaceId and id in ${ids}`,
  ),
]

/** The members, groups, share links, webhooks, chat subscriptions and sites with these IDs, in no order. */
export async function listed(
  reader: Reader,
  workspaceId: string,
  ids: readonly string[],
): Promise<PrincipalRow[]> {
  const found: PrincipalRow[] = []
  for (let start = 0; start < ids.length; start += maxListed) {
    const some = ids.slice(start, start + maxListed)
    for (const statements of allStatements) {
      const { statement: reading, list } = forList(statements, some)
      found.push(...(await reader.all(reading, { workspaceId, ids: list })))
    }
  }
  return found
}
