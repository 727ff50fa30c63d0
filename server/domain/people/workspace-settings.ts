import { invalidInput } from '../../lib/errors.ts'
import { workspaces } from '../../store/index.ts'
import { recordAudit } from '../administration/audit.ts'
import { countWorkspace } from '../administration/quotas.ts'
import type { Context } from '../context.ts'
import { checkInstructions } from './active-workspace.ts'
import { addWorkspace, checkName, requireWorkspace } from './workspaces.ts'

export type WorkspaceSettings = {
  name: string
  slug: string
  instructions: string | null
  keepsLineBreaks: boolean
}

export async function getWorkspaceSettings(
  { store }: Context,
  workspaceId: string,
): Promise<WorkspaceSettings> {
  const { name, slug } = await requireWorkspace(store, workspaceId)
  const instructions = await workspaces.instructions(store, workspaceId)
  const keepsLineBreaks = await workspaces.keepsLineBreaks(store, workspaceId)
  return { name, slug, instructions, keepsLineBreaks }
}

/** Keeps the slug, because links and agents use it. */
export async function updateWorkspaceSettings(
  { store, caller }: Context,
  {
    workspaceId,
    name,
    instructions,
    keepsLineBreaks,
  }: { workspaceId: string } & Partial<Omit<WorkspaceSettings, 'slug'>>,
): Promise<void> {
  const newName = name === undefined ? undefined : requireName(name)
  const words = instructions === undefined ? undefined : checkInstructions(instructions ?? '')
  await store.transactIn({ workspaceId }, async (transaction) => {
    if (newName !== undefined) await workspaces.rename(transaction, workspaceId, newName)
    if (words !== undefined) await workspaces.setInstructions(transaction, workspaceId, words)
    if (keepsLineBreaks !== undefined)
      await workspaces.setLineBreaks(transaction, workspaceId, keepsLineBreaks)
    const changed = words === undefined ? undefined : 'changed'
    const details = { name: newName, instructions: changed, keepsLineBreaks }
    await recordAudit(transaction, caller, {
      action: 'workspace.update',
      workspaceId,
      subject: workspaceId,
      details,
    })
  })
}

function requireName(given: string): string {
  const name = checkName(given)
  if (name !== '') return name
  throw invalidInput([{ path: '/name', rule: 'minLength', message: 'must not be empty' }])
}

/** Creates a workspace owned by the signed-in person. */
export async function createOwnWorkspace(context: Context, name: string): Promise<string> {
  const { store, caller } = context
  checkName(name)
  await countWorkspace(context)
  const workspace = { name, slug: undefined }
  const added = await store.transact((transaction) => addWorkspace(transaction, workspace, caller))
  return added.id
}
