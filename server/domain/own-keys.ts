import { clock } from '../lib/clock.ts'
import { AppError, invalidInput } from '../lib/errors.ts'
import { keys, members } from '../store/index.ts'
import type { Context } from './context.ts'
import {
  createKey,
  type KeyItem,
  listKeys,
  listWorkspaceKeys,
  type MadeKey,
  type NewKey,
  revokeKey,
} from './keys.ts'

const day = 86_400_000
const longestWarning = 14 * day

export type Owner = { id: string; firstName: string; lastName: string }
export type ShownKey = Omit<KeyItem, 'state'> & {
  state: 'active' | 'expiring' | 'expired' | 'revoked'
  owner?: Owner
}

/** The keys of whoever is signed in. */
export async function listOwnKeys({ store, caller }: Context): Promise<ShownKey[]> {
  return (await listKeys(store, caller.userId)).map(show)
}

/** All keys that open a workspace, with whose they are. */
export async function listKeysOf({ store }: Context, workspaceId: string): Promise<ShownKey[]> {
  const people = new Map((await members.list(store, workspaceId)).map((row) => [row.id, row]))
  const items = await listWorkspaceKeys(store, workspaceId)
  return items.map((item) => {
    const owner = people.get(item.userId)
    const shown = show(item)
    if (owner === undefined) return shown
    const { id, firstName, lastName } = owner
    return { ...shown, owner: { id, firstName, lastName } }
  })
}

function show(item: KeyItem): ShownKey {
  const { state } = item
  if (state !== 'valid') return { ...item, state }
  return { ...item, state: isEnding(item) ? 'expiring' : 'active' }
}

/** In the last fifth of its time, and at most two weeks before its end, a key is to be replaced. */
function isEnding({ createdAt, expiresAt }: KeyItem): boolean {
  if (expiresAt === null) return false
  return expiresAt - clock.now() < Math.min(longestWarning, (expiresAt - createdAt) / 5)
}

export async function createOwnKey(
  { store, caller }: Context,
  input: Omit<NewKey, 'userId'>,
): Promise<MadeKey> {
  const own = new Set((await members.ofUser(store, caller.userId)).map(({ id }) => id))
  const foreign = (input.workspaceIds ?? []).findIndex((id) => !own.has(id))
  if (foreign >= 0) {
    const path = `/workspaceIds/${foreign}`
    throw invalidInput([{ path, rule: 'membership', message: 'is no workspace of yours' }])
  }
  return createKey(store, { ...input, userId: caller.userId }, caller)
}

/** A key of somebody else is one that does not exist. */
export async function revokeOwnKey({ store, caller }: Context, keyId: string): Promise<void> {
  const found = await keys.byId(store, keyId)
  if (found?.userId !== caller.userId) {
    throw new AppError('KEY_NOT_FOUND', 'You have no such key.')
  }
  await revokeKey(store, keyId, caller)
}
