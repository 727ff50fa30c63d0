import type { Static } from 'typebox'
import { AppError, invalidInput } from '../../../lib/errors.ts'
import { fits } from '../../../lib/json/fits.ts'
import { storedJson } from '../../../lib/json/stored-json.ts'
import { Type } from '../../../lib/json/type.ts'
import { nameInMail } from '../../../lib/plain-names.ts'
import { hashPassword } from '../../../lib/secrets/passwords.ts'
import {
  members,
  type Reader,
  secondFactors,
  type Store,
  oneTimeTokens,
  type Transaction,
  users,
} from '../../../store/index.ts'
import { operatorActor, recordAudit } from '../../administration/audit.ts'
import { readServerSettings } from '../../administration/server-settings.ts'
import { networkOf } from '../../administration/throttle.ts'
import type { Context, BrowserRequest } from '../../context.ts'
import { mailMessages } from '../../mails/messages.ts'
import { isEnabled, isPersonal, requirePersonal } from '../accounts/enabled.ts'
import { revokeAccess, type RevokedCounts } from '../credentials.ts'
import { loadLanguage } from '../language.ts'
import { normalizeEmail, requireUser } from '../users.ts'
import {
  createOneTimeToken,
  linkInvalid,
  requireOneTimeToken,
  consumeOneTimeToken,
} from './one-time-tokens.ts'
import { checkPassword, wordsOf } from './password-rules.ts'
import { requireBrowser } from './sessions.ts'

const hour = 3_600_000

/**
 * Sends a link to an address if an account has it. Answers before any of that is known, so that neither the
 * answer nor its time tells who has an account.
 */
export function requestReset(context: Context, email: string): void {
  const { signIn } = context
  const browser = requireBrowser(context)
  const address = normalizeEmail(email)
  signIn.throttle.take(
    { subject: `reset of ${address}`, limit: { max: 5, windowMs: hour } },
    { subject: `reset by ${networkOf(browser.address)}`, limit: { max: 20, windowMs: hour } },
  )
  if (signIn.mail === undefined) return
  void sendReset(context, browser, address).catch(browser.report)
}

async function sendReset(context: Context, browser: BrowserRequest, email: string): Promise<void> {
  const { store, signIn } = context
  const user = await users.byEmail(store, email)
  if (user === undefined || user.disabledAt !== null || !isPersonal(user)) return
  const url = await store.transactIn('none', (transaction) =>
    resetLink(transaction, browser.origin, user.id, { by: 'mail' }),
  )
  const texts = mailMessages.in(await loadLanguage(user.language))
  await signIn.mail?.send({
    to: user.email,
    subject: texts.passwordResetSubject,
    text: texts.passwordReset({ name: nameInMail(user.firstName), url }),
  })
}

/** Who had a link made: it is worth as much as their right to make it when it is used. */
const maker = Type.Union([
  Type.Object({ by: Type.Literal('mail') }),
  Type.Object({ by: Type.Literal('operator') }),
  Type.Object({ by: Type.Literal('member'), userId: Type.String(), workspaceId: Type.String() }),
])
type Maker = Static<typeof maker>
const readMaker = storedJson('tickets.data', fits(maker))

/** A link that only the newest person to get one can use. */
async function resetLink(
  transaction: Transaction,
  origin: string,
  userId: string,
  maker: Maker,
): Promise<string> {
  await oneTimeTokens.removeOfUser(transaction, 'reset', userId)
  const ticket = { userId, data: JSON.stringify(maker) }
  return `${origin}/reset-password#${await createOneTimeToken(transaction, 'reset', ticket)}`
}

/** The operator's: where a person chooses a password for the web app, whether they had one or not. */
export async function issueResetLink(
  store: Store,
  email: string,
  origin: string,
  { secondFactor }: { secondFactor: 'kept' | 'removed' } = { secondFactor: 'kept' },
): Promise<{ userId: string; url: string }> {
  return store.transact(async (transaction) => {
    const user = await requireUser(transaction, email)
    requirePersonal(user)
    const { id } = user
    if (secondFactor === 'removed') await secondFactors.remove(transaction, id)
    await recordAudit(transaction, operatorActor, {
      action: 'password.reset-link',
      subject: id,
      details: { secondFactor },
    })
    return { userId: id, url: await resetLink(transaction, origin, id, { by: 'operator' }) }
  })
}

/** A link to hand to a member who cannot sign in. */
export async function createResetLink(
  context: Context,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<string> {
  const { store, caller } = context
  const browser = requireBrowser(context)
  const user = await users.byId(store, userId)
  const role = await members.role(store, workspaceId, userId)
  if (user === undefined || role === undefined) {
    throw new AppError('MEMBER_NOT_FOUND', 'This person is not a member of the workspace.')
  }
  requirePersonal(user)
  if (!(await hasCharge(store, caller.userId, userId))) {
    throw new AppError(
      'FORBIDDEN',
      'You cannot reset the password of this person: they are an owner, or belong to a workspace that you do not manage.',
    )
  }
  const maker = { by: 'member', userId: caller.userId, workspaceId } as const
  return store.transactIn('none', async (transaction) => {
    await recordAudit(transaction, caller, {
      action: 'password.reset-link',
      workspaceId,
      subject: userId,
    })
    return resetLink(transaction, browser.origin, userId, maker)
  })
}

/** The link opens the whole account: who gives it must run every workspace that the account opens. */
async function hasCharge(reader: Reader, makerId: string, userId: string): Promise<boolean> {
  for (const { id, role } of await members.workspacesOf(reader, userId)) {
    const own = await members.role(reader, id, makerId)
    if (own !== 'OWNER' && (own !== 'ADMIN' || role === 'OWNER')) return false
  }
  return true
}

/** What becomes of the API keys, passkeys and linked chats of the person. */
export type KeysAfter = 'kept' | 'chosen' | 'ended'

export type ResetDetails = { email: string; keys: KeysAfter }

/** What whoever has the link is told before they choose a password. */
export async function getReset({ store }: Context, token: string): Promise<ResetDetails> {
  const { user, keys } = await requireReset(store, await requireOneTimeToken(store, 'reset', token))
  return { email: user.email, keys }
}

type Reset = { user: users.UserRow; maker: Maker; keys: KeysAfter }

/** The person a link was made for, while whoever made it may still do so. */
async function requireReset(reader: Reader, ticket: oneTimeTokens.OneTimeTokenRow): Promise<Reset> {
  const user = await users.byId(reader, ticket.userId ?? '')
  const maker = makerOf(ticket)
  if (user === undefined || maker === undefined) throw linkInvalid()
  if (user.disabledAt !== null || !isPersonal(user)) throw linkInvalid()
  if (maker.by === 'member' && !(await mayStillReset(reader, maker, user.id))) throw linkInvalid()
  const hadPassword = (await users.passwordHash(reader, user.id)) !== null
  return { user, maker, keys: keysAfter(user, maker, hadPassword) }
}

async function mayStillReset(
  reader: Reader,
  { userId: makerId, workspaceId }: Extract<Maker, { by: 'member' }>,
  userId: string,
): Promise<boolean> {
  const isMember = (await members.role(reader, workspaceId, userId)) !== undefined
  if (!(await isEnabled(reader, makerId))) return false
  return isMember && (await hasCharge(reader, makerId, userId))
}

/**
 * A first password by the operator's link recovers nothing. Where nobody had proved the address, the one who reads
 * its mail may not be the one who made the account and its keys.
 */
function keysAfter(user: users.UserRow, { by }: Maker, hadPassword: boolean): KeysAfter {
  if (by === 'operator' && !hadPassword) return 'kept'
  return by === 'mail' && user.emailVerified === 0 ? 'ended' : 'chosen'
}

function makerOf({ data, userId }: oneTimeTokens.OneTimeTokenRow): Maker | undefined {
  // A link of a version that did not say who made it is asked for again.
  return data === '' ? undefined : readMaker(data, `a link to reset the password of ${userId}`)
}

export type NewPassword = { token: string; password: string; keys?: 'end' | 'keep' }

/**
 * Sets the password of the person a link was made for, and signs them out everywhere. Their keys end too, unless
 * they choose otherwise; the second factor stays, since it is what a stolen mailbox cannot give.
 */
export async function resetPassword(
  { store, caller }: Context,
  { token, password, keys: choice = 'end' }: NewPassword,
): Promise<RevokedCounts> {
  const before = await requireReset(store, await requireOneTimeToken(store, 'reset', token))
  const violations = await checkPassword(
    password,
    '/password',
    await wordsOf(store, before.user),
    await readServerSettings(store),
  )
  if (violations.length > 0) throw invalidInput(violations)
  const hash = await hashPassword(password)
  return store.transactIn('none', async (transaction) => {
    const ticket = await consumeOneTimeToken(transaction, 'reset', token)
    const { user, maker, keys } = await requireReset(transaction, ticket)
    await users.setPassword(transaction, user.id, hash)
    const keepsKeys = keys === 'kept' || (keys === 'chosen' && choice === 'keep')
    const ended = await revokeAccess(transaction, user.id, keepsKeys ? 'kept' : 'ended')
    if (maker.by === 'mail') await users.verify(transaction, user)
    const details = { by: maker.by, keys: keepsKeys ? 'kept' : 'ended' }
    const actor = { ...caller, userId: user.id, via: 'web' } as const
    await recordAudit(transaction, actor, { action: 'password.reset', subject: user.id, details })
    return ended
  })
}
