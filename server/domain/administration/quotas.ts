import { AppError } from '../../lib/errors.ts'
import { files, pages } from '../../store/index.ts'
import type { Context } from '../context.ts'
import { isAdministrator } from './administrators.ts'
import { readServerSettings } from './server-settings.ts'
import type { Attempts } from './throttle.ts'

const hour = 3_600_000
const day = 24 * hour

type Asking = Pick<Context, 'store' | 'signIn' | 'caller'>

/** What a person may do on this server as a whole, beside their roles in workspaces. */
export async function rightsOnServer({
  store,
  caller,
}: Pick<Context, 'store' | 'caller'>): Promise<{
  isAdministrator: boolean
  mayCreateWorkspaces: boolean
  mayInvite: boolean
}> {
  const { workspaceCreators, inviters } = await readServerSettings(store)
  const isOne = await isAdministrator(store, caller.userId)
  return {
    isAdministrator: isOne,
    mayCreateWorkspaces: isOne || workspaceCreators === 'everyone',
    mayInvite: isOne || inviters === 'workspace-admins',
  }
}

/** Counts one more workspace of the person, or refuses it. */
export async function takeWorkspace(context: Asking): Promise<void> {
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
  const limit = { most: workspacesPerDay, window: day }
  take(signIn, 'You have reached the daily limit for new workspaces.', [
    { subject: `workspaces of ${caller.userId}`, limit },
  ])
}

export async function requireInviter(context: Asking): Promise<void> {
  if ((await rightsOnServer(context)).mayInvite) return
  throw new AppError(
    'FORBIDDEN',
    'Only administrators of this server can invite people. Ask one of them.',
  )
}

/** Counts one more invitation by mail, or refuses it. */
export async function takeMail({ store, signIn, caller }: Asking, to: string): Promise<void> {
  const { mailsPerHour, mailsPerDay, mailsPerAddress, mailsOfServer } =
    await readServerSettings(store)
  const hourly = (subject: string, most: number) => ({ subject, limit: { most, window: hour } })
  const daily = (subject: string, most: number) => ({ subject, limit: { most, window: day } })
  take(signIn, 'The limit for invitations by email is reached.', [
    hourly(`mails of ${caller.userId} in an hour`, mailsPerHour),
    daily(`mails of ${caller.userId} in a day`, mailsPerDay),
    daily(`mails to ${to}`, mailsPerAddress),
    hourly('mails', mailsOfServer),
  ])
}

function take(
  { attempts }: Context['signIn'],
  message: string,
  tries: Parameters<Attempts['take']>,
): void {
  try {
    attempts.take(...tries)
  } catch (error) {
    if (!(error instanceof AppError) || error.retryAfter === undefined) throw error
    const { retryAfter } = error
    const wait = retryAfter < 5400 ? `${Math.ceil(retryAfter / 60)} minutes` : 'a few hours'
    throw new AppError('RATE_LIMITED', `${message} Wait ${wait}.`, { retryAfter })
  }
}

/** Refuses one more page where the workspace or the person has as many as the server allows. */
export async function requirePageRoom(
  { store, caller }: Pick<Context, 'store' | 'caller'>,
  workspaceId: string,
): Promise<void> {
  const { pagesPerWorkspace: most, pagesPerPerson } = await readServerSettings(store)
  if (most !== null && (await pages.total(store, workspaceId)) >= most) {
    throw new AppError(
      'QUOTA_EXCEEDED',
      `This workspace has reached its limit of ${shown(most)} pages, including the trash. Empty the trash, or ask an administrator to raise the limit.`,
    )
  }
  if (pagesPerPerson === null || (await pages.madeBy(store, caller.userId)) < pagesPerPerson) return
  throw new AppError(
    'QUOTA_EXCEEDED',
    `You have reached your limit of ${shown(pagesPerPerson)} pages, including the trash. Delete some permanently, or ask an administrator to raise the limit.`,
  )
}

/** Refuses a file that the workspace or the person has no room for. */
export async function requireFileRoom(
  { store, caller }: Pick<Context, 'store' | 'caller'>,
  workspaceId: string,
  size: number,
): Promise<void> {
  const { fileBytesPerWorkspace: most, fileBytesPerPerson } = await readServerSettings(store)
  if (most !== null && (await files.bytes(store, workspaceId)) + size > most) {
    throw new AppError(
      'QUOTA_EXCEEDED',
      `The files of this workspace would exceed its limit of ${shown(most)} bytes. Delete some, or ask an administrator to raise the limit.`,
    )
  }
  if (fileBytesPerPerson === null) return
  if ((await files.bytesMadeBy(store, caller.userId)) + size <= fileBytesPerPerson) return
  throw new AppError(
    'QUOTA_EXCEEDED',
    `Your files would exceed your limit of ${shown(fileBytesPerPerson)} bytes. Delete some, or ask an administrator to raise the limit.`,
  )
}

/** Refuses one more key where the person has as many valid ones as the server allows. */
export async function requireKeyRoom(
  { store, signIn, caller }: Asking,
  valid: number,
): Promise<void> {
  const { keysPerPerson: most } = await readServerSettings(store)
  if (most === null) return
  if (valid < most) {
    // Revoked ones are kept too.
    const limit = { most: Math.max(2 * most, 100), window: day }
    const subject = `keys of ${caller.userId}`
    take(signIn, 'You have reached the daily limit for new API keys.', [{ subject, limit }])
    return
  }
  throw new AppError(
    'QUOTA_EXCEEDED',
    `You have ${shown(valid)} API keys, the maximum of this server. Revoke one you no longer use.`,
  )
}

function shown(count: number): string {
  return count.toLocaleString('en')
}
