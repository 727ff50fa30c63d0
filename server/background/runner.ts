import { type Lease, LeaseLost, whileHolding } from '../domain/leases/lease.ts'
import { clock } from '../lib/clock.ts'
import { jobs, type Transaction } from '../store/index.ts'
import { checkContents } from './check-contents.ts'
import { embed } from './embed.ts'
import type { JobContext, JobKind, JobOutcome } from './job-kind.ts'
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
]

const pollInterval = 500
/** How long after its last word a job that fell silent is taken up by another. */
const leaseTime = 30_000
const concurrency = 4
/** Jobs read ahead: of those that are due, others may take some first. */
const readAhead = 32
/** After a failure of the job itself, as of the store, not of what it works on. */
const waitAfterFault = 30_000

/** Runs due jobs, on as many servers as share the store: each job on one of them. */
export function openJobWorker(
  context: JobContext,
  report: (error: unknown) => void,
): Worker<jobs.JobKey> {
  const { store } = context
  return new Worker<jobs.JobKey>({
    pollInterval,
    concurrency,
    report,
    findDue: async () => {
      for (const kind of kinds) await enqueueMissing(context, kind)
      return jobs.leases.idle(store, { now: clock.now(), limit: readAhead })
    },
    run: (job, { signal }) =>
      whileHolding(job, { store, leases: jobs.leases, time: leaseTime, signal }, async (lease) => {
        const outcome = await runJob(context, job, lease, report)
        return (transaction) => settle(transaction, job, { ...outcome, holder: lease.holder })
      }),
  })
}

/** Most of the time a job that is found is there already, and nothing needs to be written. */
async function enqueueMissing(context: JobContext, { kind, find }: JobKind): Promise<void> {
  const { store } = context
  const missing: jobs.JobKey[] = []
  for (const subject of await find(context)) {
    const job = { kind, subject }
    if ((await jobs.state(store, job)) === undefined) missing.push(job)
  }
  if (missing.length === 0) return
  await store.transactIn('nothing', async (transaction) => {
    for (const job of missing) await jobs.enqueue(transaction, job, clock.now())
  })
}

async function runJob(
  context: JobContext,
  { kind, subject }: jobs.JobKey,
  { signal, write }: Lease,
  report: (error: unknown) => void,
): Promise<JobOutcome> {
  const { attempts = 0 } = (await jobs.state(context.store, { kind, subject })) ?? {}
  const found = kinds.find((candidate) => candidate.kind === kind)
  // A newer server may know what to do with it.
  if (found === undefined) return { isDone: false, error: null, wait: waitAfterFault, attempts }
  try {
    return await found.run(
      context,
      { subject, attempts },
      // A job's subject is the workspace it writes to.
      { signal, write: (work) => write({ workspaceId: subject }, work) },
    )
  } catch (error) {
    if (error instanceof LeaseLost) throw error
    report(error)
    const wait = waitAfterFault
    return { isDone: false, error: 'internal fault', wait, attempts: attempts + 1 }
  }
}

async function settle(
  transaction: Transaction,
  job: jobs.JobKey,
  outcome: JobOutcome & { holder: string },
): Promise<void> {
  const { holder } = outcome
  if (outcome.isDone) {
    await jobs.finish(transaction, job, holder)
    return
  }
  const { error, wait, attempts } = outcome
  await jobs.postpone(transaction, job, { holder, dueAt: clock.now() + wait, attempts, error })
}
