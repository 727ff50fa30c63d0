import type { Reader, Transaction } from '../connection.ts'
import { forList, listSizes, maxListed } from '../id-lists.ts'
import { statement } from '../statement.ts'
import { runColumns, type RunOf } from './columns.ts'

/** What one program or person changed in a workspace without a long pause, or under a name of its choice. */
export type RunRow = {
  workspaceId: string
  id: string
  userId: string
  /** Null without an API key. */
  keyId: string | null
  /** The key and user agent, the session, or the person: changes of one scope without a pause are one run. */
  scope: string
  via: string
  /** How the program calls itself; empty for browsers and chats. */
  client: string
  /** Chosen by the program; empty for other runs. */
  name: string
  startedAt: number
}

const putStatement = statement<never, RunRow & { at: number }>(
  'runs.put',
  `insert into runs (workspace_id, id, user_id, key_id, scope, via, client, name, started_at, last_at,
     first_sequence, last_sequence)
   select $workspaceId, $id, $userId, $keyId, $scope, $via, $client, $name, $startedAt, $at, w.event_sequence,
     w.event_sequence
   from workspaces w where w.id = $workspaceId
   on conflict (workspace_id, id) do update set last_at = excluded.last_at, last_sequence = excluded.last_sequence`,
)
const latestStatement = statement<
  { id: string; lastAt: number },
  { workspaceId: string; scope: string }
>(
  'runs.latest',
  `select id, last_at as "lastAt" from runs where workspace_id = $workspaceId and scope = $scope and name = ''
   order by started_at desc limit 1`,
)
const byIdsStatements = listSizes.map((size) => ({
  size,
  statement: statement<RunOf & { id: string }, { workspaceId: string; ids: readonly string[] }>(
    'runs.byIds',
    `select w.id, ${runColumns} from runs w where w.workspace_id = $workspaceId and w.id in ($ids[${size}])`,
  ),
}))

/** A run in a list. `name` is that of its program, if it gave one. */
export type ListedRun = Omit<RunRow, 'workspaceId' | 'scope'> & { lastAt: number }

/** Empty text for any. */
export type RunFilter = { userId: string; keyId: string; client: string }
type RunPosition = { startedAt: number; id: string }

export const listedColumns = `id, user_id as "userId", key_id as "keyId", via, client, name, started_at as "startedAt",
  last_at as "lastAt"`
const getStatement = statement<ListedRun, { workspaceId: string; id: string }>(
  'runs.get',
  `select ${listedColumns} from runs where workspace_id = $workspaceId and id = $id`,
)
const listStatement = statement<
  ListedRun,
  RunFilter & RunPosition & { workspaceId: string; limit: number }
>(
  'runs.list',
  `select ${listedColumns} from runs where workspace_id = $workspaceId and started_at <= $startedAt
     and (started_at < $startedAt or id < $id) and ($userId = '' or user_id = $userId)
     and ($keyId = '' or key_id = $keyId) and ($client = '' or client = $client)
   order by started_at desc, id desc limit $limit`,
)

/** Adds a run, or notes that it goes on; called after its event. */
export async function put(transaction: Transaction, run: RunRow, at: number): Promise<void> {
  await transaction.run(putStatement, { ...run, at })
}

/** The newest run of a scope that its program did not name, with about the time of its last change. */
export function latest(
  reader: Reader,
  workspaceId: string,
  scope: string,
): Promise<{ id: string; lastAt: number } | undefined> {
  return reader.get(latestStatement, { workspaceId, scope })
}

/** Some runs, in no particular order. */
export async function byIds(
  reader: Reader,
  workspaceId: string,
  ids: readonly string[],
): Promise<(RunOf & { id: string })[]> {
  if (ids.length === 0) return []
  const { statement, list } = forList(byIdsStatements, ids.slice(0, maxListed))
  const rows = await reader.all(statement, { workspaceId, ids: list })
  return [...rows, ...(await byIds(reader, workspaceId, ids.slice(maxListed)))]
}

export function get(
  reader: Reader,
  workspaceId: string,
  id: string,
): Promise<ListedRun | undefined> {
  return reader.get(getStatement, { workspaceId, id })
}

/** The runs that started before a position, the newest first. */
export function list(
  reader: Reader,
  workspaceId: string,
  { userId, keyId, client }: RunFilter,
  { startedAt, id, limit }: RunPosition & { limit: number },
): Promise<ListedRun[]> {
  const values = { workspaceId, userId, keyId, client, startedAt, id, limit }
  return reader.all(listStatement, values)
}
