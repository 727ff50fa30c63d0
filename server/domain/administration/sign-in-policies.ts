import { AppError, invalidInput } from '../../lib/errors.ts'
import { passkeys, type Reader, secondFactors, type sessions } from '../../store/index.ts'

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
