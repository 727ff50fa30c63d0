import type { ClaimJob, Job } from '../connection.ts'
import { statement } from '../statement.ts'

// Materialized: a subquery in its place may be run once for each row, and passes over what it has locked.
const claimStatement = statement<Job, { holder: string; until: number; now: number }>(
  'jobs.claim',
  `with next as materialized (
     select kind, subject from jobs
     where due_at <= $now and (holder is null or leased_until < $now)
     order by due_at, kind, subject limit 1 for update skip locked)
   update jobs set holder = $holder, leased_until = $until from next
   where jobs.kind = next.kind and jobs.subject = next.subject
   returning jobs.kind, jobs.subject, jobs.attempts, jobs.holder`,
)

/** A job that another node is claiming at this moment is passed over, not waited for. */
export const claimJob: ClaimJob = (transaction, { holder, until, now }) =>
  transaction.get(claimStatement, { holder, until, now })
