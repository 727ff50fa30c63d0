import type { Reader } from '../connection.ts'
import { forList, listSizes, maxListed } from '../id-lists.ts'
import { getViewed, type Viewer, viewedStatement } from '../rights/viewer.ts'
import { statement } from '../statement.ts'
import { listedColumns, type ListedRun } from './runs.ts'

/** What runs changed. */

type OfRun = { workspaceId: string; runId: string; since: number }
type PageOfRun = OfRun & { pageId: string }

export type RunEvent = {
  sequence: number
  id: string
  type: string
  data: string
  createdAt: number
  runId: string
}

/** An event of a change that somebody proposed. */
export type AcceptedEvent = RunEvent & { pageId: string | null }

/** A change in the journal of a page. */
export type RunStep = { version: number; notes: string | null }

const ofKeyStatement = statement<
  ListedRun,
  { workspaceId: string; keyId: string; since: number; limit: number }
>(
  'runChanges.ofKey',
  `select ${listedColumns} from runs where workspace_id = $workspaceId and key_id = $keyId and last_at >= $since
   order by last_at desc, id desc limit $limit`,
)
const eventsStatement = statement<RunEvent, OfRun & { after: number; limit: number }>(
  'runChanges.events',
  `select sequence, id, type, data, created_at as "createdAt", run_id as "runId" from events
   where workspace_id = $workspaceId and run_id = $runId and sequence > $after and created_at >= $since
   order by sequence limit $limit`,
)
const acceptedStatement = statement<
  AcceptedEvent,
  OfRun & { proposedIn: string; after: number; limit: number }
>(
  'runChanges.accepted',
  `select sequence, id, type, data, created_at as "createdAt", run_id as "runId", page_id as "pageId" from events
   where workspace_id = $workspaceId and sequence > $after and data like $proposedIn and page_id in (
     select c.page_id from proposal_changes c
     where c.workspace_id = $workspaceId and c.state = 'accepted' and c.proposal_id in (
       select cast(substr(p.data, 16, 36) as text) from events p
       where p.workspace_id = $workspaceId and p.run_id = $runId and p.created_at >= $since
         and p.type in ('proposal.created', 'proposal.updated')))
   order by sequence limit $limit`,
)
const typedStatement = statement<{ pageId: string }, OfRun & { until: number }>(
  'runChanges.typed',
  `select distinct page_id as "pageId" from page_steps
   where workspace_id = $workspaceId and at >= $since and at <= $until and run_id = $runId order by page_id`,
)
const firstStepStatement = statement<RunStep, PageOfRun>(
  'runChanges.firstStep',
  `select version, notes from page_steps
   where workspace_id = $workspaceId and page_id = $pageId and run_id = $runId and at >= $since
   order by version limit 1`,
)
const deliveriesStatement = viewedStatement<{ count: number }, OfRun>(
  'runChanges.deliveries',
  `select count(*) as "count" from webhook_deliveries d
   where d.workspace_id = $workspaceId and d.status = 'succeeded' and d.event_id in (
     select e.id from events e
     where e.workspace_id = $workspaceId and e.run_id = $runId and e.created_at >= $since and not exists (
       select 1 from pages p where p.workspace_id = e.workspace_id and p.id = e.page_id and not {visible p}))`,
)
const subscriptionsStatement = statement<{ count: number }, { workspaceId: string }>(
  'runChanges.subscriptions',
  'select count(*) as "count" from chat_subscriptions where workspace_id = $workspaceId',
)

const makersStatements = listSizes.map((size) => {
  const ofPages = (table: string, at: string) =>
    `select page_id, run_id, min(${at}) as at from ${table}
     where workspace_id = $workspaceId and page_id in ($ids[${size}]) group by page_id, run_id`
  const makers = [
    ofPages('page_versions', 'created_at'),
    ofPages('page_steps', 'at'),
    ofPages('comments', 'created_at'),
  ]
  return {
    size,
    statement: statement<Maker, { workspaceId: string; ids: readonly string[] }>(
      'runChanges.makers',
      `select page_id as "pageId", run_id as "runId", min(at) as "at" from (${makers.join(' union all ')}) c
       group by page_id, run_id`,
    ),
  }
})

/** Who changed a page or commented on it: a run, or null where none is known, and since when. */
export type Maker = { pageId: string; runId: string | null; at: number }

/** The makers of all changes to some pages and comments on them. */
export async function makers(
  reader: Reader,
  workspaceId: string,
  pageIds: readonly string[],
): Promise<Maker[]> {
  const found: Maker[] = []
  for (let start = 0; start < pageIds.length; start += maxListed) {
    const { statement, list } = forList(makersStatements, pageIds.slice(start, start + maxListed))
    found.push(...(await reader.all(statement, { workspaceId, ids: list })))
  }
  return found
}

/** The runs of an API key that went on after a time, the last ones first. */
export function ofKey(
  reader: Reader,
  workspaceId: string,
  { keyId, since, limit }: { keyId: string; since: number; limit: number },
): Promise<ListedRun[]> {
  return reader.all(ofKeyStatement, { workspaceId, keyId, since, limit })
}

/** The events of a run since a time, in order. */
export function events(
  reader: Reader,
  run: OfRun,
  part: { after: number; limit: number },
): Promise<RunEvent[]> {
  return reader.all(eventsStatement, { ...run, ...part })
}

/** The events of changes that a run proposed and others accepted, in order. */
export function accepted(
  reader: Reader,
  run: OfRun,
  part: { after: number; limit: number },
): Promise<AcceptedEvent[]> {
  const proposedIn = `%"proposedRunId":"${run.runId}"%`
  return reader.all(acceptedStatement, { ...run, ...part, proposedIn })
}

/** Pages with changes of a run in the journal. */
export async function typed(reader: Reader, run: OfRun & { until: number }): Promise<string[]> {
  return (await reader.all(typedStatement, run)).map(({ pageId }) => pageId)
}

/** The first change of a run in the journal of a page, since a time. */
export function firstStep(reader: Reader, run: PageOfRun): Promise<RunStep | undefined> {
  return reader.get(firstStepStatement, run)
}

/** Webhook deliveries of the events of a run that arrived, except for those about pages that the viewer cannot read. */
export async function deliveries(reader: Reader, viewer: Viewer, run: OfRun): Promise<number> {
  return (await getViewed(reader, viewer, deliveriesStatement, run))?.count ?? 0
}

/** Whether chats are told of changes. */
export async function notifiesChats(reader: Reader, workspaceId: string): Promise<boolean> {
  return ((await reader.get(subscriptionsStatement, { workspaceId }))?.count ?? 0) > 0
}
