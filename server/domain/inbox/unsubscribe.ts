import { AppError } from '../../lib/errors.ts'
import { isId } from '../../lib/ids.ts'
import { inboxSettings } from '../../store/index.ts'
import type { Context, Integrations } from '../context.ts'

const purpose = 'unsubscribe link'

/** A URL in an email that ends such emails, without signing in. It does not expire: people keep emails for years. */
export function unsubscribeLink(
  { secrets, baseUrl }: Pick<Integrations, 'secrets' | 'baseUrl'>,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): string {
  return `${baseUrl}/unsubscribe/${secrets.seal(`${workspaceId} ${userId}`, purpose)}`
}

/** Turns off the emails about the inbox for which the link was made. Throws LINK_INVALID. */
export async function unsubscribe(
  { store, integrations }: Pick<Context, 'store' | 'integrations'>,
  token: string,
): Promise<void> {
  const [workspaceId = '', userId = ''] =
    integrations.secrets.open(token, purpose)?.split(' ') ?? []
  if (!isId(workspaceId) || !isId(userId)) {
    const message =
      'This unsubscribe link is invalid. Sign in and turn off emails under Settings → Notifications.'
    throw new AppError('LINK_INVALID', message)
  }
  await store.transactIn({ workspaceId }, (transaction) =>
    inboxSettings.turnOffDigest(transaction, { workspaceId, userId }),
  )
}
