import { AppError, invalidInput } from '../../lib/errors.ts'
import {
  passkeys,
  type Reader,
  secondFactors,
  sessions,
  type Transaction,
} from '../../store/index.ts'
import { isAdministrator } from './administrators.ts'

/** Of `ServerSettings`. */
type Policy = { requireTwoFactors: boolean }

/** A passkey checks its person on the device, and an OpenID Connect provider has policies of its own. */
const strong: ReadonlySet<string> = new Set(['passkey', 'oidc'])

/** Whether the person of a session must set up a second factor before anything else. */
export async function needsSecondFactor(
  reader: Reader,
  { requireTwoFactors }: Policy,
  { userId, method }: Pick<sessions.SessionRow, 'userId' | 'method'>,
): Promise<boolean> {
  if (!requireTwoFactors || strong.has(method ?? 'unknown')) return false
  return !(await hasSecondFactor(reader, userId))
}

/** Refuses a password on its own for an account whose second factor is a passkey. Throws TWO_FACTORS_REQUIRED. */
export async function requirePasskeyIfOwned(
  reader: Reader,
  { requireTwoFactors }: Policy,
  userId: string,
): Promise<void> {
  if (!requireTwoFactors || (await passkeys.ofUser(reader, userId)).length === 0) return
  throw new AppError(
    'TWO_FACTORS_REQUIRED',
    'This server requires two-factor authentication. Sign in with your passkey.',
  )
}

/** Keeps administrators from locking themselves out. Throws VALIDATION_FAILED. */
export async function requireOwnSecondFactor(reader: Reader, userId: string): Promise<void> {
  if (await hasSecondFactor(reader, userId)) return
  const message =
    'needs a second factor for your own account first: an authenticator app or a passkey'
  throw invalidInput([{ path: '/requireTwoFactors', rule: 'secondFactor', message }])
}

type SignOnPolicy = { requireSingleSignOn: boolean }

/** How somebody signed in, and whether this server has an OpenID Connect provider. */
export type SignedInBy = Pick<sessions.SessionRow, 'userId' | 'method'> & { hasProvider: boolean }

/**
 * Whether the server lets a session begin or continue. Administrators may use a password with the code of an
 * authenticator app, for when the provider fails. Without a provider the policy has no effect.
 */
export async function isAllowedSignIn(
  reader: Reader,
  { requireSingleSignOn }: SignOnPolicy,
  { userId, method, hasProvider }: SignedInBy,
): Promise<boolean> {
  if (!requireSingleSignOn || !hasProvider || method === 'oidc') return true
  if (method !== 'password' || !(await isAdministrator(reader, userId))) return false
  return (await secondFactors.get(reader, userId)) !== undefined
}

/** Throws SINGLE_SIGN_ON_REQUIRED. */
export async function requireAllowedSignIn(
  reader: Reader,
  policy: SignOnPolicy,
  signedIn: SignedInBy,
): Promise<void> {
  if (await isAllowedSignIn(reader, policy, signedIn)) return
  throw new AppError(
    'SINGLE_SIGN_ON_REQUIRED',
    'This server requires single sign-on. Sign in with your OpenID Connect provider.',
  )
}

/** Ends the sessions that single sign-on rules out, but never that of the caller. Throws VALIDATION_FAILED. */
export async function startSingleSignOn(
  transaction: Transaction,
  { userId, sessionId = '' }: { userId: string; sessionId?: string | undefined },
  hasProvider: boolean,
): Promise<void> {
  const path = '/requireSingleSignOn'
  if (!hasProvider) {
    const message = 'needs an OpenID Connect provider: set OIDC_ISSUER and restart the server'
    throw invalidInput([{ path, rule: 'provider', message }])
  }
  const method = (await sessions.byId(transaction, sessionId, userId))?.method ?? null
  const policy = { requireSingleSignOn: true }
  if (!(await isAllowedSignIn(transaction, policy, { userId, method, hasProvider }))) {
    const message =
      'would end your own session: sign in with OpenID Connect, or with your password and an authenticator app'
    throw invalidInput([{ path, rule: 'ownSession', message }])
  }
  await sessions.removeOtherMethods(transaction, 'oidc', sessionId)
}

export function secondFactorRequired(): AppError {
  return new AppError(
    'TWO_FACTORS_REQUIRED',
    'This server requires two-factor authentication. Set up an authenticator app or a passkey first.',
  )
}

async function hasSecondFactor(reader: Reader, userId: string): Promise<boolean> {
  if ((await secondFactors.get(reader, userId)) !== undefined) return true
  return (await passkeys.ofUser(reader, userId)).length > 0
}
