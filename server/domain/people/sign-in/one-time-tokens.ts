import { clock } from '../../../lib/clock.ts'
import { AppError } from '../../../lib/errors.ts'
import { hashToken, newToken } from '../../../lib/secrets/tokens.ts'
import { type Reader, tickets, type Transaction } from '../../../store/index.ts'

/** How long a ticket of each kind is good, in milliseconds. */
const lifetimes = {
  setup: 86_400_000,
  reset: 3_600_000,
  email: 86_400_000,
  totp: 600_000,
  passkey: 600_000,
  oidc: 600_000,
} as const

export type TicketKind = keyof typeof lifetimes

/** Gives the secret that opens it once; the store keeps only its hash. */
export async function giveTicket(
  transaction: Transaction,
  kind: TicketKind,
  { userId = null, data = '' }: { userId?: string | null; data?: string } = {},
  token = newToken(),
): Promise<string> {
  const now = clock.now()
  await tickets.removeExpired(transaction, now)
  const row = { kind, userId, data, createdAt: now, expiresAt: now + lifetimes[kind] }
  await tickets.insert(transaction, { ...row, hash: hashToken(token) })
  return token
}

/** Looks without using it up. */
export async function requireTicket(
  reader: Reader,
  kind: TicketKind,
  token: string,
): Promise<tickets.TicketRow> {
  const found = await tickets.get(reader, hashToken(token), kind, clock.now())
  if (found === undefined) throw linkInvalid()
  return found
}

/** Uses it up: of two who come at once, one goes on. */
export async function takeTicket(
  transaction: Transaction,
  kind: TicketKind,
  token: string,
): Promise<tickets.TicketRow> {
  const found = await requireTicket(transaction, kind, token)
  if (!(await tickets.remove(transaction, hashToken(token)))) throw linkInvalid()
  return found
}

export function linkInvalid(): AppError {
  return new AppError(
    'LINK_INVALID',
    'This link was used or revoked, or has expired. Ask for a new one.',
  )
}
