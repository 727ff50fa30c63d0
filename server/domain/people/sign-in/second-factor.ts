import { clock } from '../../../lib/clock.ts'
import { hashToken } from '../../../lib/secrets/tokens.ts'
import { secondFactors, type Transaction } from '../../../store/index.ts'
import { type AuditActor, recordAudit } from '../../administration/audit.ts'
import type { Context } from '../../context.ts'

const period = 30

/** Binds a sealed secret to its person. */
export const purpose = (userId: string) => `totp of ${userId}`

/** Loaded where somebody has or sets a second factor only. */
export async function openTotp(secret: string, label = '') {
  const { Secret, TOTP } = await import('otpauth')
  return new TOTP({ issuer: 'Quire', label, period, secret: Secret.fromBase32(secret) })
}

/** The time step of a code; one before and after are taken too, for clocks that differ. */
export async function stepOf(secret: string, code: string): Promise<number | undefined> {
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const timestamp = clock.now()
  const delta = (await openTotp(secret)).validate({ token, timestamp, window: 1 })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / period) + delta
}

/** As it may be typed: in any case, with or without what separates the letters. */
export function hashRecovery(code: string): string {
  return hashToken(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))
}

/** What a code is worth, as far as that can be told before it is used. */
export type Proof = { step: number } | { recoveryHash: string }

export async function readCode(
  { signIn }: Pick<Context, 'signIn'>,
  { userId, secret: sealed }: secondFactors.TotpRow,
  code: string,
): Promise<Proof> {
  const secret = signIn.secrets.open(sealed, purpose(userId))
  const step = secret === undefined ? undefined : await stepOf(secret, code)
  return step === undefined ? { recoveryHash: hashRecovery(code) } : { step }
}

/** Gives whether it was right, and not used before. */
export async function useCode(
  transaction: Transaction,
  actor: AuditActor,
  proof: Proof,
): Promise<boolean> {
  const { userId } = actor
  if ('step' in proof) return secondFactors.useStep(transaction, userId, proof.step)
  if (!(await secondFactors.useRecovery(transaction, userId, proof.recoveryHash))) return false
  await recordAudit(transaction, actor, { action: 'recovery-code.use', subject: userId })
  return true
}
