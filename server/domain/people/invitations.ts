import type { LanguageTag } from '../../../messages/languages.ts'
import { clock, dayMs } from '../../lib/clock.ts'
import { AppError, invalidInput } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { nameInMail } from '../../lib/plain-names.ts'
import { hashToken, newToken } from '../../lib/secrets/tokens.ts'
import type { Role } from '../../lib/vocabulary.ts'
import {
  invitations,
  levelNumbers,
  members,
  type Reader,
  type Store,
  type Transaction,
  users,
  workspaces,
} from '../../store/index.ts'
import { type AuditActor, recordAudit } from '../administration/audit.ts'
import { requireInviter, countMail } from '../administration/quotas.ts'
import { readServerSettings } from '../administration/server-settings.ts'
import type { Client, Context } from '../context.ts'
import { mailMessages } from '../mails/messages.ts'
import { pageNotFound } from '../rights/page-not-found.ts'
import { addInvited, type GuestLevel, mayShare } from './guests.ts'
import { loadLanguage } from './language.ts'
import { requireRank } from './members.ts'
import { linkInvalid } from './sign-in/one-time-tokens.ts'
import { requireBrowser, startSession } from './sign-in/sessions.ts'
import { addUser, isEmail, normalizeEmail, type PreparedUser, prepareUser } from './users.ts'

const lifetimeDays = 7
const lifetimeMs = lifetimeDays * dayMs
/** Of one workspace, that nobody has used. */
const maxOpenInvitations = 500

export type NewInvitation = {
  workspaceId: string
  role: Role
  email?: string
  /** Invites a guest, who sees only what is shared with them. */
  guest?: { pageId: string | null; level: GuestLevel }
}
export type CreatedInvitation = { id: string; url: string; expiresAt: number; mailed: boolean }

/** Creates a link with which one person joins, and sends it if there is email and an address. Throws FORBIDDEN, QUOTA_EXCEEDED, RATE_LIMITED. */
export async function createInvitation(
  context: Context,
  input: NewInvitation,
): Promise<CreatedInvitation> {
  const { store, caller, signIn } = context
  const { workspaceId, email: given, guest } = input
  const role = guest === undefined ? input.role : 'VIEWER'
  const browser = requireBrowser(context)
  await requireRank(context, workspaceId, role)
  const invited = await invitedTo(context, workspaceId, guest)
  const email = given === undefined ? null : normalizeEmail(given)
  if (email !== null && !isEmail(email)) {
    throw invalidInput([{ path: '/email', rule: 'format', message: 'must be an email address' }])
  }
  await requireInviter(context)
  const isMailed = email !== null && signIn.mail !== undefined
  if (isMailed) await countMail(context, email)
  const token = newToken()
  const now = clock.now()
  const row = { workspaceId, id: newId(), role, email, createdAt: now, createdBy: caller.userId }
  // Only this one proves the address of who uses it: the other is shown to whoever invites.
  const mailToken = isMailed ? newToken() : undefined
  const mailHash = mailToken === undefined ? null : hashToken(mailToken)
  const invitation = { ...row, ...invited, expiresAt: now + lifetimeMs, mailHash }
  await store.transactIn({ workspaceId }, async (transaction) => {
    await invitations.removeExpired(transaction, workspaceId, now)
    const open = await invitations.list(transaction, workspaceId, now)
    if (open.length >= maxOpenInvitations) {
      throw new AppError(
        'QUOTA_EXCEEDED',
        `This workspace has ${maxOpenInvitations} open invitations, the maximum. Revoke some first.`,
      )
    }
    await invitations.insert(transaction, { ...invitation, hash: hashToken(token) })
    const details = { role, email, expiresAt: invitation.expiresAt, ...invited }
    await recordAudit(transaction, caller, {
      action: 'invitation.create',
      workspaceId,
      subject: row.id,
      details,
    })
  })
  const link = (secret: string) => `${browser.origin}/join#${secret}`
  const mailed =
    mailToken !== undefined && (await mailInvitation(context, invitation, link(mailToken)))
  return { id: row.id, url: link(token), expiresAt: invitation.expiresAt, mailed }
}

type InvitedTo = Pick<invitations.InvitationRow, 'scope' | 'pageId' | 'level'>

/** Throws PAGE_NOT_FOUND if the caller cannot share the page. */
async function invitedTo(
  { store, caller }: Context,
  workspaceId: string,
  guest: NewInvitation['guest'],
): Promise<InvitedTo> {
  if (guest === undefined) return { scope: 'workspace', pageId: null, level: null }
  const { pageId, level } = guest
  if (pageId === null) return { scope: 'shared', pageId, level: null }
  if (!(await mayShare(store, { workspaceId, pageId }, caller.userId))) {
    throw pageNotFound(pageId)
  }
  return { scope: 'shared', pageId, level: levelNumbers[level] }
}

/** The link is there all the same when no mail could be sent. */
async function mailInvitation(
  { store, signIn, caller }: Context,
  { workspaceId, email, createdBy }: invitations.InvitationRow,
  url: string,
): Promise<boolean> {
  if (email === null || signIn.mail === undefined) return false
  const workspace = await workspaces.byId(store, workspaceId)
  const inviter = await users.byId(store, createdBy)
  const name = nameInMail(`${inviter?.firstName} ${inviter?.lastName}`)
  const workspaceName = nameInMail(workspace?.name ?? '')
  // The invited person may have no account yet.
  const texts = mailMessages.in(await loadLanguage(inviter?.language))
  try {
    await signIn.mail.send({
      to: email,
      subject: texts.invitationSubject({ inviter: name, workspace: workspaceName }),
      text: texts.invitation({ inviter: name, workspace: workspaceName, days: lifetimeDays, url }),
    })
    return true
  } catch (error) {
    caller.browser?.report(error)
    return false
  }
}

export function listInvitations(
  { store }: Context,
  workspaceId: string,
): Promise<invitations.InvitationRow[]> {
  return invitations.list(store, workspaceId, clock.now())
}

export async function revokeInvitation(
  { store, caller }: Context,
  { workspaceId, invitationId }: { workspaceId: string; invitationId: string },
): Promise<void> {
  const wasThere = await store.transactIn({ workspaceId }, async (transaction) => {
    if (!(await invitations.remove(transaction, workspaceId, invitationId))) return false
    await recordAudit(transaction, caller, {
      action: 'invitation.revoke',
      workspaceId,
      subject: invitationId,
    })
    return true
  })
  if (!wasThere) throw linkInvalid()
}

export type InvitationDetails = {
  workspaceName: string
  inviter: string
  role: Role
  email: string | null
  isGuest: boolean
}

/** What the holder of the link sees before they join. Throws LINK_INVALID. */
export async function getInvitation({ store }: Context, token: string): Promise<InvitationDetails> {
  const { workspaceId, createdBy, role, email, scope } = await requireInvitation(store, token)
  const workspace = await workspaces.byId(store, workspaceId)
  const inviter = await users.byId(store, createdBy)
  return {
    workspaceName: workspace?.name ?? '',
    inviter: `${inviter?.firstName} ${inviter?.lastName}`,
    role,
    email,
    isGuest: scope === 'shared',
  }
}

export type Acceptance = {
  token: string
  firstName?: string
  lastName?: string
  email?: string
  password?: string
  /** Of the person it makes; somebody who is signed in keeps theirs. */
  language?: LanguageTag | null
}

/** Adds the signed-in person to the workspace, or creates a person and signs them in. Throws LINK_INVALID, ALREADY_EXISTS, FORBIDDEN. */
export async function acceptInvitation(context: Context, input: Acceptance): Promise<string> {
  const { store, caller } = context
  const browser = requireBrowser(context)
  const before = await requireInvitation(store, input.token)
  const isSignedIn = caller.sessionId !== undefined
  const prepared = isSignedIn ? undefined : await preparePerson(store, before, input)
  await store.transact(async (transaction) => {
    const invitation = await requireInvitation(transaction, input.token)
    const userId = await joiner(transaction, invitation, prepared ?? caller.userId, browser)
    await join(transaction, invitation, { userId, via: 'web', client: browser })
    if (isMailed(invitation, input.token)) await verifyAddress(transaction, invitation, userId)
    if (!isSignedIn) await startSession(transaction, context, userId, { by: 'invitation' })
  })
  return before.workspaceId
}

async function requireInvitation(
  reader: Reader,
  token: string,
): Promise<invitations.InvitationRow> {
  const found = await invitations.byHash(reader, hashToken(token), clock.now())
  if (found === undefined) throw linkInvalid()
  if (!(await isInvitationValid(reader, found))) throw linkInvalid()
  return found
}

/** An invitation is valid only while the inviter has permission to invite, and to share the page. */
export async function isInvitationValid(
  reader: Reader,
  { workspaceId, createdBy, role, pageId }: invitations.InvitationRow,
): Promise<boolean> {
  const inviter = await members.role(reader, workspaceId, createdBy)
  if (inviter !== 'OWNER' && (inviter !== 'ADMIN' || role === 'OWNER')) return false
  return pageId === null || mayShare(reader, { workspaceId, pageId }, createdBy)
}

async function preparePerson(
  store: Store,
  invitation: invitations.InvitationRow,
  { firstName = '', lastName = '', email = '', password = '', language }: Acceptance,
): Promise<PreparedUser> {
  const workspace = await workspaces.byId(store, invitation.workspaceId)
  const rules = await readServerSettings(store)
  const person = { firstName, lastName, email: invitation.email ?? email, password, language }
  return prepareUser({ ...person, address: 'claimed', words: [workspace?.name ?? ''], rules })
}

/** Whether it is the token that went to the address and was shown to nobody. */
function isMailed({ mailHash }: invitations.InvitationRow, token: string): boolean {
  return mailHash !== null && mailHash === hashToken(token)
}

async function verifyAddress(
  transaction: Transaction,
  { email }: invitations.InvitationRow,
  id: string,
): Promise<void> {
  if (email !== null) await users.verify(transaction, { id, email })
}

/** Somebody new, or the one who is signed in, if the invitation is for them. */
async function joiner(
  transaction: Transaction,
  { email }: invitations.InvitationRow,
  person: PreparedUser | string,
  client: Client,
): Promise<string> {
  if (typeof person !== 'string') {
    if ((await users.byEmail(transaction, person.row.email)) === undefined) {
      return (await addUser(transaction, person, actorOf(person, client))).id
    }
    throw new AppError(
      'ALREADY_EXISTS',
      'An account with this email address already exists. Sign in, then open the link again.',
    )
  }
  const self = await users.byId(transaction, person)
  if (self !== undefined && (email === null || self.email === email)) return self.id
  throw new AppError('FORBIDDEN', `This invitation is for ${email}. Sign out, then open it again.`)
}

function actorOf({ row }: PreparedUser, client: Client): AuditActor {
  return { userId: row.id, via: 'web', client }
}

/** Joins in the transaction of whoever has shown the invitation. */
async function join(
  transaction: Transaction,
  invitation: invitations.InvitationRow,
  actor: AuditActor,
): Promise<void> {
  const { workspaceId, id } = invitation
  const before = await members.membership(transaction, workspaceId, actor.userId)
  if (before?.scope === 'workspace') {
    throw new AppError('ALREADY_EXISTS', 'You are already a member of this workspace.')
  }
  if (!(await invitations.remove(transaction, workspaceId, id))) throw linkInvalid()
  await recordAudit(transaction, actor, {
    action: 'invitation.accept',
    workspaceId,
    subject: id,
  })
  await addInvited(transaction, invitation, actor)
}
