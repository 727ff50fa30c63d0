import type { Job, Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

export type JobState = { dueAt: number; attempts: number; error: string | null }

const enqueueStatement = statement<never, { kind: string; subject: string; dueAt: number }>(
  'jobs.enqueue',
  `insert into jobs (kind, subject, due_at) values ($kind, $subject, $dueAt)
   on conflict (kind, subject) do nothing`,
)
const hastenStatement = statement<never, { kind: string; subject: string; dueAt: number }>(
  'jobs.hasten',
  'update jobs set due_at = $dueAt, attempts = 0, error = null where kind = $kind and subject = $subject',
)
const stateStatement = statement<JobState, { kind: string; subject: string }>(
  'jobs.state',
  'select due_at as "dueAt", attempts, error from jobs where kind = $kind and subject = $subject',
)
const dueStatement = statement<{ kind: string }, { now: number }>(
  'jobs.due',
  `select kind from jobs where due_at <= $now and (holder is null or leased_until < $now) limit 1`,
)
const renewStatement = statement<
  never,
  { kind: string; subject: string; holder: string; until: number }
>(
  'jobs.renew',
  'update jobs set leased_until = $until where kind = $kind and subject = $subject and holder = $holder',
)
const finishStatement = statement<never, { kind: string; subject: string; holder: string }>(
  'jobs.finish',
  'delete from jobs where kind = $kind and subject = $subject and holder = $holder',
)
const postponeStatement = statement<never, Job & JobState>(
  'jobs.postpone',
  `update jobs set due_at = $dueAt, attempts = $attempts, error = $error, holder = null, leased_until = null
   where kind = $kind and subject = $subject and holder = $holder`,
)

/** Leaves a job that is already there as it is, with its place in time. */
export async function enqueue(
  transaction: Transaction,
  job: { kind: string; subject: string },
  dueAt: number,
): Promise<boolean> {
  return (await transaction.run(enqueueStatement, { ...job, dueAt })) > 0
}

/** Makes a waiting job due, as if it had never failed. */
export async function hasten(
  transaction: Transaction,
  job: { kind: string; subject: string },
  dueAt: number,
): Promise<void> {
  await transaction.run(hastenStatement, { ...job, dueAt })
}

export function state(
  reader: Reader,
  job: { kind: string; subject: string },
): Promise<JobState | undefined> {
  return reader.get(stateStatement, job)
}

/** Looks without taking anything, so that an idle server writes nothing. */
export async function isAnyDue(reader: Reader, now: number): Promise<boolean> {
  return (await reader.get(dueStatement, { now })) !== undefined
}

/** False when the lease ran out and another holder has the job. */
export async function renew(transaction: Transaction, job: Job, until: number): Promise<boolean> {
  return (await transaction.run(renewStatement, { ...job, until })) > 0
}

/** False when another holder has the job. */
export async function finish(transaction: Transaction, job: Job): Promise<boolean> {
  return (await transaction.run(finishStatement, job)) > 0
}

/** Gives the job back, to be taken up again at an instant. */
export async function postpone(
  transaction: Transaction,
  job: Job,
  state: JobState,
): Promise<boolean> {
  return (await transaction.run(postponeStatement, { ...job, ...state })) > 0
}
