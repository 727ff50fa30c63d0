import type { Job, Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

export type JobState = { dueAt: number; attempts: number; error: string | null }

const enqueueStatement = statement(
  'jobs.enqueue',
  `insert into jobs (kind, subject, due_at) values ($1, $2, $3)
   on conflict (kind, subject) do nothing`,
)
const hastenStatement = statement(
  'jobs.hasten',
  'update jobs set due_at = $3, attempts = 0, error = null where kind = $1 and subject = $2',
)
const stateStatement = statement<JobState>(
  'jobs.state',
  'select due_at as "dueAt", attempts, error from jobs where kind = $1 and subject = $2',
)
const dueStatement = statement<{ kind: string }>(
  'jobs.due',
  `select kind from jobs where due_at <= $1 and (holder is null or leased_until < $1) limit 1`,
)
const renewStatement = statement(
  'jobs.renew',
  'update jobs set leased_until = $4 where kind = $1 and subject = $2 and holder = $3',
)
const finishStatement = statement(
  'jobs.finish',
  'delete from jobs where kind = $1 and subject = $2 and holder = $3',
)
const postponeStatement = statement(
  'jobs.postpone',
  `update jobs set due_at = $4, attempts = $5, error = $6, holder = null, leased_until = null
   where kind = $1 and subject = $2 and holder = $3`,
)

/** Leaves a job that is already there as it is, with its place in time. */
export async function enqueue(
  transaction: Transaction,
  job: { kind: string; subject: string },
  dueAt: number,
): Promise<boolean> {
  return (await transaction.run(enqueueStatement, job.kind, job.subject, dueAt)) > 0
}

/** Makes a waiting job due, as if it had never failed. */
export async function hasten(
  transaction: Transaction,
  job: { kind: string; subject: string },
  dueAt: number,
): Promise<void> {
  await transaction.run(hastenStatement, job.kind, job.subject, dueAt)
}

export function state(
  reader: Reader,
  job: { kind: string; subject: string },
): Promise<JobState | undefined> {
  return reader.get(stateStatement, job.kind, job.subject)
}

/** Looks without taking anything, so that an idle server writes nothing. */
export async function isAnyDue(reader: Reader, now: number): Promise<boolean> {
  return (await reader.get(dueStatement, now)) !== undefined
}

/** False when the lease ran out and another holder has the job. */
export async function renew(transaction: Transaction, job: Job, until: number): Promise<boolean> {
  return (await transaction.run(renewStatement, job.kind, job.subject, job.holder, until)) > 0
}

/** False when another holder has the job. */
export async function finish(transaction: Transaction, job: Job): Promise<boolean> {
  return (await transaction.run(finishStatement, job.kind, job.subject, job.holder)) > 0
}

/** Gives the job back, to be taken up again at an instant. */
export async function postpone(
  transaction: Transaction,
  job: Job,
  { dueAt, attempts, error }: JobState,
): Promise<boolean> {
  const { kind, subject, holder } = job
  const changed = await transaction.run(
    postponeStatement,
    kind,
    subject,
    holder,
    dueAt,
    attempts,
    error,
  )
  return changed > 0
}
