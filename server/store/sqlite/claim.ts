import type { ClaimJob, Job } from '../connection.ts'
import { statement } from '../statement.ts'

const claimStatement = statement<Job, { holder: string; until: number; now: number }>(
  'jobs.claim',
  `update jobs set holder = $holder, leased_until = $until
   where (kind, subject) in (
     select kind, subject from jobs
     where due_at <= $now and (holder is null or leased_until < $now) order by due_at, kind, subject limit 1)
   returning kind, subject, attempts, holder`,
)

/** The one writer makes this safe: no other claim can run between the look and the mark. */
export const claimJob: ClaimJob = (transaction, { holder, until, now }) =>
  transaction.get(claimStatement, { holder, until, now })
