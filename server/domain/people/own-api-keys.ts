import { clock, dayMs } from '../../lib/clock.ts'
import { AppError, invalidInput } from '../../lib/errors.ts'
import { keys, members } from '../../store/index.ts'
import { recordAudit } from '../administration/audit.ts'
import { requireKeyQuota } from '../administration/quotas.ts'
import { loadServerSettings, readServerSettings } from '../administration/server-settings.ts'
import type { Context } from '../context.ts'
import {
  addKey,
  type Expiry,
  type KeyItem,
  listKeys,
  listWorkspaceKeys,
  type CreatedKey,
  type NewKey,
  revokeKey,
  workspaceIdsOf,
} from './api-keys.ts'
import { requireRank } from './members.ts'
import { requireRecentAuthentication, requireSession } from './sign-in/reauthentication.ts'

const maxWarningMs = 14 * dayMs

export type Owner = { id: string; firstName: string; lastName: string }
export type ShownKey = Omit<KeyItem, 'state'> & {
  state: 'active' | 'expiring' | 'expired' | 'revoked'
  owner?: Owner
}

/** The keys of the signed-in person. */
export async function listOwnKeys({ store, caller }: Context): Promise<ShownKey[]> {
  return (await listKeys(store, caller.userId)).map(showKey)
}

export type KeyDefaults = { maxDays: number | null; readOnly: boolean }

/** What the server settings say about new keys. */
export async function getKeyDefaults({ store }: Pick<Context, 'store'>): Promise<KeyDefaults> {
  const { maxKeyDays, keysReadOnlyByDefault } = await readServerSettings(store)
  return { maxDays: maxKeyDays, readOnly: keysReadOnlyByDefault }
}

/** All keys with access to a workspace, with their owners. */
export async function listKeysOf({ store }: Context, workspaceId: string): Promise<ShownKey[]> {
  const people = new Map((await members.list(store, workspaceId)).map((row) => [row.id, row]))
  const items = await listWorkspaceKeys(store, workspaceId)
  return items.map((item) => {
    const owner = people.get(item.userId)
    const shown = showKey(item)
    if (owner === undefined) return shown
    const { id, firstName, lastName } = owner
    return { ...shown, owner: { id, firstName, lastName } }
  })
}

export function showKey(item: KeyItem): ShownKey {
  const { state } = item
  if (state !== 'valid') return { ...item, state }
  return { ...item, state: isEnding(item) ? 'expiring' : 'active' }
}

/** In the last fifth of its time, and at most two weeks before its end, a key is to be replaced. */
function isEnding({ createdAt, expiresAt }: KeyItem): boolean {
  if (expiresAt === null) return false
  return expiresAt - clock.now() < Math.min(maxWarningMs, (expiresAt - createdAt) / 5)
}

/** Keys with a longer lifetime than a session require reauthentication. */
export const briefExpiries: ReadonlySet<Expiry> = new Set(['7d', '30d'])

export async function createOwnKey(
  context: Context,
  input: Omit<NewKey, 'userId'>,
): Promise<CreatedKey> {
  const { store, caller } = context
  const own = new Set((await members.ofUser(store, caller.userId)).map(({ id }) => id))
  const foreign = (input.workspaceIds ?? []).findIndex((id) => !own.has(id))
  if (foreign >= 0) {
    const path = `/workspaceIds/${foreign}`
    throw invalidInput([{ path, rule: 'membership', message: 'is no workspace of yours' }])
  }
  if (!briefExpiries.has(input.expires)) await requireRecentAuthentication(context)
  const valid = (await listKeys(store, caller.userId)).filter(({ state }) => state === 'valid')
  await requireKeyQuota(context, valid.length)
  return store.transact(async (transaction) => {
    await requireSession(transaction, caller)
    const { keysReadOnlyByDefault } = await loadServerSettings(transaction)
    const { readOnly = keysReadOnlyByDefault } = input
    return addKey(transaction, { ...input, readOnly, userId: caller.userId }, caller)
  })
}

/** Treats the key of another person as not found. Throws KEY_NOT_FOUND. */
export async function revokeOwnKey({ store, caller }: Context, keyId: string): Promise<void> {
  const found = await keys.byId(store, keyId)
  if (found?.userId !== caller.userId) {
    throw new AppError('KEY_NOT_FOUND', 'Key not found. List your keys.')
  }
  await revokeKey(store, keyId, caller)
}

/** Removes the access of a member's key to a workspace; a key without other access is revoked. Throws KEY_NOT_FOUND. */
export async function removeKeyAccess(
  { store, caller }: Context,
  { workspaceId, keyId }: { workspaceId: string; keyId: string },
): Promise<void> {
  await store.transact(async (transaction) => {
    const key = await keys.byId(transaction, keyId)
    const role =
      key === undefined ? undefined : await members.role(transaction, workspaceId, key.userId)
    if (key === undefined || role === undefined || !opens(key, workspaceId)) {
      throw new AppError(
        'KEY_NOT_FOUND',
        'No key with this ID has access to this workspace. Refresh the list.',
      )
    }
    await requireRank({ store: transaction, caller }, workspaceId, role)
    const others = (await members.workspacesOf(transaction, key.userId))
      .map(({ id }) => id)
      .filter((id) => id !== workspaceId && opens(key, id))
    if (others.length === 0) await keys.revoke(transaction, keyId, clock.now())
    else await keys.limit(transaction, keyId, JSON.stringify(others))
    const details = { keyId, name: key.name }
    const entry = { action: 'key.revoke', workspaceId, subject: key.userId, details } as const
    await recordAudit(transaction, caller, entry)
  })
}

function opens(key: keys.KeyRow, workspaceId: string): boolean {
  return workspaceIdsOf(key)?.includes(workspaceId) ?? true
}
