import { toIso } from '../../lib/clock.ts'
import { AppError, invalidInput } from '../../lib/errors.ts'
import { startTimeSlice } from '../../lib/time-slices.ts'
import { agentAccounts, type Reader, reverts, runChanges, runs } from '../../store/index.ts'
import { isWorkspaceAdmin } from '../agents/agents.ts'
import type { WorkspaceContext } from '../context.ts'
import { type Accepted, readAccepted } from './accepted.ts'

/** A run, or everything that an API key changed since a time. */
export type RevertTarget =
  | { workspaceId: string; runId: string }
  | { workspaceId: string; keyId: string; since: number }

/** Changes that are reverted: those of the runs, those that they proposed, and those of the runs that reverted them before. */
export type Family = {
  workspaceId: string
  /** What to revert. */
  runs: readonly runs.ListedRun[]
  /** The time from which each run counts, by its ID. */
  since: ReadonlyMap<string, number>
  accepted: Accepted
  /** Tells reverts of one target apart. */
  name: string
}

const maxRuns = 5000

/** Ends the names of runs that took back corrected texts. */
export const takeBackSuffix = 'take-back'

/**
 * The changes that a revert undoes. People revert their own runs and those of their agents, owners and admins all; an
 * API key reverts its own. Throws RUN_NOT_FOUND, FORBIDDEN or VALIDATION_FAILED.
 */
export async function readFamily(context: WorkspaceContext, target: RevertTarget): Promise<Family> {
  const targets = await readRuns(context.store, target)
  // All runs of a key are of one person.
  const [first] = targets
  if (first !== undefined) await requireRight(context, first)
  const since = 'since' in target ? target.since : 0
  const name =
    'runId' in target ? `revert:${target.runId}` : `revert:${target.keyId}:${target.since}`
  const { workspaceId } = target
  const times = new Map(targets.map(({ id }) => [id, since]))
  const timeSlice = startTimeSlice()
  for (const { id } of targets) {
    if (timeSlice.isOver()) await timeSlice.pause()
    await addReverts(context.store, workspaceId, id, times)
  }
  const accepted = await readAccepted(context.store, workspaceId, times)
  return { workspaceId, runs: targets, since: times, accepted, name }
}

async function readRuns(reader: Reader, target: RevertTarget): Promise<runs.ListedRun[]> {
  const { workspaceId } = target
  if ('runId' in target) {
    const run = await runs.get(reader, workspaceId, target.runId)
    if (run === undefined) throw runNotFound(target.runId)
    return [run]
  }
  const { keyId, since } = target
  const key = { keyId, since, limit: maxRuns + 1 }
  const changed = await runChanges.ofKey(reader, workspaceId, key)
  const earlier = changed[maxRuns]
  if (earlier !== undefined) throw tooManyRuns(earlier)
  // A person chose what these took back; a revert of the key leaves it.
  const found = changed.filter(({ name: given }) => !given.endsWith(` ${takeBackSuffix}`))
  if (found.length > 0) return found.toReversed()
  throw new AppError(
    'RUN_NOT_FOUND',
    `API key ${keyId} made no changes in this workspace since that time. Choose an earlier time.`,
  )
}

function tooManyRuns({ lastAt }: runs.ListedRun): AppError {
  const time = toIso(lastAt + 1)
  const message = `must be ${time} or later, because the key made changes in more than ${maxRuns} runs since then; revert earlier runs one by one`
  return invalidInput([{ path: '/since', rule: 'since', message }])
}

async function requireRight(
  { store, caller, viewer }: WorkspaceContext,
  run: runs.ListedRun,
): Promise<void> {
  if (caller.keyId !== undefined) {
    if (run.keyId === caller.keyId) return
    throw new AppError('FORBIDDEN', 'An API key can revert only its own runs. Ask its owner.')
  }
  if (run.userId === caller.userId) return
  const { workspaceId } = viewer
  const agent = await agentAccounts.get(store, { workspaceId, userId: run.userId })
  if (agent?.ownerId === caller.userId) return
  if (await isWorkspaceAdmin(store, workspaceId, caller.userId)) return
  throw new AppError(
    'FORBIDDEN',
    'Only the person behind the run, the owner of its agent, an owner or an admin can revert it. Ask one of them.',
  )
}

/** Reverts that were reverted themselves change nothing any more, but their changes are in the history. */
async function addReverts(
  reader: Reader,
  workspaceId: string,
  runId: string,
  times: Map<string, number>,
): Promise<void> {
  for (const revert of await reverts.ofRun(reader, workspaceId, runId)) {
    // What an earlier revert undid before the time stays undone.
    times.set(runId, Math.min(times.get(runId) ?? 0, revert.since))
    if (times.has(revert.runId)) continue
    times.set(revert.runId, 0)
    await addReverts(reader, workspaceId, revert.runId, times)
  }
}

/** Whether a change belongs to what is reverted. */
export function isReverted(
  { since }: Pick<Family, 'since'>,
  { runId, at }: { runId: string | null; at: number },
): boolean {
  return runId !== null && at >= (since.get(runId) ?? Number.POSITIVE_INFINITY)
}

function runNotFound(runId: string): AppError {
  return new AppError(
    'RUN_NOT_FOUND',
    `Run ${runId} not found. Copy the ID of a run from the history of a page.`,
  )
}
