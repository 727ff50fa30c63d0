import { clock, dayMs } from '../../../lib/clock.ts'
import { AppError } from '../../../lib/errors.ts'
import { newId } from '../../../lib/ids.ts'
import { hashToken, newToken } from '../../../lib/secrets/tokens.ts'
import { type Reader, sessions, type Store, type Transaction } from '../../../store/index.ts'
import { recordAudit } from '../../administration/audit.ts'
import { loadServerSettings, readServerSettings } from '../../administration/server-settings.ts'
import {
  isAllowedSignIn,
  needsSecondFactor,
  requireAllowedSignIn,
  secondFactorRequired,
} from '../../administration/sign-in-policies.ts'
import type { Caller, Context, BrowserRequest } from '../../context.ts'
import { requireEnabled } from '../accounts/enabled.ts'

/** Milliseconds without a use after which a session ends. */
export const sessionLifetime = 30 * dayMs
/** Milliseconds after which it ends however much it is used. */
const maxSessionMs = 90 * dayMs
const useNotedEvery = 5 * 60_000
const maxUserAgentLength = 300

export type SignInMethod = 'password' | 'passkey' | 'oidc' | 'invitation' | 'setup'

/** `authenticatedAt` is when the person proved who they are, where that may be long ago. */
export type SignedIn = { by: SignInMethod; authenticatedAt?: number }

/** Signs a person in on their browser. The token is known to that browser alone. Throws ACCOUNT_DISABLED, SINGLE_SIGN_ON_REQUIRED. */
export async function startSession(
  transaction: Transaction,
  context: Pick<Context, 'caller' | 'signIn'>,
  userId: string,
  { by, authenticatedAt }: SignedIn,
): Promise<void> {
  const browser = requireBrowser(context)
  await requireEnabled(transaction, userId)
  const signedIn = { userId, method: by, hasProvider: context.signIn.oidc !== undefined }
  await requireAllowedSignIn(transaction, await loadServerSettings(transaction), signedIn)
  const token = newToken()
  const now = clock.now()
  await sessions.removeExpired(transaction, now)
  await sessions.insert(transaction, {
    id: newId(),
    userId,
    hash: hashToken(token),
    userAgent: browser.userAgent.slice(0, maxUserAgentLength),
    createdAt: now,
    lastUsedAt: now,
    expiresAt: now + sessionLifetime,
    authenticatedAt: authenticatedAt ?? now,
    address: browser.address,
    method: by,
  })
  await recordAudit(
    transaction,
    { userId, via: 'web', client: browser },
    { action: 'session.create', subject: userId, details: { by } },
  )
  browser.keepToken(token)
}

/** Gives whose session it is, and whether its end was just put off; undefined when there is none. */
export type ReadSession = (
  token: string,
) => Promise<{ caller: Caller; isRenewed: boolean } | undefined>

/** `report` hears of a use that could not be noted: that never stops a request. */
export function createSessionReader(
  store: Store,
  report: (error: unknown) => void,
  hasProvider: boolean,
): ReadSession {
  const beingNoted = new Set<string>()

  const noteUse = async ({ id, createdAt }: sessions.SessionRow, now: number): Promise<void> => {
    if (beingNoted.has(id)) return
    beingNoted.add(id)
    try {
      const expiresAt = Math.min(now + sessionLifetime, createdAt + maxSessionMs)
      const use = { id, lastUsedAt: now, expiresAt }
      await store.transactIn('none', (transaction) =>
        sessions.touch(transaction, use, now - useNotedEvery),
      )
    } catch (error) {
      report(error)
    } finally {
      beingNoted.delete(id)
    }
  }

  return async (token) => {
    const now = clock.now()
    const row = await sessions.byHash(store, hashToken(token), now)
    if (row === undefined || row.createdAt + maxSessionMs <= now) return undefined
    const settings = await readServerSettings(store)
    if (!(await isAllowedSignIn(store, settings, { ...row, hasProvider }))) return undefined
    const isRenewed = row.lastUsedAt <= now - useNotedEvery
    if (isRenewed) void noteUse(row, now)
    const caller: Caller = {
      userId: row.userId,
      keyId: undefined,
      sessionId: row.id,
      via: 'web',
      readOnly: false,
      workspaceIds: undefined,
      needsSecondFactor: await needsSecondFactor(store, settings, row),
    }
    return { caller, isRenewed }
  }
}

export type SessionItem = sessions.SessionRow & { isCurrent: boolean }

export async function listSessions({ store, caller }: Context): Promise<SessionItem[]> {
  const rows = await sessions.ofUser(store, caller.userId, clock.now())
  return rows.map((row) => ({ ...row, isCurrent: row.id === caller.sessionId }))
}

/** Rejects a long request once the session has ended or needs a second factor. Throws SIGN_IN_REQUIRED, TWO_FACTORS_REQUIRED. */
export async function requireActiveSession(
  { store, caller, signIn }: Pick<Context, 'store' | 'caller' | 'signIn'>,
  sessionId: string,
  reader: Reader = store,
): Promise<void> {
  const active = await sessions.ofUser(reader, caller.userId, clock.now())
  const row = active.find(({ id }) => id === sessionId)
  const settings = await readServerSettings(store)
  const hasProvider = signIn.oidc !== undefined
  const isActive =
    row !== undefined && (await isAllowedSignIn(reader, settings, { ...row, hasProvider }))
  if (!isActive) throw new AppError('SIGN_IN_REQUIRED', 'Sign in first.')
  if (await needsSecondFactor(reader, settings, row)) throw secondFactorRequired()
}

/** Signs this browser out; nothing to do where nobody is signed in. */
export async function endSession({ store, caller }: Context): Promise<void> {
  const { sessionId } = caller
  if (sessionId !== undefined) {
    await store.transactIn('none', async (transaction) => {
      await sessions.remove(transaction, sessionId)
      await recordAudit(transaction, caller, { action: 'session.end', subject: caller.userId })
    })
  }
  caller.browser?.keepToken(undefined)
}

/** Signs the person out on one of their browsers, this one or another. */
export async function endOwnSession(context: Context, sessionId: string): Promise<void> {
  const { store, caller } = context
  if (sessionId === caller.sessionId) return endSession(context)
  await store.transactIn('none', async (transaction) => {
    const own = await sessions.ofUser(transaction, caller.userId, clock.now())
    if (!own.some(({ id }) => id === sessionId)) {
      throw new AppError('NOT_FOUND', 'That session has already ended. Refresh the list.')
    }
    await sessions.remove(transaction, sessionId)
    const details = { which: 'another' }
    await recordAudit(transaction, caller, {
      action: 'session.end',
      subject: caller.userId,
      details,
    })
  })
}

/** Signs a person out everywhere. */
export async function endAllSessions({ store, caller }: Context): Promise<void> {
  await store.transactIn('none', async (transaction) => {
    await sessions.removeOfUser(transaction, caller.userId)
    const details = { which: 'all' }
    await recordAudit(transaction, caller, {
      action: 'session.end',
      subject: caller.userId,
      details,
    })
  })
  caller.browser?.keepToken(undefined)
}

/** The browser that asks; signing in makes sense for none but a browser. */
export function requireBrowser({ caller }: Pick<Context, 'caller'>): BrowserRequest {
  if (caller.browser !== undefined) return caller.browser
  throw new AppError('FORBIDDEN', 'Only a browser can sign in.')
}
