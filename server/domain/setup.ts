import { AppError } from '../lib/errors.ts'
import { type Store, users, type workspaces } from '../store/index.ts'
import { addKey, type Expiry, type MadeKey } from './keys.ts'
import { addUser, type NewUser, prepareUser } from './users.ts'
import { addWorkspace } from './workspaces.ts'

export type Setup = { user: users.UserRow; workspace: workspaces.WorkspaceRow; key: MadeKey }

/** The first person, their workspace and a key, all or nothing; only on a store that holds nobody. */
export async function initialize(
  store: Store,
  person: NewUser,
  workspace: { name: string; slug: string | undefined },
  expires: Expiry,
): Promise<Setup> {
  const prepared = await prepareUser(person)
  return store.transact(async (transaction) => {
    if ((await users.list(transaction)).length > 0) {
      throw new AppError(
        'STORE_NOT_EMPTY',
        'This store is set up already. Add people with `quire user add` and workspaces with `quire workspace add`.',
      )
    }
    const user = await addUser(transaction, prepared)
    const added = await addWorkspace(transaction, workspace, user.id)
    const key = await addKey(transaction, { userId: user.id, name: 'First key', expires })
    return { user, workspace: added, key }
  })
}
