import { clock } from '../lib/clock.ts'
import { newId } from '../lib/ids.ts'
import { type Job, jobs, type Store, type Transaction } from '../store/index.ts'
import { checkContents } from './check-contents.ts'
import { embed } from './embed.ts'
import type { JobContext, JobControl, JobKind, JobOutcome } from './job-kind.ts'
import { unownedContents } from './unowned-contents.ts'
import { webhookLog } from './webhooks/clean-log.ts'
import { workspaceRemoval } from './workspace-removal.ts'

const kinds: readonly JobKind[] = [
  embed,
  webhookLog,
  checkContents,
  unownedContents,
  workspaceRemoval,
]

const interval = 500
/** How long after its last word a job that fell silent is taken up by another. */
const leaseTime = 30_000
const heartbeat = 8000
const mostRunning = 4
/** After a failure of the job itself, as of the store, not of what it works on. */
const waitAfterFault = 30_000

/** Another process has taken the job up: what this one would still write is not wanted. */
class LeaseLost extends Error {}

/** Runs what is due, on as many servers as share the store: each job on one of them. */
export class JobRunner {
  readonly #context: JobContext
  readonly #report: (error: unknown) => void
  readonly #running = new Set<Promise<void>>()
  readonly #stopping = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined

  /** `report` hears of faults that no job expects. */
  constructor(context: JobContext, report: (error: unknown) => void) {
    this.#context = context
    this.#report = report
  }

  start(): void {
    this.#timer ??= setInterval(() => this.#look(), interval).unref()
    this.#look()
  }

  /** Gives back what is not done, and waits until nothing is being written. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#stopping.abort()
    await this.#looking
    await Promise.all(this.#running)
  }

  #look(): void {
    if (this.#stopping.signal.aborted || this.#looking !== undefined) return
    this.#looking = this.#takeDue()
      .catch(this.#report)
      .finally(() => {
        this.#looking = undefined
      })
  }

  async #takeDue(): Promise<void> {
    const { store } = this.#context
    for (const { kind, find } of kinds) {
      const subjects = await find(this.#context)
      const missing = await this.#missing(kind, subjects)
      if (missing.length === 0) continue
      await store.transactIn('nothing', async (transaction) => {
        for (const subject of missing) {
          await jobs.enqueue(transaction, { kind, subject }, clock.now())
        }
      })
    }
    while (this.#running.size < mostRunning && !this.#stopping.signal.aborted) {
      if (!(await jobs.isAnyDue(store, clock.now()))) return
      const job = await store.transactIn('nothing', (transaction) =>
        store.claimJob(transaction, {
          holder: newId(),
          until: clock.now() + leaseTime,
          now: clock.now(),
        }),
      )
      if (job === undefined) return
      const running = this.#run(job).catch(this.#report)
      this.#running.add(running)
      void running.finally(() => this.#running.delete(running))
    }
  }

  /** Most of the time a job that is found is there already, and nothing needs to be written. */
  async #missing(kind: string, subjects: readonly string[]): Promise<string[]> {
    const missing: string[] = []
    for (const subject of subjects) {
      if ((await jobs.state(this.#context.store, { kind, subject })) === undefined) {
        missing.push(subject)
      }
    }
    return missing
  }

  async #run(job: Job): Promise<void> {
    const { store } = this.#context
    try {
      const outcome = await this.#outcome(job)
      await store.transactIn('nothing', (transaction) => settle(transaction, job, outcome))
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error
    }
  }

  async #outcome(job: Job): Promise<JobOutcome> {
    const { signal } = this.#stopping
    const kind = kinds.find((candidate) => candidate.kind === job.kind)
    const { attempts } = job
    // A newer server may know what to do with it.
    if (kind === undefined) return { isDone: false, error: null, wait: waitAfterFault, attempts }
    const control: JobControl = {
      signal,
      write: (work) => writeHolding(this.#context.store, job, work),
    }
    const beat = setInterval(() => void this.#renew(job), heartbeat)
    try {
      return await kind.run(this.#context, job, control)
    } catch (error) {
      if (error instanceof LeaseLost) throw error
      this.#report(error)
      return {
        isDone: false,
        error: 'internal fault',
        wait: waitAfterFault,
        attempts: attempts + 1,
      }
    } finally {
      clearInterval(beat)
    }
  }

  /** A provider may take its time over an answer, in which the job writes nothing. */
  async #renew(job: Job): Promise<void> {
    const until = clock.now() + leaseTime
    await this.#context.store
      .transactIn('nothing', (transaction) => jobs.renew(transaction, job, until))
      .catch(this.#report)
  }
}

function writeHolding<Result>(
  store: Store,
  job: Job,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  // A job's subject is the workspace it writes to.
  return store.transactIn({ workspaceId: job.subject }, async (transaction) => {
    const isHeld = await jobs.renew(transaction, job, clock.now() + leaseTime)
    if (!isHeld) throw new LeaseLost('Another process has the job.')
    return work(transaction)
  })
}

async function settle(transaction: Transaction, job: Job, outcome: JobOutcome): Promise<void> {
  if (outcome.isDone) {
    await jobs.finish(transaction, job)
    return
  }
  const { error, wait, attempts } = outcome
  await jobs.postpone(transaction, job, { dueAt: clock.now() + wait, attempts, error })
}
