import { clock } from '../../lib/clock.ts'
import { AppError, invalidInput } from '../../lib/errors.ts'
import { type Digest, type InboxKind, inboxKinds } from '../../lib/vocabulary.ts'
import { inboxSettings, type Reader, users } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { requireWriteAccess } from '../people/access.ts'
import { nextDigest } from './digest-times.ts'

/** What a person chose for their inbox in a workspace. */
export type ShownSettings = {
  /** Kinds of entries that the inbox shows. */
  shownKinds: InboxKind[]
  /** Kinds of entries that emails contain. */
  mailedKinds: InboxKind[]
  digest: Digest
  timeZone: string
  /** Whether emails can reach the person. */
  mail: 'available' | 'unverified' | 'unavailable'
}

const initial = {
  hiddenKinds: [],
  unmailedKinds: [],
  digest: 'off',
  timeZone: 'UTC',
  dueAt: null,
} as const

export function readSettings(context: WorkspaceContext): Promise<ShownSettings> {
  return settingsOf(context, context.store)
}

export type SettingsChange = {
  shownKinds?: readonly InboxKind[]
  mailedKinds?: readonly InboxKind[]
  digest?: Digest
  timeZone?: string
}

/** What is left out stays. Throws FORBIDDEN, also for emails from a server that sends none, or VALIDATION_FAILED. */
export async function changeSettings(
  context: WorkspaceContext,
  { shownKinds, mailedKinds, ...change }: SettingsChange,
): Promise<ShownSettings> {
  const { store, caller, viewer, integrations } = context
  requireWriteAccess(caller)
  if ((change.digest ?? 'off') !== 'off' && integrations.mail === undefined) {
    const message =
      'This server cannot send email. Set `digest` to `off`, or ask its operator to set up email.'
    throw new AppError('FORBIDDEN', message)
  }
  const own = { workspaceId: viewer.workspaceId, userId: caller.userId }
  await store.transactIn({ workspaceId: own.workspaceId }, async (transaction) => {
    const before = (await inboxSettings.get(transaction, own)) ?? initial
    const { digest, timeZone } = { ...before, ...change }
    const dueAt = nextDigest(digest, timeZone, clock.now())
    if (dueAt === undefined) {
      const message = 'must be a time zone, such as Europe/Berlin'
      throw invalidInput([{ path: '/timeZone', rule: 'timeZone', message }])
    }
    await inboxSettings.put(transaction, own, {
      hiddenKinds: shownKinds === undefined ? before.hiddenKinds : without(shownKinds),
      unmailedKinds: mailedKinds === undefined ? before.unmailedKinds : without(mailedKinds),
      digest,
      timeZone,
      dueAt,
    })
  })
  return settingsOf(context, store)
}

async function settingsOf(
  { viewer, caller, integrations }: WorkspaceContext,
  reader: Reader,
): Promise<ShownSettings> {
  const { userId } = caller
  const [stored = initial, user] = await Promise.all([
    inboxSettings.get(reader, { workspaceId: viewer.workspaceId, userId }),
    users.byId(reader, userId),
  ])
  const reached = user?.emailVerified === 1 ? 'available' : 'unverified'
  return {
    shownKinds: without(stored.hiddenKinds),
    mailedKinds: without(stored.unmailedKinds),
    digest: stored.digest,
    timeZone: stored.timeZone,
    mail: integrations.mail === undefined ? 'unavailable' : reached,
  }
}

function without(kinds: readonly InboxKind[]): InboxKind[] {
  return inboxKinds.filter((kind) => !kinds.includes(kind))
}
