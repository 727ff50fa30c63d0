import { clock, dayMs } from '../../../lib/clock.ts'
import { AppError } from '../../../lib/errors.ts'
import { hashToken, newToken } from '../../../lib/secrets/tokens.ts'
import { type Reader, oneTimeTokens, type Transaction } from '../../../store/index.ts'

/** How long a token of each kind is valid, in milliseconds. */
const lifetimesMs = {
  setup: dayMs,
  reset: 3_600_000,
  email: dayMs,
  totp: 600_000,
  passkey: 600_000,
  oidc: 600_000,
} as const

export type OneTimeTokenKind = keyof typeof lifetimesMs

/** Returns the secret, which works once; the store keeps only its hash. */
export async function createOneTimeToken(
  transaction: Transaction,
  kind: OneTimeTokenKind,
  { userId = null, data = '' }: { userId?: string | null; data?: string } = {},
  token = newToken(),
): Promise<string> {
  const now = clock.now()
  await oneTimeTokens.removeExpired(transaction, now)
  const row = { kind, userId, data, createdAt: now, expiresAt: now + lifetimesMs[kind] }
  await oneTimeTokens.insert(transaction, { ...row, hash: hashToken(token) })
  return token
}

/** Reads the token without consuming it. Throws LINK_INVALID. */
export async function requireOneTimeToken(
  reader: Reader,
  kind: OneTimeTokenKind,
  token: string,
): Promise<oneTimeTokens.OneTimeTokenRow> {
  const found = await oneTimeTokens.get(reader, hashToken(token), kind, clock.now())
  if (found === undefined) throw linkInvalid()
  return found
}

/** Removes the token: of two concurrent uses, one succeeds. Throws LINK_INVALID. */
export async function consumeOneTimeToken(
  transaction: Transaction,
  kind: OneTimeTokenKind,
  token: string,
): Promise<oneTimeTokens.OneTimeTokenRow> {
  const found = await requireOneTimeToken(transaction, kind, token)
  if (!(await oneTimeTokens.remove(transaction, hashToken(token)))) throw linkInvalid()
  return found
}

export function linkInvalid(): AppError {
  return new AppError(
    'LINK_INVALID',
    'This link was used or revoked, or has expired. Ask for a new one.',
  )
}
