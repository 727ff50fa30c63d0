import type { Change } from '../../../content/steps/batch.ts'
import { carriedBy } from '../../../content/steps/write-batch.ts'
import type { Context } from '../../domain/context.ts'
import type { PageAddress } from '../../domain/pages/tree.ts'
import type { CallerRun } from '../../domain/runs/caller-run.ts'
import { reauthorizePage } from '../../domain/sharing/reauthorize-page.ts'
import { clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import type { StepsMessage } from '../../lib/live-messages.ts'
import { runs, steps, type Store, type Transaction } from '../../store/index.ts'
import { refusalOf } from '../refusals.ts'
import { toNotes } from './notes.ts'
import { type Accepted, planBatch, type Refusal, type State } from './plan.ts'

/** A batch with the caller who sent it. */
export type Sent = { context: Context; connection: string; message: StepsMessage }

/** `version` is the one that an earlier arrival of the same batch made. */
export type Outcome =
  | { kind: 'accepted'; accepted: Accepted; row: steps.StepsRow; run: CallerRun }
  | { kind: 'repeated'; version: number }
  | { kind: 'refused'; refusal: Refusal; error?: AppError }

export type Group = {
  address: PageAddress
  state: State
  sent: readonly Sent[]
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
  const permissions = new Map<Context, Promise<AppError | undefined>>()
  const permissionOf = ({ context }: Sent) => {
    const known = permissions.get(context) ?? findRefusal(transaction, context, address)
    permissions.set(context, known)
    return known
  }
  const checked = await Promise.all(
    sent.map(async (one) => {
      const [error, version, run] = await Promise.all([
        permissionOf(one),
        steps.versionOf(transaction, address, one.message.id),
        one.context.runs.of(one.context.caller, address.workspaceId, transaction),
      ])
      return { sent: one, error, version, run }
    }),
  )
  const outcomes = planGroup(group, checked)
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

async function findRefusal(
  reader: Transaction,
  context: Context,
  address: PageAddress,
): Promise<AppError | undefined> {
  try {
    await reauthorizePage(context, address, { right: 'write', reader })
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

type Checked = {
  sent: Sent
  error: AppError | undefined
  version: number | undefined
  run: CallerRun
}

/** Each batch is rebased over those of the group that come before it. */
function planGroup({ address, state, since }: Group, checked: readonly Checked[]): Outcome[] {
  let current = state
  const changes: Change[] = []
  const at = clock.now()
  return checked.map(({ sent: { context, message }, error, version, run }): Outcome => {
    if (error !== undefined) return { kind: 'refused', refusal: refusalOf(error), error }
    if (version !== undefined) return { kind: 'repeated', version }
    const earlier = message.base > state.version ? undefined : since(message.base)
    if (earlier === undefined) return { kind: 'refused', refusal: outdated }
    const { userId: authorId, via, keyId = null } = context.caller
    const plan = planBatch(current, [...earlier, ...changes], message, authorId)
    if (!plan.ok) return { kind: 'refused', refusal: plan.refusal }
    const { accepted } = plan
    current = accepted.state
    changes.push(accepted.change)
    const { id: batchId, base } = message
    const row: steps.StepsRow = {
      ...address,
      version: current.version,
      batchId,
      base,
      authorId,
      via,
      keyId,
      runId: run.id,
      at,
      steps: JSON.stringify(accepted.steps),
      notes: toNotes(
        {
          moves: [...accepted.moves],
          retained: [...accepted.retained],
          carried: carriedBy(accepted.change),
        },
        via,
      ),
    }
    return { kind: 'accepted', accepted, row, run }
  })
}

const outdated: Refusal = {
  code: 'OUTDATED',
  message: 'The page has changed too much since. Read it again, and merge your changes.',
}
