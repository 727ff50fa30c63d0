import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'
import { leasesOf } from './leases.ts'

/** A job: `subject` is the id of what it works on, such as a workspace. */
export type JobKey = { kind: string; subject: string }

export type JobState = { dueAt: number; attempts: number; error: string | null }

/** One process at a time runs a job. Idle jobs are due and unclaimed, the longest due first. */
export const leases = leasesOf<JobKey, { limit: number }>({
  name: 'jobs',
  table: 'jobs',
  key: { kind: 'kind', subject: 'subject' },
  claimable: 'due_at <= $dueBy',
  order: 'order by due_at, kind, subject limit $limit',
})

const enqueueStatement = statement<never, JobKey & { dueAt: number }>(
  'jobs.enqueue',
  `insert into jobs (kind, subject, due_at) values ($kind, $subject, $dueAt)
   on conflict (kind, subject) do nothing`,
)
const hastenStatement = statement<never, JobKey & { dueAt: number }>(
  'jobs.hasten',
  'update jobs set due_at = $dueAt, attempts = 0, error = null where kind = $kind and subject = $subject',
)
const stateStatement = statement<JobState, JobKey>(
  'jobs.state',
  'select due_at as "dueAt", attempts, error from jobs where kind = $kind and subject = $subject',
)
const attemptsStatement = statement<never, JobKey & { attempts: number }>(
  'jobs.attempts',
  'update jobs set attempts = $attempts where kind = $kind and subject = $subject',
)
const finishStatement = statement<never, JobKey & { holder: string }>(
  'jobs.finish',
  'delete from jobs where kind = $kind and subject = $subject and holder = $holder',
)
const postponeStatement = statement<never, JobKey & JobState & { holder: string }>(
  'jobs.postpone',
  `update jobs set due_at = $dueAt, attempts = $attempts, error = $error
   where kind = $kind and subject = $subject and holder = $holder`,
)

/** Keeps an existing job unchanged, including its due time. */
export async function enqueue(
  transaction: Transaction,
  job: JobKey,
  dueAt: number,
): Promise<boolean> {
  return (await transaction.run(enqueueStatement, { ...job, dueAt })) > 0
}

/** Makes a waiting job due and clears its failures. */
export async function hasten(transaction: Transaction, job: JobKey, dueAt: number): Promise<void> {
  await transaction.run(hastenStatement, { ...job, dueAt })
}

export function state(reader: Reader, job: JobKey): Promise<JobState | undefined> {
  return reader.get(stateStatement, job)
}

/** Counts an attempt before it ends, as its process may end with it. */
export async function putAttempts(
  transaction: Transaction,
  { kind, subject }: JobKey,
  attempts: number,
): Promise<void> {
  await transaction.run(attemptsStatement, { kind, subject, attempts })
}

/** False when another process holds the job. */
export async function finish(
  transaction: Transaction,
  { kind, subject }: JobKey,
  holder: string,
): Promise<boolean> {
  return (await transaction.run(finishStatement, { kind, subject, holder })) > 0
}

/** Sets when the job is due after its release; false when another process holds it. */
export async function postpone(
  transaction: Transaction,
  { kind, subject }: JobKey,
  state: JobState & { holder: string },
): Promise<boolean> {
  return (await transaction.run(postponeStatement, { kind, subject, ...state })) > 0
}
