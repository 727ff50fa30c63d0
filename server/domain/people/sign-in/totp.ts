import { randomBytes } from 'node:crypto'
import { clock } from '../../../lib/clock.ts'
import { AppError, invalidInput } from '../../../lib/errors.ts'
import { secondFactors, oneTimeTokens } from '../../../store/index.ts'
import { recordAudit } from '../../administration/audit.ts'
import type { Context } from '../../context.ts'
import { requirePassword, type Secrets } from '../profile.ts'
import { createOneTimeToken } from './one-time-tokens.ts'
import { requireRecentAuthentication, requireSession } from './reauthentication.ts'
import { hashRecovery, openTotp, purpose, stepOf } from './second-factor.ts'
import { requireSelf } from './sign-in.ts'

const recoveryCodes = 10
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ0123456789'

/** A secret for an authenticator app. It counts once a code made with it has come back. */
export async function startTotpSetup(context: Context): Promise<{ secret: string; uri: string }> {
  const { store, signIn } = context
  const { id, email } = await requireSelf(context)
  await requireRecentAuthentication(context)
  if ((await secondFactors.get(store, id)) !== undefined) {
    throw new AppError('ALREADY_EXISTS', 'You already have an authenticator app. Remove it first.')
  }
  const { Secret } = await import('otpauth')
  const secret = new Secret({ size: 20 }).base32
  const data = signIn.secrets.seal(secret, purpose(id))
  await store.transactIn('none', async (transaction) => {
    await oneTimeTokens.removeOfUser(transaction, 'totp', id)
    await createOneTimeToken(transaction, 'totp', { userId: id, data })
  })
  return { secret, uri: (await openTotp(secret, email)).toString() }
}

/** Turns the second factor on; gives codes for the day the device is lost, shown this once. */
export async function confirmTotp(context: Context, code: string): Promise<string[]> {
  const { store, signIn, caller } = context
  const { id } = await requireSelf(context)
  const limit = { max: 10, windowMs: 900_000 }
  signIn.throttle.take({ subject: `totp ${id}`, limit })
  const token = await oneTimeTokens.ofUser(store, 'totp', id, clock.now())
  const secret = signIn.secrets.open(token?.data ?? '', purpose(id))
  const step = secret === undefined ? undefined : await stepOf(secret, code)
  if (token === undefined || step === undefined) {
    const message = 'is not the code your app shows now'
    throw invalidInput([{ path: '/code', rule: 'totp', message }])
  }
  const codes = Array.from({ length: recoveryCodes }, newRecoveryCode)
  const row = { userId: id, secret: token.data, lastStep: step, createdAt: clock.now() }
  await store.transactIn('none', async (transaction) => {
    await requireSession(transaction, caller)
    await oneTimeTokens.removeOfUser(transaction, 'totp', id)
    await secondFactors.insert(
      transaction,
      row,
      codes.map((code) => hashRecovery(code)),
    )
    await recordAudit(transaction, caller, { action: 'totp.add', subject: id })
  })
  return codes
}

export async function removeTotp(context: Context, secrets: Secrets): Promise<void> {
  await requirePassword(context, '/password', secrets)
  const { store, caller } = context
  await store.transactIn('none', async (transaction) => {
    await secondFactors.remove(transaction, caller.userId)
    await recordAudit(transaction, caller, { action: 'totp.remove', subject: caller.userId })
  })
}

/** 80 bits: what is stored of it is as good as the code is long. */
function newRecoveryCode(): string {
  const letters = Array.from(randomBytes(16), (byte) => alphabet[byte % alphabet.length])
  return (letters.join('').match(/.{4}/g) ?? []).join('-')
}
