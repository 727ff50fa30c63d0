import { AppError } from '../../../lib/errors.ts'
import { type Reader, users } from '../../../store/index.ts'

/** Keeps a disabled account from signing in and from receiving keys. Throws ACCOUNT_DISABLED. */
export async function requireEnabled(reader: Reader, userId: string): Promise<void> {
  if (await isEnabled(reader, userId)) return
  throw new AppError(
    'ACCOUNT_DISABLED',
    'Your account is disabled. Ask an administrator of this server.',
  )
}

/** Agents and visitors have no address of their own: nothing is mailed to them, and they never sign in. */
export function isPersonal({ kind }: Pick<users.UserRow, 'kind'>): boolean {
  return kind === 'person' || kind === 'guest'
}

/** Throws FORBIDDEN for an account that never signs in. */
export function requirePersonal(user: Pick<users.UserRow, 'kind'>): void {
  if (isPersonal(user)) return
  throw new AppError('FORBIDDEN', 'An agent has no password. Give it an API key.')
}

/** False for accounts that are disabled or removed. */
export async function isEnabled(reader: Reader, userId: string): Promise<boolean> {
  const user = await users.byId(reader, userId)
  return user !== undefined && user.disabledAt === null
}
