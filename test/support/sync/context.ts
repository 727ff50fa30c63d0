import { openState } from '../../../client/cli/sync/state.ts'
import type { SyncContext } from '../../../client/cli/sync/sync-context.ts'
import { createMemory, syncFolder } from '../../../client/cli/sync/sync.ts'
import { createClient } from '../../../client/index.ts'

/** A program that ends at a moment that nothing expects. */
export class Killed extends Error {}

/** What a folder is synced with. */
export type Synced = {
  address: string
  key: string
  workspaceId: string
  parentId: string
  root: string
}

/** Synchronizes a folder as the command does, in this process. */
export async function syncOnce(
  { address: baseUrl, key: apiKey, workspaceId, parentId, root }: Synced,
  options: Partial<SyncContext> = {},
  send = fetch,
  memory = createMemory(false),
) {
  const state = await openState(root, { workspaceId, underPageId: parentId })
  const context: SyncContext = {
    root,
    client: createClient({ baseUrl, apiKey, fetch: send }),
    options: { baseUrl, apiKey, fetch: send },
    workspaceId,
    underPageId: parentId,
    report: () => undefined,
    warn: () => undefined,
    confirm: undefined,
    isConfirmed: true,
    isWindows: false,
    today: () => '2026-11-26',
    signal: new AbortController().signal,
    step: () => undefined,
    ...options,
  }
  return syncFolder(context, state, memory)
}
