import type { Change } from '../../../content/steps/batch.ts'
import { carriedBy } from '../../../content/steps/write-batch.ts'
import type { Context } from '../../domain/context.ts'
import type { PageAddress } from '../../domain/pages/tree.ts'
import type { CallerRun } from '../../domain/runs/caller-run.ts'
import { reauthorizePage } from '../../domain/sharing/reauthorize-page.ts'
import { allSettledOrThrow } from '../../lib/all-settled.ts'
import { clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import type { StepsMessage } from '../../lib/live-messages.ts'
import { runs, steps, type Store, type Transaction } from '../../store/index.ts'
import { maxGroupWork, type RateLimit } from '../limits.ts'
import { refusalOf } from '../refusals.ts'
import type { JournalQuota } from './journal-quota.ts'
import { toNotes } from './notes.ts'
import { type Accepted, planBatch, type Refusal, type State } from './plan.ts'

/** A batch with the caller who sent it. `work`: what the sender may still cause. */
export type Sent = {
  context: Context
  connection: string
  message: StepsMessage
  work: RateLimit
}

/** `version` is the one that an earlier arrival of the same batch made. */
export type Outcome =
  | { kind: 'accepted'; accepted: Accepted; row: steps.StepsRow; run: CallerRun }
  | { kind: 'repeated'; version: number }
  | { kind: 'refused'; refusal: Refusal; error?: AppError }
  /** The batches before it took so much work that it belongs to the next transaction. */
  | { kind: 'waits' }

export type Group = {
  address: PageAddress
  state: State
  sent: readonly Sent[]
  quota: JournalQuota
  /** The batches after a version, up to that of the state; undefined if the journal does not have them. */
  since: (version: number) => readonly Change[] | undefined
}

/** Another node was first. Rolls the transaction back. */
class OutdatedError extends AppError {
  constructor() {
    super('BUSY', 'The page has changed meanwhile. Try again.')
  }
}

/**
 * Writes batches of several callers to the journal, each after a check of the rights of its sender. Gives an outcome
 * for each, or `outdated` if another node was first; then nothing is written.
 */
export async function commitGroup(
  store: Store,
  group: Group,
): Promise<readonly Outcome[] | 'outdated'> {
  try {
    return await store.transactIn('none', (transaction) => writeGroup(transaction, group))
  } catch (error) {
    if (error instanceof OutdatedError) return 'outdated'
    throw error
  }
}

async function writeGroup(transaction: Transaction, group: Group): Promise<readonly Outcome[]> {
  const { address, sent } = group
  const senders = new Map<Context, Promise<CallerRun | AppError>>()
  const runOf = ({ context }: Sent) => {
    const known = senders.get(context) ?? checkSender(transaction, context, address)
    senders.set(context, known)
    return known
  }
  const checked = await Promise.all(
    sent.map(async (one) => {
      const [run, version] = await Promise.all([
        runOf(one),
        steps.versionOf(transaction, address, one.message.id),
      ])
      return { sent: one, run, version }
    }),
  )
  const outcomes = await planGroup(group, checked)
  const accepted = outcomes.filter((outcome) => outcome.kind === 'accepted')
  const saved = await Promise.all(accepted.map(({ row }) => steps.append(transaction, row)))
  // Where another node wrote as many batches as come before a row here, that row was added.
  if (saved.includes(false)) throw new OutdatedError()
  for (const { run, row } of accepted) {
    if (run.unstored === undefined) continue
    await runs.put(transaction, run.unstored, row.at)
    run.isPut = true
  }
  return outcomes
}

/** The run of a sender who may write, or why they may not: that is no reason to refuse the batches of others. */
async function checkSender(
  reader: Transaction,
  context: Context,
  address: PageAddress,
): Promise<CallerRun | AppError> {
  const run = context.runs.of(context.caller, address.workspaceId, reader)
  try {
    await allSettledOrThrow(reauthorizePage(context, address, { right: 'write', reader }), run)
    return await run
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

type Checked = { sent: Sent; run: CallerRun | AppError; version: number | undefined }

/** Each batch is rebased over those of the group that come before it, as long as they take little work together. */
async function planGroup(group: Group, checked: readonly Checked[]): Promise<Outcome[]> {
  const planned: Planned = {
    current: group.state,
    changes: [],
    versions: new Map(),
    work: 0,
    at: clock.now(),
  }
  const outcomes: Outcome[] = []
  for (const one of checked)
    outcomes.push(planned.work > maxGroupWork ? { kind: 'waits' } : await plan(group, planned, one))
  return outcomes
}

/** What the batches of the group so far have led to. */
type Planned = {
  current: State
  changes: Change[]
  /** The versions of the batches of the group, by their IDs: a client may have sent one again while it waited. */
  versions: Map<string, number>
  work: number
  at: number
}

async function plan(
  { address, state, since, quota }: Group,
  planned: Planned,
  { sent: { context, message, work: limit }, run, version }: Checked,
): Promise<Outcome> {
  if (run instanceof AppError) return { kind: 'refused', refusal: refusalOf(run), error: run }
  const repeated = version ?? planned.versions.get(message.id)
  if (repeated !== undefined) return { kind: 'repeated', version: repeated }
  const earlier = message.base > state.version ? undefined : since(message.base)
  if (earlier === undefined) return { kind: 'refused', refusal: outdated }
  if (limit.isUsedUp) return { kind: 'refused', refusal: usedUp }
  const { userId: authorId, via, keyId = null } = context.caller
  const over = [...earlier, ...planned.changes]
  const result = await planBatch(planned.current, over, message, authorId)
  limit.spend(result.work)
  planned.work += result.work
  if (!result.ok) return { kind: 'refused', refusal: result.refusal }
  const { accepted } = result
  const { change, moves, retained } = accepted
  const notes = toNotes(
    { moves: [...moves], retained: [...retained], carried: carriedBy(change) },
    via,
  )
  const size = Buffer.byteLength(accepted.steps) + Buffer.byteLength(notes ?? '')
  if (!(await quota.take(address.workspaceId, size))) return { kind: 'refused', refusal: full }
  planned.current = accepted.state
  planned.changes.push(change)
  const { id: batchId, base } = message
  planned.versions.set(batchId, accepted.state.version)
  const row: steps.StepsRow = {
    ...address,
    version: accepted.state.version,
    batchId,
    base,
    authorId,
    via,
    keyId,
    runId: run.id,
    at: planned.at,
    steps: accepted.steps,
    notes,
  }
  return { kind: 'accepted', accepted, row, run }
}

const full: Refusal = {
  code: 'STORAGE_FULL',
  message:
    'The changes of this workspace take all the room that it has. Ask an administrator to raise the limit.',
}

const usedUp: Refusal = {
  code: 'RATE_LIMITED',
  message: 'Your changes take too much work at once. Try again in a second.',
}
const outdated: Refusal = {
  code: 'OUTDATED',
  message: 'The page has changed too much since. Read it again, and merge your changes.',
}
