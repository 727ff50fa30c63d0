import { clock } from '../../../lib/clock.ts'
import { AppError } from '../../../lib/errors.ts'
import { sessions, type Transaction } from '../../../store/index.ts'
import type { Caller, Context } from '../../context.ts'

/** How long a sign-in or a confirmation counts as recent. */
const recentMs = 10 * 60_000

/**
 * Protects sensitive actions from a borrowed or stolen session, such as creating a credential that outlives it.
 * Throws REAUTHENTICATION_REQUIRED.
 */
export async function requireRecentAuthentication({
  store,
  caller,
}: Pick<Context, 'store' | 'caller'>): Promise<void> {
  const { sessionId, userId } = caller
  const session =
    sessionId === undefined ? undefined : await sessions.byId(store, sessionId, userId)
  const last = session === undefined ? 0 : (session.authenticatedAt ?? session.createdAt)
  if (clock.now() - last <= recentMs) return
  throw new AppError(
    'REAUTHENTICATION_REQUIRED',
    'Confirm your identity: you signed in more than 10 minutes ago.',
  )
}

/** Checks in the transaction that the session did not end during the request. Throws SIGN_IN_REQUIRED. */
export async function requireSession(
  transaction: Transaction,
  { sessionId = '', userId }: Pick<Caller, 'sessionId' | 'userId'>,
): Promise<void> {
  if ((await sessions.byId(transaction, sessionId, userId)) === undefined) throw signInRequired()
}

/** Records a successful reauthentication of the session. Throws SIGN_IN_REQUIRED. */
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

/** Whether the sign-in at the provider is recent; a provider that sends no time is trusted. */
export function isRecent(instant: number | undefined): boolean {
  return instant === undefined || clock.now() - instant <= recentMs
}
