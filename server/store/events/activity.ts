import type { Reader } from '../connection.ts'
import { statement } from '../statement.ts'
import { type EventRow, eventColumns } from './events.ts'

export type ActivityRow = Omit<EventRow, 'workspaceId'>

/** Whose events: of a run, about a page, also with the proposals that change it, by a person, or all. */
export type ActivityOf =
  | { of: 'run' | 'page' | 'pageWithProposals' | 'person'; id: string }
  | { of: 'workspace' }

type Part = { workspaceId: string; before: number; limit: number }

const rows = `select ${eventColumns} from events where workspace_id = $workspaceId and sequence < $before`
const order = 'order by sequence desc limit $limit'

const newestStatement = statement<ActivityRow, Part>('activity.newest', `${rows} ${order}`)
const ofStatements = {
  run: statement<ActivityRow, Part & { id: string }>(
    'activity.ofRun',
    `${rows} and run_id = $id ${order}`,
  ),
  page: statement<ActivityRow, Part & { id: string }>(
    'activity.ofPage',
    `${rows} and page_id = $id ${order}`,
  ),
  pageWithProposals: statement<ActivityRow, Part & { id: string }>(
    'activity.ofPageWithProposals',
    `${rows} and page_id = $id union all ${rows} and type >= 'proposal.' and type < 'proposal/'
       and cast(substr(data, 16, 36) as text) in (select proposal_id from proposal_changes
         where workspace_id = $workspaceId and page_id = $id) ${order}`,
  ),
  person: statement<ActivityRow, Part & { id: string }>(
    'activity.ofPerson',
    `${rows} and actor_id = $id ${order}`,
  ),
}

/** Events before a sequence number, newest first. */
export function newest(
  reader: Reader,
  workspaceId: string,
  whose: ActivityOf,
  part: Omit<Part, 'workspaceId'>,
): Promise<ActivityRow[]> {
  const values = { workspaceId, ...part }
  if (whose.of === 'workspace') return reader.all(newestStatement, values)
  return reader.all(ofStatements[whose.of], { ...values, id: whose.id })
}

/** How often a run did something, by page and its section at the time. */
export type Touched = {
  /** Null for an event about no page. */
  pageId: string | null
  sectionId: string | null
  type: string
  events: number
}

const touchedStatement = statement<Touched, { workspaceId: string; runId: string; limit: number }>(
  'activity.touched',
  `select page_id as "pageId", section_id as "sectionId", type, count(*) as "events" from events
   where workspace_id = $workspaceId and run_id = $runId group by page_id, section_id, type limit $limit`,
)

export function touched(
  reader: Reader,
  workspaceId: string,
  runId: string,
  limit: number,
): Promise<Touched[]> {
  return reader.all(touchedStatement, { workspaceId, runId, limit })
}
