import { AppError } from '../../../lib/errors.ts'
import { nameInMail } from '../../../lib/plain-names.ts'
import { oneTimeTokens, users } from '../../../store/index.ts'
import type { Context } from '../../context.ts'
import { mailMessages } from '../../mails/messages.ts'
import { loadLanguage } from '../language.ts'
import { createOneTimeToken, linkInvalid, consumeOneTimeToken } from './one-time-tokens.ts'
import { requireBrowser } from './sessions.ts'
import { requireSelf } from './sign-in.ts'

/** Sends the signed-in person a link to verify their address. Throws FORBIDDEN without email, RATE_LIMITED. */
export async function requestAddressVerification(context: Context): Promise<void> {
  const { signIn } = context
  const self = await requireSelf(context)
  if (signIn.mail === undefined) {
    throw new AppError(
      'FORBIDDEN',
      'This server cannot send email. Ask its operator to run `quire user verify`.',
    )
  }
  signIn.throttle.take({ subject: `proof of ${self.id}`, limit: { max: 5, windowMs: 3_600_000 } })
  await sendVerificationEmail(context, self)
}

/** The same for a changed address, in the background and only if the server has email. */
export function sendAddressVerification(context: Context, user: users.UserRow): void {
  if (context.signIn.mail === undefined) return
  void sendVerificationEmail(context, user).catch(requireBrowser(context).report)
}

async function sendVerificationEmail(context: Context, user: users.UserRow): Promise<void> {
  const { store, signIn } = context
  const { id, email, firstName, language } = user
  const { origin } = requireBrowser(context)
  const token = await store.transactIn('none', async (transaction) => {
    await oneTimeTokens.removeOfUser(transaction, 'email', id)
    return createOneTimeToken(transaction, 'email', { userId: id, data: email })
  })
  const texts = mailMessages.in(await loadLanguage(language))
  await signIn.mail?.send({
    to: email,
    subject: texts.emailProofSubject,
    text: texts.emailProof({ name: nameInMail(firstName), url: `${origin}/verify-email#${token}` }),
  })
}

/**
 * Verifies the address of the signed-in person. The reader of the email must be that person: otherwise an address that
 * someone entered into their own account would become theirs. Throws LINK_INVALID.
 */
export async function verifyAddress(context: Context, token: string): Promise<void> {
  const { id } = await requireSelf(context)
  await context.store.transactIn('none', async (transaction) => {
    const { userId, data: email } = await consumeOneTimeToken(transaction, 'email', token)
    if (userId !== id || !(await users.verify(transaction, { id, email }))) throw linkInvalid()
  })
}
