import { type Digest, type InboxKind, inboxKinds } from '../../lib/vocabulary.ts'
import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

type Own = { workspaceId: string; userId: string }

/** What a person chose for their inbox in a workspace. */
export type InboxSettings = {
  /** Kinds of entries that the inbox does not show. */
  hiddenKinds: readonly InboxKind[]
  /** Kinds of entries that no email contains. */
  unmailedKinds: readonly InboxKind[]
  digest: Digest
  timeZone: string
  /** When the next email is due; null without emails. */
  dueAt: number | null
  /** The bot that sends messages about new entries; null without messages. */
  chatConnectionId: string | null
  /** Kinds of entries that no chat message contains. */
  unsentKinds: readonly InboxKind[]
  /** Before it, no chat message is sent; null without messages. */
  chatDueAt: number | null
}

type KindList = 'hiddenKinds' | 'unmailedKinds' | 'unsentKinds'
type Row = Omit<InboxSettings, KindList> & Record<KindList, string>

const columns = `hidden_kinds as "hiddenKinds", unmailed_kinds as "unmailedKinds", digest, time_zone as "timeZone",
  due_at as "dueAt", chat_connection_id as "chatConnectionId", unsent_kinds as "unsentKinds",
  chat_due_at as "chatDueAt"`
const getStatement = statement<Row, Own>(
  'inboxSettings.get',
  `select ${columns} from inbox_settings where workspace_id = $workspaceId and user_id = $userId`,
)
const putStatement = statement<never, Own & Row>(
  'inboxSettings.put',
  `insert into inbox_settings (workspace_id, user_id, hidden_kinds, unmailed_kinds, digest, time_zone, due_at,
     chat_connection_id, unsent_kinds, chat_due_at)
   values ($workspaceId, $userId, $hiddenKinds, $unmailedKinds, $digest, $timeZone, $dueAt, $chatConnectionId,
     $unsentKinds, $chatDueAt)
   on conflict (workspace_id, user_id) do update set hidden_kinds = excluded.hidden_kinds,
     unmailed_kinds = excluded.unmailed_kinds, digest = excluded.digest, time_zone = excluded.time_zone,
     due_at = excluded.due_at, chat_connection_id = excluded.chat_connection_id,
     unsent_kinds = excluded.unsent_kinds, chat_due_at = excluded.chat_due_at`,
)
const removeMemberStatement = statement<never, Own>(
  'inboxSettings.removeMember',
  'delete from inbox_settings where workspace_id = $workspaceId and user_id = $userId',
)
const workspacesStatement = statement<{ workspaceId: string }, { now: number; limit: number }>(
  'inboxSettings.workspaces',
  `select workspace_id as "workspaceId" from inbox_settings where due_at <= $now
   group by workspace_id order by min(due_at), workspace_id limit $limit`,
)
const dueStatement = statement<
  { userId: string },
  { workspaceId: string; now: number; limit: number }
>(
  'inboxSettings.due',
  `select user_id as "userId" from inbox_settings where workspace_id = $workspaceId and due_at <= $now
   order by due_at, user_id limit $limit`,
)
const turnOffStatement = statement<never, Own>(
  'inboxSettings.turnOffDigest',
  `update inbox_settings set digest = 'off', due_at = null
   where workspace_id = $workspaceId and user_id = $userId`,
)
const postponeStatement = statement<never, Own & { dueAt: number }>(
  'inboxSettings.postpone',
  `update inbox_settings set due_at = $dueAt
   where workspace_id = $workspaceId and user_id = $userId and due_at is not null`,
)

/** Undefined for someone who chose nothing: every kind is shown, and there are no emails. */
export async function get(
  reader: Reader,
  { workspaceId, userId }: Own,
): Promise<InboxSettings | undefined> {
  const row = await reader.get(getStatement, { workspaceId, userId })
  if (row === undefined) return undefined
  return {
    ...row,
    hiddenKinds: kindsIn(row.hiddenKinds),
    unmailedKinds: kindsIn(row.unmailedKinds),
    unsentKinds: kindsIn(row.unsentKinds),
  }
}

export async function put(
  transaction: Transaction,
  { workspaceId, userId }: Own,
  settings: InboxSettings,
): Promise<void> {
  await transaction.run(putStatement, {
    workspaceId,
    userId,
    ...settings,
    hiddenKinds: textOf(settings.hiddenKinds),
    unmailedKinds: textOf(settings.unmailedKinds),
    unsentKinds: textOf(settings.unsentKinds),
  })
}

/** Ends the emails of a person, who may have left. */
export async function turnOffDigest(
  transaction: Transaction,
  { workspaceId, userId }: Own,
): Promise<void> {
  await transaction.run(turnOffStatement, { workspaceId, userId })
}

/** For someone who leaves a workspace. */
export async function removeMember(
  transaction: Transaction,
  { workspaceId, userId }: Own,
): Promise<void> {
  await transaction.run(removeMemberStatement, { workspaceId, userId })
}

/** Workspaces with emails that are due, the longest first. */
export async function workspaces(reader: Reader, now: number, limit: number): Promise<string[]> {
  const rows = await reader.all(workspacesStatement, { now, limit })
  return rows.map(({ workspaceId }) => workspaceId)
}

/** The people of a workspace whose emails are due. */
export async function due(
  reader: Reader,
  workspaceId: string,
  { now, limit }: { now: number; limit: number },
): Promise<string[]> {
  const rows = await reader.all(dueStatement, { workspaceId, now, limit })
  return rows.map(({ userId }) => userId)
}

/** Sets when the next email is due, unless emails are off. */
export async function postpone(
  transaction: Transaction,
  { workspaceId, userId }: Own,
  dueAt: number,
): Promise<void> {
  await transaction.run(postponeStatement, { workspaceId, userId, dueAt })
}

/** With spaces around each, as statements look for them. */
function textOf(kinds: readonly InboxKind[]): string {
  return ` ${kinds.join(' ')} `
}

function kindsIn(text: string): InboxKind[] {
  const words = new Set(text.split(' '))
  return inboxKinds.filter((kind) => words.has(kind))
}
