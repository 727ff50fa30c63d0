/** When a chat message about an entry is due: a time, or null for someone who gets none about entries of this kind. */
export function sendAt({ userId, kind, at }: { userId: string; kind: string; at: string }): string {
  return `(select cast(${at} as bigint) from inbox_settings w
    where w.workspace_id = $workspaceId and w.user_id = ${userId} and w.chat_connection_id is not null
      and w.unsent_kinds not like '% ' || ${kind} || ' %')`
}
