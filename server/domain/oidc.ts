import { clock } from '../lib/clock.ts'
import { AppError } from '../lib/errors.ts'
import { identities, invitations, type Transaction, users, workspaces } from '../store/index.ts'
import { takeBeginning } from './attempts.ts'
import type { Context } from './context.ts'
import { dropCredentials } from './credentials.ts'
import { isStillGood } from './invitations.ts'
import { addMember } from './members.ts'
import type { Claims, OidcProvider } from './oidc-provider.ts'
import { requireVisit, startSession } from './sessions.ts'
import { giveTicket, takeTicket } from './tickets.ts'
import { addUser, isEmail, normalizeEmail, prepareUser } from './users.ts'

const callback = '/app/oidc/callback'

/** Where to send the browser, and the state that it must bring back. */
export async function beginOidc(
  context: Context,
  returnTo: string,
): Promise<{ url: string; state: string }> {
  const visit = requireVisit(context)
  const provider = requireProvider(context)
  takeBeginning(context.signIn.attempts, visit.address)
  const { url, state, ...secrets } = await provider.depart(visit.origin + callback)
  const data = JSON.stringify({ ...secrets, returnTo: ownPath(returnTo) })
  await context.store.transactIn('nothing', (transaction) =>
    giveTicket(transaction, 'oidc', { data }, state),
  )
  return { url, state }
}

/** Signs in who comes back from the provider; gives the path they were on their way to. */
export async function finishOidc(
  context: Context,
  { query, state }: { query: string; state: string },
): Promise<string> {
  const { store } = context
  const provider = requireProvider(context)
  const visit = requireVisit(context)
  const ticket = await store.transactIn('nothing', (transaction) =>
    takeTicket(transaction, 'oidc', state),
  )
  // SAFETY: only beginOidc makes tickets of this kind.
  const kept = JSON.parse(ticket.data) as { verifier: string; nonce: string; returnTo: string }
  const claims = await provider.arrive(new URL(visit.origin + callback + query), { ...kept, state })
  await store.transact(async (transaction) => {
    const userId = await findPerson(transaction, claims, provider)
    await startSession(transaction, visit, userId, 'oidc')
  })
  return kept.returnTo
}

function requireProvider({ signIn }: Context): OidcProvider {
  if (signIn.oidc !== undefined) return signIn.oidc
  throw new AppError('NOT_FOUND', 'No provider of OpenID Connect is set here.')
}

/** A path of this server and nothing else: not an address that only begins like one. */
function ownPath(returnTo: string): string {
  const base = 'http://own.invalid'
  const url = URL.parse(returnTo, base)
  return url === null || url.origin !== base || !returnTo.startsWith('/')
    ? '/'
    : url.pathname + url.search + url.hash
}

/** Known by an earlier sign-in, else by a verified address, else somebody new who was invited or may join. */
async function findPerson(
  transaction: Transaction,
  claims: Claims,
  provider: OidcProvider,
): Promise<string> {
  const link = await identities.userOf(transaction, claims)
  const known = link === undefined ? undefined : await users.byId(transaction, link.userId)
  const email = verifiedAddress(claims)
  if (known === undefined && email === undefined) throw noAccount()
  const same = known ?? (email === undefined ? undefined : await users.byEmail(transaction, email))
  const person = same ?? (await admit(transaction, claims, email, provider))
  const isProof = person.emailVerified === 0 && person.email === email
  if (isProof && !isMadeBy(link, person)) await dropCredentials(transaction, person.id)
  if (isProof) await users.verify(transaction, person)
  if ((await identities.userOf(transaction, claims)) === undefined) {
    await identities.insert(transaction, claims, person.id, clock.now())
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
function isMadeBy(link: { createdAt: number } | undefined, { createdAt }: users.UserRow): boolean {
  return link !== undefined && link.createdAt - createdAt < 10_000
}

/** Only somebody new joins by this: who was removed from a workspace does not come back by signing in. */
async function admit(
  transaction: Transaction,
  { firstName, lastName }: Claims,
  email: string | undefined,
  provider: OidcProvider,
): Promise<users.UserRow> {
  const joins = await findJoins(transaction, email, provider)
  if (joins.length === 0 || email === undefined) throw noAccount()
  const person = await addUser(
    transaction,
    await prepareUser({ email, firstName, lastName, address: 'proved' }),
  )
  for (const { workspaceId, role, id } of joins) {
    if (id !== undefined) await invitations.remove(transaction, workspaceId, id)
    const actor = { userId: person.id, via: 'web' } as const
    await addMember(transaction, workspaceId, { userId: person.id, role }, actor)
  }
  return person
}

type Join = Pick<invitations.InvitationRow, 'workspaceId' | 'role'> & { id?: string }

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
  for (const one of invited) if (await isStillGood(transaction, one)) joins.push(one)
  return joins
}

function noAccount(): AppError {
  return new AppError('FORBIDDEN', 'There is no account for you here. Ask for an invitation.')
}
