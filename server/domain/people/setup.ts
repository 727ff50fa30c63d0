import { AppError } from '../../lib/errors.ts'
import { type Store, oneTimeTokens, users, type workspaces } from '../../store/index.ts'
import { nameFirstAdministrator } from '../administration/administrators.ts'
import { operatorActor, recordAudit } from '../administration/audit.ts'
import { networkOf } from '../administration/throttle.ts'
import type { Context } from '../context.ts'
import { addKey, type Expiry, type CreatedKey } from './api-keys.ts'
import {
  createOneTimeToken,
  requireOneTimeToken,
  consumeOneTimeToken,
} from './sign-in/one-time-tokens.ts'
import { requireBrowser, startSession } from './sign-in/sessions.ts'
import { addUser, type NewUser, prepareUser } from './users.ts'
import { addWorkspace } from './workspaces.ts'

export type Setup = { user: users.UserRow; workspace: workspaces.WorkspaceRow; key: CreatedKey }

/** Creates the first person, their workspace and a key in one transaction. Throws STORE_NOT_EMPTY. */
export async function initialize(
  store: Store,
  person: NewUser,
  workspace: { name: string; slug: string | undefined },
  expires: Expiry,
): Promise<Setup> {
  const prepared = await prepareUser({ ...person, address: 'proved' })
  return store.transact(async (transaction) => {
    if (await users.isAnyoneHere(transaction)) throw notEmpty()
    await oneTimeTokens.removeKind(transaction, 'setup')
    const user = await addUser(transaction, prepared, operatorActor)
    await nameFirstAdministrator(transaction, user.id)
    await recordAudit(transaction, operatorActor, { action: 'server.setup', subject: user.id })
    const added = await addWorkspace(transaction, workspace, { userId: user.id, via: 'cli' })
    const key = await addKey(
      transaction,
      { userId: user.id, name: 'First key', expires },
      operatorActor,
    )
    return { user, workspace: added, key }
  })
}

/** Whether the store has no people yet. */
export async function isSetupNeeded(store: Store): Promise<boolean> {
  return !(await users.isAnyoneHere(store))
}

/** Replaces the setup code; undefined if the store already has people. */
export async function issueSetupCode(store: Store): Promise<string | undefined> {
  if (!(await isSetupNeeded(store))) return undefined
  return store.transact(async (transaction) => {
    await oneTimeTokens.removeKind(transaction, 'setup')
    return createOneTimeToken(transaction, 'setup')
  })
}

export type FirstPerson = NewUser & { code: string; password: string; workspaceName: string }

/** Creates the first account with the code that the server prints, and signs it in. Throws LINK_INVALID, STORE_NOT_EMPTY. */
export async function completeSetup(
  context: Context,
  { code, workspaceName, ...person }: FirstPerson,
): Promise<{ userId: string; workspaceId: string }> {
  const { store, signIn } = context
  const browser = requireBrowser(context)
  const limit = { max: 20, windowMs: 900_000 }
  signIn.throttle.take({ subject: `setup ${networkOf(browser.address)}`, limit })
  if (!(await isSetupNeeded(store))) throw notEmpty()
  await requireOneTimeToken(store, 'setup', code)
  const prepared = await prepareUser({ ...person, address: 'claimed', words: [workspaceName] })
  return store.transact(async (transaction) => {
    if (await users.isAnyoneHere(transaction)) throw notEmpty()
    await consumeOneTimeToken(transaction, 'setup', code)
    const actor = { userId: prepared.row.id, via: 'web', client: browser } as const
    const { id } = await addUser(transaction, prepared, actor)
    await recordAudit(transaction, actor, { action: 'server.setup', subject: id })
    await nameFirstAdministrator(transaction, id)
    const workspace = { name: workspaceName, slug: undefined }
    const added = await addWorkspace(transaction, workspace, actor)
    await startSession(transaction, context, id, { by: 'setup' })
    return { userId: id, workspaceId: added.id }
  })
}

function notEmpty(): AppError {
  return new AppError(
    'STORE_NOT_EMPTY',
    'This store is already set up. Sign in, or add people with `quire user add` and workspaces with `quire workspace add`.',
  )
}
