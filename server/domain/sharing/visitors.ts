import { clock } from '../../lib/clock.ts'
import { AppError, invalidInput } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { ownDomains } from '../../lib/own-domains.ts'
import { looksOf, plainName } from '../../lib/plain-names.ts'
import { verifyPassword } from '../../lib/secrets/passwords.ts'
import { hashToken, newToken } from '../../lib/secrets/tokens.ts'
import {
  links,
  members,
  pages,
  type Store,
  type Transaction,
  users,
  visitorSessions,
  workspaces,
} from '../../store/index.ts'
import { recordAudit, recordRefusal } from '../administration/audit.ts'
import { type Limit, networkOf, widerNetworkOf } from '../administration/throttle.ts'
import type { BrowserRequest, Context } from '../context.ts'
import { findViewer } from '../people/access.ts'
import { linkInvalid } from '../people/sign-in/one-time-tokens.ts'
import { requireBrowser } from '../people/sign-in/sessions.ts'
import { type ActiveLink, findActiveLink } from './active-links.ts'
import { type LinkLevel, levelOf } from './links.ts'

const minuteMs = 60_000
const sessionLifetime = 7 * 24 * 60 * minuteMs
const maxNameLength = 100

/** Of one network: links that were opened, and wrong passwords for one link. */
const openLimit: Limit = { max: 120, windowMs: 10 * minuteMs }
const passwordLimit: Limit = { max: 10, windowMs: 15 * minuteMs }
/** After so many wrong passwords for a link from everywhere, each network has fewer, and no network locks out the others. */
const guessesOfLink = 100
const countedLimit: Limit = { max: Infinity, windowMs: 60 * minuteMs }
const guessedLimit: Limit = { max: 3, windowMs: 15 * minuteMs }
const guessedNearbyLimit: Limit = { max: 30, windowMs: 15 * minuteMs }
/** Of one link: visitors who give a name. */
const nameLimit: Limit = { max: 100, windowMs: 60 * minuteMs }

export type LinkKey = { token: string; password?: string | undefined; name?: string | undefined }

export type OpenedLink =
  | { as: 'anonymous' }
  | { as: 'member'; workspaceId: string; pageId: string }
  | {
      as: 'visitor'
      linkId: string
      workspaceId: string
      pageId: string
      level: LinkLevel
      allowsUploads: boolean
      expiresAt: number | null
      keepsLineBreaks: boolean
      /** The visitor, once they gave a name. */
      userId: string | null
    }

/**
 * Opens a share link. A signed-in person who can read the page acts as themselves. Anyone else gets a visitor session,
 * after the password if there is one. Throws LINK_INVALID, SIGN_IN_FAILED, VALIDATION_FAILED or RATE_LIMITED.
 */
export async function openLink(context: Context, key: LinkKey): Promise<OpenedLink> {
  const { store, signIn } = context
  const browser = requireBrowser(context)
  const network = networkOf(browser.address)
  signIn.throttle.take({ subject: `open links ${network}`, limit: openLimit })
  const address = await links.byToken(store, hashToken(key.token))
  const active = address && (await findActiveLink(store, address))
  if (active === undefined) throw linkInvalid()
  const { link } = active
  const viewer = await findViewer(context, link.workspaceId)
  if (viewer !== undefined && (await pages.get(store, viewer, link.pageId)) !== undefined) {
    return { as: 'member', workspaceId: link.workspaceId, pageId: link.pageId }
  }
  const session = await currentSession(context, browser, link)
  if (session === undefined) {
    if (link.passwordHash !== null && key.password === undefined) return { as: 'anonymous' }
    if (link.passwordHash !== null) await requirePassword(context, link, key.password ?? '')
  }
  const name = nameOf(link, key)
  if (name !== undefined) await requireOwnName(store, link, name)
  const userId = await enter(context, browser, active, session, name)
  return {
    as: 'visitor',
    linkId: link.id,
    workspaceId: link.workspaceId,
    pageId: link.pageId,
    level: levelOf(link),
    allowsUploads: link.allowsUploads === 1,
    expiresAt: link.expiresAt,
    keepsLineBreaks: await workspaces.keepsLineBreaks(store, link.workspaceId),
    userId,
  }
}

/** The session that this browser has for the link. */
async function currentSession(
  { store }: Context,
  browser: BrowserRequest,
  { id }: links.LinkRow,
): Promise<visitorSessions.VisitorSessionRow | undefined> {
  const token = browser.readVisitor()
  if (token === undefined) return undefined
  const session = await visitorSessions.byHash(store, hashToken(token), clock.now())
  return session?.linkId === id ? session : undefined
}

async function requirePassword(
  context: Context,
  { id, workspaceId, passwordHash }: links.LinkRow,
  password: string,
): Promise<void> {
  const { throttle } = context.signIn
  const { address } = requireBrowser(context)
  const all = `password of link ${id}`
  const isGuessed = throttle.count(all) >= guessesOfLink
  const own = { subject: `${all} ${networkOf(address)}`, limit: passwordLimit }
  const nearby = { subject: `${all} ${widerNetworkOf(address)}`, limit: countedLimit }
  const attempts = isGuessed
    ? [
        { ...own, limit: guessedLimit },
        { ...nearby, limit: guessedNearbyLimit },
      ]
    : [own, nearby]
  const succeed = throttle.take(...attempts, { subject: all, limit: countedLimit })
  if (await verifyPassword(password, passwordHash)) return succeed()
  const details = { reason: 'wrong password' }
  await recordRefusal(context, { action: 'link.open', workspaceId, subject: id, details })
  throw new AppError('SIGN_IN_FAILED', 'The password is wrong.')
}

/** Undefined where no name is needed or given. Throws VALIDATION_FAILED. */
function nameOf(link: links.LinkRow, { name }: LinkKey): string | undefined {
  if (name === undefined || levelOf(link) === 'read') return undefined
  const plain = plainName(name)
  if (plain !== '' && plain.length <= maxNameLength) return plain
  const message = `must be 1 to ${maxNameLength} characters`
  throw invalidInput([{ path: '/name', rule: 'length', message }])
}

/** Words that say what someone may do, and brackets, in which the app says that someone is a visitor. */
const claims =
  /\b(?:owner|admin|administrator|member|moderator|operator|staff|support|visitor|guest|agent|bot)\b/giu
const power = /\b(?:owner|admin|administrator|moderator|operator|staff|support)\b/iu
const brackets = /[()[\]{}<>\u3008-\u3011\uFF08\uFF09\uFF3B\uFF3D]/u

/** Whoever reads a page must not take a visitor for someone they know. Throws VALIDATION_FAILED. */
async function requireOwnName(
  store: Store,
  { workspaceId }: links.LinkRow,
  name: string,
): Promise<void> {
  if (brackets.test(name)) {
    throw invalidInput([{ path: '/name', rule: 'plain', message: 'must have no brackets' }])
  }
  const own = [looksOf(name), looksOf(name.replaceAll(claims, ' '))]
  const isClaim = own[0] !== '' && own[1] === '' && power.test(name)
  // Agents are members, too.
  const people = await members.list(store, workspaceId)
  const taken = people.map(({ firstName, lastName }) => looksOf(`${firstName} ${lastName}`))
  if (!isClaim && !taken.some((other) => other !== '' && own.includes(other))) return
  const message =
    'must tell you apart from the people in this workspace. Add something to it, such as your company'
  throw invalidInput([{ path: '/name', rule: 'distinct', message }])
}

/** Starts a session unless there is one, and gives it a visitor with the name. Returns the ID of the visitor. */
async function enter(
  context: Context,
  browser: BrowserRequest,
  { link }: ActiveLink,
  session: visitorSessions.VisitorSessionRow | undefined,
  name: string | undefined,
): Promise<string | null> {
  const { store, signIn } = context
  const known = session?.userId ?? null
  const isNamed = known === null && name !== undefined
  if (session !== undefined && !isNamed) return known
  if (isNamed) signIn.throttle.take({ subject: `names of link ${link.id}`, limit: nameLimit })
  const { workspaceId } = link
  const token = newToken()
  const userId = isNamed ? newId() : null
  await store.transactIn({ workspaceId }, async (transaction) => {
    if (userId !== null) await addVisitor(transaction, userId, name ?? '')
    if (session === undefined) await startSession(transaction, link, { token, userId })
    else if (userId !== null) await visitorSessions.setUser(transaction, session, userId)
    const actor = { userId: userId ?? '', via: 'web', client: browser } as const
    const entry = { action: 'link.open', workspaceId, subject: link.id } as const
    await recordAudit(
      transaction,
      actor,
      name === undefined ? entry : { ...entry, details: { name } },
    )
  })
  if (session === undefined) browser.keepVisitor(link.id, token)
  return userId
}

async function startSession(
  transaction: Transaction,
  { workspaceId, id: linkId, expiresAt }: links.LinkRow,
  { token, userId }: { token: string; userId: string | null },
): Promise<void> {
  const now = clock.now()
  const address = { workspaceId, linkId }
  await visitorSessions.removeExpired(transaction, address, now)
  await visitorSessions.insert(transaction, {
    ...address,
    id: newId(),
    hash: hashToken(token),
    userId,
    createdAt: now,
    expiresAt: Math.min(now + sessionLifetime, expiresAt ?? Infinity),
  })
  await links.countView(transaction, address, now)
}

/** A visitor has no account: only a name, with which what they write is marked. */
async function addVisitor(transaction: Transaction, id: string, name: string): Promise<void> {
  const row: users.UserRow = {
    id,
    email: `visitor-${id}@${ownDomains.visitor}`,
    firstName: name,
    lastName: '(visitor)',
    emailVerified: 0,
    createdAt: clock.now(),
    language: null,
    kind: 'visitor',
    disabledAt: null,
  }
  await users.insert(transaction, row, null)
}
