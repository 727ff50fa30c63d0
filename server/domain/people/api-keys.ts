import { clock, dayMs } from '../../lib/clock.ts'
import { AppError, invalidInput } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { fits } from '../../lib/json/fits.ts'
import { storedJson } from '../../lib/json/stored-json.ts'
import { Type } from '../../lib/json/type.ts'
import { plainName } from '../../lib/plain-names.ts'
import { hashApiKey, isApiKey, newApiKey } from '../../lib/secrets/api-keys.ts'
import {
  type agentAccounts,
  keys,
  prefetch,
  type Reader,
  type Store,
  type Transaction,
} from '../../store/index.ts'
import { type AuditActor, operatorActor, recordAudit } from '../administration/audit.ts'
import { loadServerSettings } from '../administration/server-settings.ts'
import type { Caller } from '../context.ts'
import { requireEnabled } from './accounts/enabled.ts'

const lifetimes = {
  '7d': 7 * dayMs,
  '30d': 30 * dayMs,
  '90d': 90 * dayMs,
  '1y': 365 * dayMs,
  never: null,
}

export type Expiry = keyof typeof lifetimes
export const expiries = ['7d', '30d', '90d', '1y', 'never'] as const satisfies readonly Expiry[]

const useNotedEvery = 60_000

export type NewKey = {
  userId: string
  name: string
  expires: Expiry
  readOnly?: boolean | undefined
  /** It proposes changes instead of writing. */
  proposeOnly?: boolean | undefined
  /** A program that decides on its own uses it. A key that only proposes is always for one. */
  forAgent?: boolean | undefined
  workspaceIds?: readonly string[]
}

/** The only value that contains the complete key. */
export type CreatedKey = { id: string; key: string; expiresAt: number | null }

/** Throws ACCOUNT_DISABLED, and VALIDATION_FAILED for a longer lifetime than the server allows. */
export async function addKey(
  transaction: Transaction,
  input: NewKey,
  actor: AuditActor,
): Promise<CreatedKey> {
  await requireEnabled(transaction, input.userId)
  const lifetime = lifetimes[input.expires]
  await requireLifetime(transaction, lifetime)
  const key = newApiKey()
  const now = clock.now()
  const row = {
    id: newId(),
    userId: input.userId,
    name: plainName(input.name),
    hash: hashApiKey(key),
    firstCharacters: key.slice(0, 8),
    lastCharacters: key.slice(-4),
    readOnly: input.readOnly === true ? (1 as const) : (0 as const),
    proposeOnly: input.proposeOnly === true ? (1 as const) : (0 as const),
    forAgent: input.forAgent === true || input.proposeOnly === true ? (1 as const) : (0 as const),
    workspaceIds: input.workspaceIds === undefined ? null : JSON.stringify(input.workspaceIds),
    createdAt: now,
    expiresAt: lifetime === null ? null : now + lifetime,
  }
  await keys.insert(transaction, row)
  const details = {
    keyId: row.id,
    name: row.name,
    readOnly: row.readOnly === 1,
    ...(row.proposeOnly === 1 && { proposeOnly: true }),
    ...(row.forAgent === 1 && { forAgent: true }),
    expiresAt: row.expiresAt,
  }
  await recordAudit(transaction, actor, { action: 'key.create', subject: input.userId, details })
  return { id: row.id, key, expiresAt: row.expiresAt }
}

async function requireLifetime(reader: Reader, lifetime: number | null): Promise<void> {
  const { maxKeyDays: max } = await loadServerSettings(reader)
  if (max === null || (lifetime !== null && lifetime <= max * dayMs)) return
  const message = `must be at most ${max} days, the limit of this server`
  throw invalidInput([{ path: '/expires', rule: 'lifetime', message }])
}

export async function createKey(
  store: Store,
  input: NewKey,
  actor: AuditActor = operatorActor,
): Promise<CreatedKey> {
  return store.transact((transaction) => addKey(transaction, input, actor))
}

export type KeyState = 'valid' | 'revoked' | 'expired'

export type KeyItem = {
  id: string
  userId: string
  name: string
  firstCharacters: string
  lastCharacters: string
  state: KeyState
  readOnly: boolean
  proposeOnly: boolean
  forAgent: boolean
  workspaceIds: readonly string[] | null
  createdAt: number
  expiresAt: number | null
  lastUsedAt: number | null
}

/** All keys of a person, as they may be shown. */
export async function listKeys(reader: Reader, userId: string): Promise<KeyItem[]> {
  return (await keys.ofUser(reader, userId)).map(toItem)
}

/** All keys with access to a workspace. */
export async function listWorkspaceKeys(reader: Reader, workspaceId: string): Promise<KeyItem[]> {
  const items = (await keys.ofWorkspace(reader, workspaceId)).map(toItem)
  return items.filter(({ workspaceIds }) => workspaceIds?.includes(workspaceId) ?? true)
}

function toItem(row: keys.KeyRow): KeyItem {
  return {
    id: row.id,
    userId: row.userId,
    name: row.name,
    firstCharacters: row.firstCharacters,
    lastCharacters: row.lastCharacters,
    state: stateOf(row),
    readOnly: row.readOnly === 1,
    proposeOnly: row.proposeOnly === 1,
    forAgent: row.forAgent === 1,
    workspaceIds: workspaceIdsOf(row) ?? null,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    lastUsedAt: row.lastUsedAt,
  }
}

/** Takes effect on the next request, on every node. Throws KEY_NOT_FOUND. */
export async function revokeKey(
  store: Store,
  id: string,
  actor: AuditActor = operatorActor,
): Promise<void> {
  await store.transact(async (transaction) => {
    const key = await keys.byId(transaction, id)
    if (key === undefined) {
      throw new AppError(
        'KEY_NOT_FOUND',
        `There is no key ${id}. Run \`quire key list EMAIL\` to list the keys of a person.`,
      )
    }
    await keys.revoke(transaction, id, clock.now())
    const details = { keyId: id, name: key.name }
    await recordAudit(transaction, actor, { action: 'key.revoke', subject: key.userId, details })
  })
}

/**
 * Returns the caller that a key identifies, read from the store of the request. Throws INVALID_API_KEY,
 * API_KEY_REVOKED, API_KEY_EXPIRED, and FORBIDDEN for the key of a paused agent.
 */
export type Authenticate = (key: string, requestStore?: Store) => Promise<Caller>

/** Reads the key together with the role and the page that a request names, into a store for this request. */
export type Prefetch = (key: string, ids: Omit<prefetch.RequestIds, 'hash'>) => Promise<Store>

/** Undefined where a statement is no round trip: there it would save nothing. */
export function createPrefetch(store: Store): Prefetch | undefined {
  if (!store.isRemote) return undefined
  return async (key, ids) =>
    isApiKey(key) ? prefetch.prefetch(store, { hash: hashApiKey(key), ...ids }) : store
}

/** `report` receives failures to record the use of a key, which never fail a request. */
export function createAuthenticator(store: Store, report: (error: unknown) => void): Authenticate {
  const beingNoted = new Set<string>()

  const noteUse = async (id: string, now: number): Promise<void> => {
    if (beingNoted.has(id)) return
    beingNoted.add(id)
    try {
      await store.transactIn('none', (transaction) =>
        keys.touch(transaction, id, now, now - useNotedEvery),
      )
    } catch (error) {
      report(error)
    } finally {
      beingNoted.delete(id)
    }
  }

  return async (key, requestStore = store) => {
    // A key is looked up by its hash, so the time taken tells nothing of how much of a guess was right.
    const row = isApiKey(key) ? await keys.byHash(requestStore, hashApiKey(key)) : undefined
    if (row === undefined) throw new AppError('INVALID_API_KEY', 'Invalid API key')
    refuse(stateOf(row), row)
    const now = clock.now()
    if (row.lastUsedAt === null || row.lastUsedAt <= now - useNotedEvery) void noteUse(row.id, now)
    return {
      userId: row.userId,
      keyId: row.id,
      via: 'api',
      readOnly: row.readOnly === 1,
      ...(row.proposeOnly === 1 && { proposeOnly: true as const }),
      ...(row.forAgent === 1 && { forAgent: true as const }),
      workspaceIds: workspaceIdsOf(row),
      activeWorkspaceId: row.activeWorkspaceId ?? undefined,
    }
  }
}

/** Checks a key again. Throws API_KEY_REVOKED, API_KEY_EXPIRED, FORBIDDEN. */
export async function requireActiveKey(reader: Reader, id: string): Promise<void> {
  const row = await keys.byId(reader, id)
  refuse(row === undefined ? 'revoked' : stateOf(row), row)
}

function refuse(state: KeyState, key?: keys.KeyRow): void {
  if (state === 'revoked') throw new AppError('API_KEY_REVOKED', 'API key revoked')
  if (state === 'expired') throw new AppError('API_KEY_EXPIRED', 'API key expired')
  const { pauseReason = null } = key ?? {}
  if (pauseReason !== null) throw new AppError('FORBIDDEN', pausedMessages[pauseReason])
}

const pausedMessages: Record<agentAccounts.PauseReason, string> = {
  requested: 'This agent is paused. Ask its owner to resume it.',
  owner:
    'This agent is paused because its owner no longer has write access. Ask an owner of the workspace to choose another one.',
}

function stateOf({ revokedAt, expiresAt }: keys.KeyRow): KeyState {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && expiresAt <= clock.now() ? 'expired' : 'valid'
}

/** The workspaces that a key is limited to; undefined means all workspaces of its owner. */
export function workspaceIdsOf({
  id,
  workspaceIds,
}: Pick<keys.KeyRow, 'id' | 'workspaceIds'>): readonly string[] | undefined {
  return workspaceIds === null ? undefined : readIds(workspaceIds, id)
}

const readIds = storedJson('api_keys.workspace_ids', fits(Type.Array(Type.String())))
