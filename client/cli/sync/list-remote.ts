import type { RemotePage } from './records.ts'
import { readPosition } from './state.ts'
import type { SyncContext } from './sync-context.ts'

export type Listed = {
  files: readonly RemotePage[]
  /** Where in the history of the server the list is. */
  position: string
  /** Whether the server lacks changes that it had at the position before. */
  isRestored: boolean
  /** Whether this is an earlier list. What was typed since is in no event, and can have given pages newer versions. */
  isUnchanged: boolean
}

/** The pages of the server. A program that has listed them gets the same list while nothing changes. */
export async function listRemote(
  context: SyncContext,
  before: Listed | undefined,
): Promise<Listed> {
  const since = before?.position ?? (await readPosition(context.root))
  const listed = await list(context, since)
  if (!listed.isUnchanged) return listed
  if (before === undefined) return listWhole(context)
  return { ...before, isRestored: false, isUnchanged: true }
}

/** The pages of the server as they are now. */
export function listWhole(context: SyncContext): Promise<Listed> {
  return list(context, undefined)
}

function list({ client, workspaceId, underPageId }: SyncContext, since: string | undefined) {
  return client.markdownFiles.list(
    { workspaceId, underPageId, ...(since === undefined ? {} : { since }) },
    { idempotencyKey: crypto.randomUUID() },
  )
}
