import { type Lease, LeaseLost, whileHolding } from '../domain/leases/lease.ts'
import { clock } from '../lib/clock.ts'
import { jobs, type Store, type Transaction } from '../store/index.ts'
import { abandonedPages } from './abandoned-pages.ts'
import { checkContents } from './check-contents.ts'
import { embed } from './embed.ts'
import { importRuns } from './imports.ts'
import { inboxChats } from './inbox-chats.ts'
import { inboxDigests } from './inbox-digests.ts'
import { inboxEvents } from './inbox-events.ts'
import { inboxUpkeep } from './inbox-upkeep.ts'
import type { JobContext, JobControl, JobKind, JobOutcome } from './job-kind.ts'
import { journalUpkeep } from './journal-upkeep.ts'
import { linkIndex, linkUpdates, wantedPages } from './link-upkeep.ts'
import { scheduledExports } from './scheduled-exports.ts'
import { skillPublication } from './skill-publication.ts'
import { transferRuns } from './transfers.ts'
import { unownedContents } from './unowned-contents.ts'
import { webhookLog } from './webhooks/clean-log.ts'
import { Worker } from './worker.ts'
import { workspaceRemoval } from './workspace-removal.ts'

const kinds: readonly JobKind[] = [
  embed,
  webhookLog,
  checkContents,
  unownedContents,
  workspaceRemoval,
  abandonedPages,
  journalUpkeep,
  inboxEvents,
  inboxDigests,
  inboxChats,
  inboxUpkeep,
  linkIndex,
  linkUpdates,
  wantedPages,
  skillPublication,
  importRuns,
  transferRuns,
  scheduledExports,
]

const pollIntervalMs = 500
/** Another node takes over a job this long after its last heartbeat. */
const leaseMs = 30_000
const concurrency = 4
/** Due jobs to read: other nodes may claim some of them first. */
const readAhead = 32
/** After an unexpected error, such as one of the store. */
const errorRetryMs = 30_000

/** Runs due jobs. Of all servers that share the store, one runs each job. */
export function openJobWorker(
  context: JobContext,
  report: (error: unknown) => void,
): Worker<jobs.JobKey> {
  const { store } = context
  const running = new Map<string, number>()
  return new Worker<jobs.JobKey>({
    pollIntervalMs,
    concurrency,
    report,
    findDue: async () => {
      const unleased: jobs.JobKey[] = []
      for (const kind of kinds) {
        const missing = await findMissing(context, kind)
        if (kind.isUnleased === true) unleased.push(...missing)
        else await enqueue(store, missing)
      }
      const times = { now: await store.now(), dueBy: clock.now() }
      const due = await jobs.leases.idle(store, { ...times, limit: readAhead })
      return withinLimits([...unleased, ...due], running)
    },
    run: async (job, { signal }) => {
      const { kind } = job
      running.set(kind, (running.get(kind) ?? 0) + 1)
      try {
        if (await runUnleased(context, job, { signal, report })) return
        await whileHolding(job, { store, leases: jobs.leases, leaseMs, signal }, async (lease) => {
          const outcome = await runJob(context, job, lease, report)
          return (transaction) =>
            recordOutcome(transaction, job, { ...outcome, holder: lease.holder })
        })
      } finally {
        running.set(kind, (running.get(kind) ?? 1) - 1)
      }
    },
  })
}

/** Leaves out jobs of kinds of which enough run. */
export function withinLimits(
  due: readonly jobs.JobKey[],
  running: ReadonlyMap<string, number>,
): jobs.JobKey[] {
  const counts = new Map(running)
  return due.filter(({ kind }) => {
    const { maxAtOnce = Infinity } = kinds.find((one) => one.kind === kind) ?? {}
    const count = counts.get(kind) ?? 0
    counts.set(kind, count + 1)
    return count < maxAtOnce
  })
}

/** Usually the job exists, and nothing is written. */
async function findMissing(context: JobContext, { kind, find }: JobKind): Promise<jobs.JobKey[]> {
  const missing: jobs.JobKey[] = []
  for (const subject of await find(context)) {
    const job = { kind, subject }
    if ((await jobs.state(context.store, job)) === undefined) missing.push(job)
  }
  return missing
}

async function enqueue(
  store: Store,
  missing: readonly jobs.JobKey[],
  dueAt = clock.now(),
): Promise<void> {
  if (missing.length === 0) return
  await store.transactIn('none', async (transaction) => {
    for (const job of missing) await jobs.enqueue(transaction, job, dueAt)
  })
}

/** Returns false for a job that needs its lease: also for one that is stored, because it failed. */
async function runUnleased(
  context: JobContext,
  job: jobs.JobKey,
  { signal, report }: { signal: AbortSignal; report: (error: unknown) => void },
): Promise<boolean> {
  const { store } = context
  const { kind, subject } = job
  const found = kinds.find((candidate) => candidate.kind === kind)
  if (found?.isUnleased !== true) return false
  if ((await jobs.state(store, job)) !== undefined) return false
  const write: JobControl['write'] = (work) => store.transactIn({ workspaceId: subject }, work)
  try {
    await found.run(context, { subject, attempts: 0 }, { signal, report, write })
  } catch (error) {
    report(error)
    await enqueue(store, [job], clock.now() + errorRetryMs)
  }
  return true
}

async function runJob(
  context: JobContext,
  { kind, subject }: jobs.JobKey,
  { signal, write }: Lease,
  report: (error: unknown) => void,
): Promise<JobOutcome> {
  const { attempts = 0 } = (await jobs.state(context.store, { kind, subject })) ?? {}
  const found = kinds.find((candidate) => candidate.kind === kind)
  // A newer server may know this kind.
  if (found === undefined) return { isDone: false, error: null, retryInMs: errorRetryMs, attempts }
  try {
    return await found.run(
      context,
      { subject, attempts },
      // A job's subject is the workspace it writes to.
      { signal, report, write: (work) => write({ workspaceId: subject }, work) },
    )
  } catch (error) {
    if (error instanceof LeaseLost) throw error
    report(error)
    return {
      isDone: false,
      error: 'internal error',
      retryInMs: errorRetryMs,
      attempts: attempts + 1,
    }
  }
}

async function recordOutcome(
  transaction: Transaction,
  job: jobs.JobKey,
  outcome: JobOutcome & { holder: string },
): Promise<void> {
  const { holder } = outcome
  if (outcome.isDone) {
    await jobs.finish(transaction, job, holder)
    return
  }
  const { error, retryInMs, attempts } = outcome
  await jobs.postpone(transaction, job, { holder, dueAt: clock.now() + retryInMs, attempts, error })
}
