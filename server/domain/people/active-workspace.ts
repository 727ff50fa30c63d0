import { AppError } from '../../lib/errors.ts'
import { keys, type Store, workspaces } from '../../store/index.ts'
import type { Context, WorkspaceContext } from '../context.ts'
import { listOwnWorkspaces, requireWorkspace, type WorkspaceItem } from './workspaces.ts'

/** Characters of an admin's own words to agents: they are part of every conversation. */
export const maxInstructionsLength = 4000

/**
 * The workspace a caller works in while naming none: the one their key selected, else their default one.
 * A workspace they have lost since then is passed over.
 */
export async function findActiveWorkspace(context: Context): Promise<WorkspaceItem | undefined> {
  const own = await listOwnWorkspaces(context)
  const { activeWorkspaceId } = context.caller
  return own.find(({ id }) => id === activeWorkspaceId) ?? own[0]
}

/** One of the caller's workspaces by its slug or id. */
export async function findOwnWorkspace(
  context: Context,
  slugOrId: string,
): Promise<WorkspaceItem | undefined> {
  const own = await listOwnWorkspaces(context)
  return own.find(({ slug, id }) => slug === slugOrId || id === slugOrId.toLowerCase())
}

/** Keeps with the key in which workspace it works; the caller's membership is checked already. */
export async function selectWorkspace(
  { store, caller }: Context,
  workspaceId: string,
): Promise<workspaces.WorkspaceRow> {
  const { keyId } = caller
  if (keyId === undefined) {
    throw new AppError(
      'FORBIDDEN',
      'Only API keys have an active workspace. Call this operation with an API key.',
    )
  }
  await store.transactIn('none', (transaction) => keys.select(transaction, keyId, workspaceId))
  return requireWorkspace(store, workspaceId)
}

/** An admin's own words to the agents that work in this workspace. */
export function readInstructions(
  { store }: Pick<Context, 'store'>,
  workspaceId: string,
): Promise<string | null> {
  return workspaces.instructions(store, workspaceId)
}

/** Null for guests: the instructions are about the workspace as a whole, which guests do not see. */
export async function visibleInstructions({
  store,
  viewer,
}: WorkspaceContext): Promise<string | null> {
  return viewer.everyoneId === '' ? null : readInstructions({ store }, viewer.workspaceId)
}

/** Sets them; an empty text takes them away. */
export async function writeInstructions(
  store: Store,
  slugOrId: string,
  text: string,
): Promise<string | null> {
  const words = checkInstructions(text)
  await store.transact(async (transaction) => {
    const { id } = await requireWorkspace(transaction, slugOrId)
    await workspaces.setInstructions(transaction, id, words)
  })
  return words
}

/** As they are kept; null when there are none. */
export function checkInstructions(text: string): string | null {
  const words = text.trim() === '' ? null : text.trim()
  if (words !== null && words.length > maxInstructionsLength) {
    throw new AppError(
      'VALIDATION_FAILED',
      `The instructions have ${words.length} characters; the limit is ${maxInstructionsLength}. Agents read them in every conversation, so keep them short.`,
    )
  }
  return words
}
