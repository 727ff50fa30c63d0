import { clock } from '../../../lib/clock.ts'
import { AppError } from '../../../lib/errors.ts'
import { sessions, type Transaction } from '../../../store/index.ts'
import type { Caller, Context } from '../../context.ts'

/** Milliseconds for which a sign-in or a confirmation counts as recent. */
const recent = 10 * 60_000

/**
 * Refuses what a borrowed or stolen session must not do, such as making a way in that outlives it, unless the
 * person has proved a moment ago who they are.
 */
export async function requireRecentAuthentication({
  store,
  caller,
}: Pick<Context, 'store' | 'caller'>): Promise<void> {
  const { sessionId, userId } = caller
  const session =
    sessionId === undefined ? undefined : await sessions.byId(store, sessionId, userId)
  const last = session === undefined ? 0 : (session.authenticatedAt ?? session.createdAt)
  if (clock.now() - last <= recent) return
  throw new AppError(
    'REAUTHENTICATION_REQUIRED',
    'Confirm your identity: you signed in more than 10 minutes ago.',
  )
}

/** The session may have ended while a request of it was worked on: what it was to add must not come after. */
export async function requireSession(
  transaction: Transaction,
  { sessionId = '', userId }: Pick<Caller, 'sessionId' | 'userId'>,
): Promise<void> {
  if ((await sessions.byId(transaction, sessionId, userId)) === undefined) throw signInRequired()
}

/** Notes on the session that its person has just proved who they are. */
export async function recordAuthentication(
  transaction: Transaction,
  { sessionId = '', userId }: Pick<Caller, 'sessionId' | 'userId'>,
): Promise<void> {
  const isThere = await sessions.authenticate(transaction, { id: sessionId, userId }, clock.now())
  if (!isThere) throw signInRequired()
}

function signInRequired(): AppError {
  return new AppError('SIGN_IN_REQUIRED', 'Sign in first.')
}

/** Whether a provider says that the person proved who they are a moment ago; those that say nothing are believed. */
export function isRecent(instant: number | undefined): boolean {
  return instant === undefined || clock.now() - instant <= recent
}
