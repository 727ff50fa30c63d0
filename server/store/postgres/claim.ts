import type { ClaimJob, Job } from '../connection.ts'
import { statement } from '../statement.ts'

const claimStatement = statement<Job>(
  'jobs.claim',
  `update jobs set holder = $1, leased_until = $2
   where (kind, subject) in (
     select kind, subject from jobs
     where due_at <= $3 and (holder is null or leased_until < $3)
     order by due_at, kind, subject limit 1 for update skip locked)
   returning kind, subject, attempts, holder`,
)

/** A job that another node is claiming at this moment is passed over, not waited for. */
export const claimJob: ClaimJob = (transaction, { holder, until, now }) =>
  transaction.get(claimStatement, holder, until, now)
