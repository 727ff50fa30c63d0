import { clock } from '../../lib/clock.ts'
import { invalidInput } from '../../lib/errors.ts'
import { plainName } from '../../lib/plain-names.ts'
import {
  type Store,
  type Transaction,
  workspaceRemoval,
  type workspaces,
} from '../../store/index.ts'
import { type AuditActor, operatorActor, recordAudit } from '../administration/audit.ts'
import type { Context } from '../context.ts'
import { requireRecentAuthentication } from './sign-in/reauthentication.ts'
import { requireWorkspace } from './workspaces.ts'

/** Rows removed per transaction, so that other writes run in between. */
const batchSize = 100

/** Permanently deletes a workspace for an owner who typed its name. Throws VALIDATION_FAILED, REAUTHENTICATION_REQUIRED. */
export async function removeOwnWorkspace(
  context: Context,
  { workspaceId, name }: { workspaceId: string; name: string },
): Promise<void> {
  const { store, caller } = context
  const workspace = await requireWorkspace(store, workspaceId)
  requireName(workspace, name)
  await requireRecentAuthentication(context)
  await store.transact((transaction) => markRemoved(transaction, workspace, caller))
}

/** For the operator: everything is deleted when this returns. Throws WORKSPACE_NOT_FOUND, VALIDATION_FAILED. */
export async function removeWorkspace(
  store: Store,
  slugOrId: string,
  name: string,
): Promise<workspaces.WorkspaceRow> {
  const workspace = await requireWorkspace(store, slugOrId)
  requireName(workspace, name)
  await store.transact((transaction) => markRemoved(transaction, workspace, operatorActor))
  const write = (work: (transaction: Transaction) => Promise<boolean>) =>
    store.transactIn({ workspaceId: workspace.id }, work)
  await clearWorkspace(workspace.id, write, new AbortController().signal)
  return workspace
}

function requireName({ name }: workspaces.WorkspaceRow, typed: string): void {
  if (plainName(typed) === plainName(name)) return
  throw invalidInput([
    { path: '/name', rule: 'name', message: `must be the name of the workspace, ${name}` },
  ])
}

/** From here on nobody is in it; its rows go piece by piece, and the bytes of its files after a while. */
async function markRemoved(
  transaction: Transaction,
  { id, name, slug }: workspaces.WorkspaceRow,
  actor: AuditActor,
): Promise<void> {
  if (!(await workspaceRemoval.mark(transaction, id, clock.now()))) return
  const details = { name, slug }
  await recordAudit(transaction, actor, {
    action: 'workspace.remove',
    workspaceId: id,
    subject: id,
    details,
  })
}

/** Deletes the next rows of a deleted workspace; returns whether everything is deleted. */
export async function clearWorkspace(
  workspaceId: string,
  write: (work: (transaction: Transaction) => Promise<boolean>) => Promise<boolean>,
  signal: AbortSignal,
): Promise<boolean> {
  while (!signal.aborted) {
    const isMore = await write((transaction) =>
      workspaceRemoval.removeBatch(transaction, workspaceId, batchSize),
    )
    if (!isMore) return true
  }
  return false
}
