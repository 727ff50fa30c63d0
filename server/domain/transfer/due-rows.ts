import { clock } from '../../lib/clock.ts'
import { AppError, invalidInput } from '../../lib/errors.ts'
import { jobs, type Store, type Transaction } from '../../store/index.ts'
import type { Caller, Context, WorkspaceContext } from '../context.ts'
import { LeaseLost } from '../leases/lease.ts'

/** After this many failures for which the work gives no reason, the next one gives up. */
const maxAttempts = 4

/** A job that works on the rows of a workspace that are due. */
export type DueWork = {
  store: Store
  contextFor: (caller: Caller) => Context
  workspaceId: string
  /** Attempts since the last progress that failed, or that ended with their process. */
  attempts: number
  /** Stores a number of attempts before work that can end the process. */
  putAttempts: (attempts: number) => Promise<void>
  signal: AbortSignal
}

type Row<State> = { workspaceId: string; id: string; state: State }

/** How one kind of rows is found and worked on. */
export type DueRows<Due> = {
  due: (store: Store, workspaceId: string) => Promise<Due | undefined>
  run: (row: Due, onProgress: () => Promise<void>) => Promise<void>
  /** Ends the row, or turns it to work that undoes it. */
  giveUp: (row: Due, error: unknown) => Promise<void>
  /** The reason after attempts that ended with their process. */
  ended: (attempts: number) => string
}

/** Works on the rows of a workspace, one after another. False if it was stopped before the last one. */
export async function runDue<Due>(work: DueWork, rows: DueRows<Due>): Promise<boolean> {
  const { store, workspaceId, signal, putAttempts } = work
  let { attempts } = work
  while (!signal.aborted) {
    const row = await rows.due(store, workspaceId)
    if (row === undefined) return true
    let isCounted = true
    const onProgress = async () => {
      if (isCounted) await putAttempts(0)
      isCounted = false
    }
    await putAttempts(attempts + 1)
    try {
      if (attempts > maxAttempts) throw new AppError('INTERNAL', rows.ended(maxAttempts + 1))
      await rows.run(row, onProgress)
    } catch (error) {
      if (error instanceof LeaseLost) throw error
      if (!(error instanceof AppError) && attempts < maxAttempts) throw error
      await rows.giveUp(row, error)
    }
    attempts = 0
  }
  return false
}

/** How people change the state of one kind of rows. */
export type StateChanges<State extends string> = {
  job: string
  /** Such as `import` and `an import`. */
  noun: string
  article: string
  /** The field of requests that names a row. */
  field: string
  move: (
    transaction: Transaction,
    row: Row<State>,
    change: { from: State; to: State; at: number },
  ) => Promise<boolean>
}

/**
 * Changes the state of a row, does what belongs to it in the same transaction, and wakes the job that works on it. Has no effect on a row in that state. Throws
 * VALIDATION_FAILED for a state other than those of `from`, or BUSY.
 */
export async function changeState<State extends string>(
  { store }: Pick<WorkspaceContext, 'store'>,
  row: Row<State>,
  { job, noun, article, field, move }: StateChanges<State>,
  {
    from,
    to,
    also = async () => undefined,
  }: { from: readonly State[]; to: State; also?: (transaction: Transaction) => Promise<void> },
): Promise<void> {
  const { workspaceId, state } = row
  if (state === to) return
  if (!from.includes(state)) {
    const message = `must be ${article} that is ${inWords.format(from)}; this one is ${state}`
    throw invalidInput([{ path: `/${field}`, rule: 'state', message }])
  }
  await store.transactIn({ workspaceId }, async (transaction) => {
    const change = { from: state, to, at: clock.now() }
    if (!(await move(transaction, row, change))) {
      const message = `The ${noun} just changed its state. Try again.`
      throw new AppError('BUSY', message, { retryAfter: 1 })
    }
    await wake(transaction, { kind: job, subject: workspaceId })
    await also(transaction)
  })
}

const inWords = new Intl.ListFormat('en', { type: 'disjunction' })

/** Makes a job due. Another node may hold it, which then looks for more work itself. */
export async function wake(
  transaction: Transaction,
  job: { kind: string; subject: string },
): Promise<void> {
  const now = clock.now()
  if (!(await jobs.enqueue(transaction, job, now))) await jobs.hasten(transaction, job, now)
}
