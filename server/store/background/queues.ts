import type { Reader } from '../connection.ts'
import { statement } from '../statement.ts'

/** What waits in a queue. Jobs wait when they are due; the others also between two attempts. */
export type QueueRow = {
  queue: string
  waiting: number
  /** Those that failed before. */
  failed: number
  /** When the first one became due; null without one, and where no time is stored. */
  dueSince: number | null
}

const depthsStatement = statement<QueueRow, { now: number }>(
  'queues.depths',
  `select 'webhooks' as queue, count(*) as waiting,
     count(case when tries > 0 then 1 end) as failed, min(due_at) as "dueSince"
   from webhook_deliveries where due_at is not null
   union all select 'chats', count(*), count(case when attempts > 0 then 1 end), min(due_at)
   from chat_notices where due_at is not null
   union all select 'emails', count(*), 0, min(due_at) from inbox_settings where due_at <= $now
   union all select 'imports', count(*), 0, min(updated_at) from imports where state in ('reading', 'running')
   union all select 'transfers', count(*), 0, min(updated_at) from transfers where state in ('running', 'undoing')
   union all select 'search', count(*), 0, null from search_pending
   union all select 'jobs', count(*), count(case when error is not null or attempts > 1 then 1 end),
     min(due_at)
   from jobs where due_at <= $now`,
)
const failedJobsStatement = statement<{ kind: string; failed: number }>(
  'queues.failedJobs',
  `select kind, count(*) as failed from jobs where error is not null or attempts > 1
   group by kind order by kind`,
)

/** The queues of the whole server. */
export function depths(reader: Reader, now: number): Promise<QueueRow[]> {
  return reader.all(depthsStatement, { now })
}

/** Jobs whose last attempt failed or ended with its process, by kind. A first attempt may still run. */
export function failedJobs(reader: Reader): Promise<{ kind: string; failed: number }[]> {
  return reader.all(failedJobsStatement)
}
