import { dayMs } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { files, pages } from '../../store/index.ts'
import type { Context } from '../context.ts'
import { isAdministrator } from './administrators.ts'
import { readServerSettings } from './server-settings.ts'
import type { Throttle } from './throttle.ts'

const hourMs = 3_600_000

type QuotaContext = Pick<Context, 'store' | 'signIn' | 'caller'>

/** Server-wide permissions of the caller, in addition to the roles in workspaces. */
export async function rightsOnServer({
  store,
  caller,
}: Pick<Context, 'store' | 'caller'>): Promise<{
  isAdministrator: boolean
  mayCreateWorkspaces: boolean
  mayInvite: boolean
}> {
  const { workspaceCreators, inviters } = await readServerSettings(store)
  const isAdmin = await isAdministrator(store, caller.userId)
  return {
    isAdministrator: isAdmin,
    mayCreateWorkspaces: isAdmin || workspaceCreators === 'everyone',
    mayInvite: isAdmin || inviters === 'workspace-admins',
  }
}

/** Counts a new workspace of the caller. Throws FORBIDDEN or RATE_LIMITED. */
export async function countWorkspace(context: QuotaContext): Promise<void> {
  const { store, signIn, caller } = context
  const { mayCreateWorkspaces } = await rightsOnServer(context)
  if (!mayCreateWorkspaces) {
    throw new AppError(
      'FORBIDDEN',
      'Only administrators of this server can create workspaces. Ask one of them.',
    )
  }
  const { workspacesPerDay } = await readServerSettings(store)
  if (workspacesPerDay === null) return
  const limit = { max: workspacesPerDay, windowMs: dayMs }
  take(signIn, 'You have reached the daily limit for new workspaces.', [
    { subject: `workspaces of ${caller.userId}`, limit },
  ])
}

/** Throws FORBIDDEN if the caller cannot invite people. */
export async function requireInviter(context: QuotaContext): Promise<void> {
  if ((await rightsOnServer(context)).mayInvite) return
  throw new AppError(
    'FORBIDDEN',
    'Only administrators of this server can invite people. Ask one of them.',
  )
}

/** Counts an invitation by email. Throws RATE_LIMITED. */
export async function countMail(
  { store, signIn, caller }: QuotaContext,
  to: string,
): Promise<void> {
  const { mailsPerHour, mailsPerDay, mailsPerAddress, mailsOfServer } =
    await readServerSettings(store)
  const hourly = (subject: string, max: number) => ({ subject, limit: { max, windowMs: hourMs } })
  const daily = (subject: string, max: number) => ({ subject, limit: { max, windowMs: dayMs } })
  take(signIn, 'The limit for invitations by email is reached.', [
    hourly(`mails of ${caller.userId} in an hour`, mailsPerHour),
    daily(`mails of ${caller.userId} in a day`, mailsPerDay),
    daily(`mails to ${to}`, mailsPerAddress),
    hourly('mails', mailsOfServer),
  ])
}

function take(
  { throttle }: Context['signIn'],
  message: string,
  attempts: Parameters<Throttle['take']>,
): void {
  try {
    throttle.take(...attempts)
  } catch (error) {
    if (!(error instanceof AppError) || error.retryAfter === undefined) throw error
    const { retryAfter } = error
    const wait = retryAfter < 5400 ? `${Math.ceil(retryAfter / 60)} minutes` : 'a few hours'
    throw new AppError('RATE_LIMITED', `${message} Wait ${wait}.`, { retryAfter })
  }
}

/** Throws QUOTA_EXCEEDED if the workspace or the caller cannot have as many more pages. */
export async function requirePageQuota(
  { store, caller }: Pick<Context, 'store' | 'caller'>,
  workspaceId: string,
  added = 1,
): Promise<void> {
  const { pagesPerWorkspace: max, pagesPerPerson } = await readServerSettings(store)
  if (max !== null && (await pages.total(store, workspaceId)) + added > max) {
    throw new AppError(
      'QUOTA_EXCEEDED',
      `This workspace has reached its limit of ${formatted(max)} pages, including the trash. Empty the trash, or ask an administrator to raise the limit.`,
    )
  }
  if (pagesPerPerson === null) return
  if ((await pages.countOfUser(store, caller.userId)) + added <= pagesPerPerson) return
  throw new AppError(
    'QUOTA_EXCEEDED',
    `You have reached your limit of ${formatted(pagesPerPerson)} pages, including the trash. Delete some permanently, or ask an administrator to raise the limit.`,
  )
}

/** Throws QUOTA_EXCEEDED if a file of this size does not fit the quota of the workspace or the caller. */
export async function requireFileQuota(
  { store, caller }: Pick<Context, 'store' | 'caller'>,
  workspaceId: string,
  size: number,
): Promise<void> {
  const { fileBytesPerWorkspace: max, fileBytesPerPerson } = await readServerSettings(store)
  if (max !== null && (await files.bytes(store, workspaceId)) + size > max) {
    throw new AppError(
      'QUOTA_EXCEEDED',
      `The files of this workspace would exceed its limit of ${formatted(max)} bytes. Delete some, or ask an administrator to raise the limit.`,
    )
  }
  if (fileBytesPerPerson === null) return
  if ((await files.bytesOfUser(store, caller.userId)) + size <= fileBytesPerPerson) return
  throw new AppError(
    'QUOTA_EXCEEDED',
    `Your files would exceed your limit of ${formatted(fileBytesPerPerson)} bytes. Delete some, or ask an administrator to raise the limit.`,
  )
}

/** Throws QUOTA_EXCEEDED or RATE_LIMITED if the caller cannot have another API key. */
export async function requireKeyQuota(
  { store, signIn, caller }: QuotaContext,
  valid: number,
): Promise<void> {
  const { keysPerPerson: max } = await readServerSettings(store)
  if (max === null) return
  if (valid < max) {
    // Revoked keys stay in the store too.
    const limit = { max: Math.max(2 * max, 100), windowMs: dayMs }
    const subject = `keys of ${caller.userId}`
    take(signIn, 'You have reached the daily limit for new API keys.', [{ subject, limit }])
    return
  }
  throw new AppError(
    'QUOTA_EXCEEDED',
    `You have ${formatted(valid)} API keys, the maximum of this server. Revoke one you no longer use.`,
  )
}

function formatted(count: number): string {
  return count.toLocaleString('en')
}
