import type { Static } from 'typebox'
import { clock } from '../../../lib/clock.ts'
import { AppError } from '../../../lib/errors.ts'
import { fits } from '../../../lib/json/fits.ts'
import { storedJson } from '../../../lib/json/stored-json.ts'
import { Type } from '../../../lib/json/type.ts'
import type { Role } from '../../../lib/vocabulary.ts'
import {
  identities,
  invitations,
  type Transaction,
  users,
  workspaces,
} from '../../../store/index.ts'
import { recordAudit } from '../../administration/audit.ts'
import { limitAnonymousStart } from '../../administration/throttle.ts'
import type { Client, Context } from '../../context.ts'
import { followGroups } from '../../rights/oidc-groups.ts'
import { removeCredentials } from '../credentials.ts'
import { addInvited } from '../guests.ts'
import { isInvitationValid } from '../invitations.ts'
import { addMember } from '../members.ts'
import { addUser, isEmail, normalizeEmail, prepareUser } from '../users.ts'
import type { Claims, OidcProvider } from './oidc-provider.ts'
import { createOneTimeToken, consumeOneTimeToken } from './one-time-tokens.ts'
import { isRecent, recordAuthentication } from './reauthentication.ts'
import { requireBrowser, startSession } from './sessions.ts'

const callback = '/app/oidc/callback'

/** Stored while the person is at the provider; `confirms` is the session to reauthenticate. */
const pendingSignIn = Type.Object({
  verifier: Type.String(),
  nonce: Type.String(),
  returnTo: Type.String(),
  confirms: Type.Optional(Type.Object({ sessionId: Type.String(), userId: Type.String() })),
})
type PendingSignIn = Static<typeof pendingSignIn>
const readPendingSignIn = storedJson('tickets.data', fits(pendingSignIn))

/** Returns the address to send the browser to, and the state that it must return. Throws NOT_FOUND, RATE_LIMITED. */
export async function startOidc(
  context: Context,
  returnTo: string,
): Promise<{ url: string; state: string }> {
  const { caller, signIn, store } = context
  const browser = requireBrowser(context)
  const provider = requireProvider(context)
  limitAnonymousStart(signIn.throttle, browser.address)
  const { sessionId, userId } = caller
  const prompt = sessionId === undefined ? 'none needed' : 'login'
  const { url, state, ...secrets } = await provider.startAuthorization(
    browser.origin + callback,
    prompt,
  )
  const pending: PendingSignIn = {
    ...secrets,
    returnTo: localPath(returnTo),
    ...(sessionId === undefined ? {} : { confirms: { sessionId, userId } }),
  }
  await store.transactIn('none', (transaction) =>
    createOneTimeToken(transaction, 'oidc', { data: JSON.stringify(pending) }, state),
  )
  return { url, state }
}

/** Signs in the person who returns from the provider; returns the path to open. Throws LINK_INVALID, SIGN_IN_FAILED, FORBIDDEN. */
export async function finishOidc(
  context: Context,
  { query, state }: { query: string; state: string },
): Promise<string> {
  const { store } = context
  const provider = requireProvider(context)
  const browser = requireBrowser(context)
  const token = await store.transactIn('none', (transaction) =>
    consumeOneTimeToken(transaction, 'oidc', state),
  )
  const { confirms, ...pending } = readPendingSignIn(token.data, 'a sign-in at the provider')
  const claims = await provider.finishAuthorization(new URL(browser.origin + callback + query), {
    ...pending,
    state,
  })
  const { authenticatedAt = 0 } = claims
  await store.transact(async (transaction) => {
    if (confirms !== undefined) return confirm(transaction, claims, confirms)
    const userId = await findPerson(transaction, claims, provider, browser)
    await startSession(transaction, context, userId, { by: 'oidc', authenticatedAt })
    const actor = { userId, via: 'web', client: browser } as const
    if (claims.groups !== undefined) await followGroups(transaction, actor, claims.groups)
  })
  return localPath(pending.returnTo)
}

/** Reauthenticates the session if the same person signed in at the provider. */
async function confirm(
  transaction: Transaction,
  claims: Claims,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<void> {
  const link = await identities.userOf(transaction, claims)
  if (link?.userId === userId && isRecent(claims.authenticatedAt)) {
    return recordAuthentication(transaction, { sessionId, userId })
  }
  throw new AppError(
    'SIGN_IN_FAILED',
    'You signed in to the provider with another account. Use the account that you are signed in with here.',
  )
}

function requireProvider({ signIn }: Context): OidcProvider {
  if (signIn.oidc !== undefined) return signIn.oidc
  throw new AppError('NOT_FOUND', 'OpenID Connect is not configured on this server.')
}

/** A path on this server; any other address becomes `/`. */
function localPath(returnTo: string): string {
  const path = returnTo.startsWith('/') ? pathOf(returnTo) : undefined
  // Once its dots are gone a path may begin with two slashes, which is another host to a browser.
  return path !== undefined && pathOf(path) === path ? path : '/'
}

function pathOf(address: string): string | undefined {
  const base = 'http://own.invalid'
  const url = URL.parse(address, base)
  return url?.origin === base ? url.pathname + url.search + url.hash : undefined
}

/** Found by an earlier sign-in or a verified address, otherwise a new person who was invited or can join. */
async function findPerson(
  transaction: Transaction,
  claims: Claims,
  provider: OidcProvider,
  client: Client,
): Promise<string> {
  const link = await identities.userOf(transaction, claims)
  const known = link === undefined ? undefined : await users.byId(transaction, link.userId)
  const email = verifiedAddress(claims)
  if (known === undefined && email === undefined) throw noAccount()
  const same = known ?? (email === undefined ? undefined : await users.byEmail(transaction, email))
  const person = same ?? (await admit(transaction, { ...claims, email }, provider, client))
  const isProof = person.emailVerified === 0 && person.email === email
  if (isProof && !wasCreatedWith(link, person)) await removeCredentials(transaction, person.id)
  if (isProof) await users.verify(transaction, person)
  if ((await identities.userOf(transaction, claims)) === undefined) {
    await identities.insert(transaction, claims, person.id, clock.now())
    const actor = { userId: person.id, via: 'web', client } as const
    const details = { issuer: claims.issuer }
    await recordAudit(transaction, actor, { action: 'identity.link', subject: person.id, details })
  }
  return person.id
}

function verifiedAddress({ email }: Claims): string | undefined {
  return email !== undefined && isEmail(email) ? normalizeEmail(email) : undefined
}

/**
 * Whether the account was made by this identity's first sign-in, in the same transaction. Such an account was
 * never anybody else's, also where it is older than the column that says what was proved.
 */
function wasCreatedWith(
  link: { createdAt: number } | undefined,
  { createdAt }: users.UserRow,
): boolean {
  return link !== undefined && link.createdAt - createdAt < 10_000
}

/** Only somebody new joins by this: who was removed from a workspace does not come back by signing in. */
async function admit(
  transaction: Transaction,
  { email, firstName, lastName }: Pick<Claims, 'firstName' | 'lastName'> & Address,
  provider: OidcProvider,
  client: Client,
): Promise<users.UserRow> {
  const joins = await findJoins(transaction, email, provider)
  if (joins.length === 0 || email === undefined) throw noAccount()
  const prepared = await prepareUser({ email, firstName, lastName, address: 'proved' })
  const actor = { userId: prepared.row.id, via: 'web', client } as const
  const person = await addUser(transaction, prepared, actor)
  for (const join of joins) {
    const { workspaceId, role } = join
    if (!('id' in join)) {
      await addMember(transaction, workspaceId, { userId: person.id, role }, actor)
      continue
    }
    await invitations.remove(transaction, workspaceId, join.id)
    await addInvited(transaction, join, actor)
  }
  return person
}

type Address = { email: string | undefined }
type Join = { workspaceId: string; role: Role } | invitations.InvitationRow

async function findJoins(
  transaction: Transaction,
  email: string | undefined,
  { joinWorkspace }: OidcProvider,
): Promise<Join[]> {
  const joins: Join[] = []
  const own =
    joinWorkspace === undefined ? undefined : await workspaces.bySlug(transaction, joinWorkspace)
  if (own !== undefined) joins.push({ workspaceId: own.id, role: 'MEMBER' })
  // After it: an invitation says better what somebody is to be.
  const invited =
    email === undefined ? [] : await invitations.forEmail(transaction, email, clock.now())
  for (const one of invited) if (await isInvitationValid(transaction, one)) joins.push(one)
  return joins
}

function noAccount(): AppError {
  return new AppError('FORBIDDEN', 'You have no account on this server. Ask for an invitation.')
}
